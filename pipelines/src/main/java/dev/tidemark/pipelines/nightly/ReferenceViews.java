// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.CompactSchema;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.facts.ReferenceData;
import java.io.Serializable;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * The reference data of a run as side inputs: packed blocks, decoded once per bundle by who needs
 * them.
 */
final class ReferenceViews implements Serializable {

  private static final long serialVersionUID = 1L;

  private final CompactSchema sectionSchema;
  private final CompactSchema coverholderSchema;
  private final CompactSchema brokerSchema;
  private final CompactSchema rateSchema;
  private final PCollectionView<List<byte[]>> sections;
  private final PCollectionView<List<byte[]>> coverholders;
  private final PCollectionView<List<byte[]>> brokers;
  private final PCollectionView<List<byte[]>> rates;

  /** Rows of a schema, packed. */
  record Packed(Schema schema, PCollection<byte[]> blocks) {

    static Packed of(String name, PCollection<Row> rows) {
      return new Packed(
          rows.getSchema(),
          rows.apply("Pack " + name, PackRows.byKey().into(1))
              .apply("Blocks of " + name, Values.create()));
    }

    PCollectionView<List<byte[]>> view(String name) {
      return blocks.apply("View " + name, View.asList());
    }
  }

  /**
   * Views of rows.
   *
   * @param sections the history of contract sections, with their source columns
   * @param coverholders the history of coverholders, likewise
   * @param brokers the history of brokers, likewise
   * @param rates rate_month, currency_code, rate_to_gbp
   */
  ReferenceViews(Packed sections, Packed coverholders, Packed brokers, Packed rates) {
    sectionSchema = CompactSchema.of(sections.schema());
    coverholderSchema = CompactSchema.of(coverholders.schema());
    brokerSchema = CompactSchema.of(brokers.schema());
    rateSchema = CompactSchema.of(rates.schema());
    this.sections = sections.view("sections");
    this.coverholders = coverholders.view("coverholders");
    this.brokers = brokers.view("brokers");
    this.rates = rates.view("rates");
  }

  List<PCollectionView<?>> all() {
    return List.of(sections, coverholders, brokers, rates);
  }

  /** The columns of a table's versions. */
  Schema schema(ReferenceTable table) {
    return switch (table) {
      case CONTRACT_SECTION -> sectionSchema.schema();
      case COVERHOLDER -> coverholderSchema.schema();
      case BROKER -> brokerSchema.schema();
    };
  }

  /** Every version of a table's keys, as its history gives them. */
  <InputT> RowBlocks versions(ReferenceTable table, DoFn<InputT, ?>.ProcessContext context) {
    PCollectionView<List<byte[]>> view =
        switch (table) {
          case CONTRACT_SECTION -> sections;
          case COVERHOLDER -> coverholders;
          case BROKER -> brokers;
        };
    return RowBlocks.of(context.sideInput(view));
  }

  /** Decodes the views. */
  <InputT> ReferenceData read(DoFn<InputT, ?>.ProcessContext context) {
    return new ReferenceData()
        .addSections(sectionSchema.schema(), RowBlocks.of(context.sideInput(sections)))
        .addCoverholders(coverholderSchema.schema(), RowBlocks.of(context.sideInput(coverholders)))
        .addBrokers(brokerSchema.schema(), RowBlocks.of(context.sideInput(brokers)))
        .addRates(rateSchema.schema(), RowBlocks.of(context.sideInput(rates)));
  }

  /**
   * A reader that decodes the views once per bundle; a DoFn calls {@link BundleReader#reset} as
   * each one starts.
   */
  BundleReader perBundle() {
    return new BundleReader(this);
  }

  /** Reference data of the bundle at hand. */
  static final class BundleReader implements Serializable {

    private static final long serialVersionUID = 1L;

    private final ReferenceViews views;
    private transient @Nullable ReferenceData data;

    private BundleReader(ReferenceViews views) {
      this.views = views;
    }

    void reset() {
      data = null;
    }

    <InputT> ReferenceData read(DoFn<InputT, ?>.ProcessContext context) {
      ReferenceData read = data;
      if (read == null) {
        read = views.read(context);
        data = read;
      }
      return read;
    }
  }
}
