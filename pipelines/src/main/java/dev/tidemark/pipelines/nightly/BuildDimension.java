// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.MergeInto;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.latest.KeepLatest;
import java.io.Serializable;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * A dimension with history: its versions and its current rows, compared with what is stored, so
 * that only what changed is written.
 */
final class BuildDimension {

  private final ReferenceTable table;
  private final RunPlan plan;
  private final ReferenceViews reference;

  BuildDimension(ReferenceTable table, RunPlan plan, ReferenceViews reference) {
    this.table = table;
    this.plan = plan;
    this.reference = reference;
  }

  /**
   * Builds the dimension and plans what its tables change.
   *
   * @param versions of every known key, as {@code ApplyChanges} gives them
   * @param parties rows of {@link FactParties}: where a section or party stands that only facts
   *     know
   */
  PCollection<TableChange> from(PCollection<Row> versions, PCollection<Row> parties) {
    TableSpec historySpec = plan.tables().history(table);
    TableSpec currentSpec = plan.tables().current(table);
    String name = "dim_" + table.dimension();

    PCollection<Row> known =
        versions
            .apply(
                name + " keys",
                ParDo.of(
                        new HistoryRowFn(
                            table, historySpec.schema(), reference, BuildDimension::version))
                    .withSideInputs(reference.all()))
            .setRowSchema(historySpec.schema());
    PCollection<Row> inferred =
        parties
            .apply(
                name + " inferred",
                ParDo.of(
                        new HistoryRowFn(
                            table, historySpec.schema(), reference, BuildDimension::inferred))
                    .withSideInputs(reference.all()))
            .setRowSchema(historySpec.schema())
            .apply(
                name + " inferred once",
                KeepLatest.perKey(table.keyColumn())
                    .orderedBy(firstOf(table))
                    .into(LakeTables.REFERENCE_BUCKETS));
    PCollection<Row> history =
        PCollectionList.of(known)
            .and(inferred)
            .apply(name + " history", Flatten.pCollections())
            .setRowSchema(historySpec.schema());
    PCollection<Row> current =
        history
            .apply(
                name + " latest",
                KeepLatest.perKey(table.keyColumn())
                    .orderedBy(Order.desc("valid_from"))
                    .into(LakeTables.REFERENCE_BUCKETS))
            .apply(name + " current", ParDo.of(new CurrentFn(currentSpec.schema())))
            .setRowSchema(currentSpec.schema());

    return PCollectionList.of(history.apply("Merge " + name + "_history", merge(historySpec)))
        .and(current.apply("Merge " + name, merge(currentSpec)))
        .apply(name + " changes", Flatten.pCollections());
  }

  /** Of a section that some facts name a coverholder for, and others do not, the first that is. */
  private static Order firstOf(ReferenceTable table) {
    return Order.asc(
        table == ReferenceTable.CONTRACT_SECTION ? "coverholder_key" : table.keyColumn());
  }

  private MergeInto merge(TableSpec spec) {
    return MergeInto.table(spec).at(plan.pinned(spec)).inLake(plan.lakeRoot()).replacing();
  }

  /** Makes history rows of input rows, with the reference data and the keys of one bundle. */
  private static final class HistoryRowFn extends DoFn<Row, Row> {

    private static final long serialVersionUID = 1L;

    private final ReferenceTable table;
    private final Schema schema;
    private final ReferenceViews.BundleReader reference;
    private final Step step;
    private transient Dimensions.@Nullable Builder builder;

    HistoryRowFn(ReferenceTable table, Schema schema, ReferenceViews views, Step step) {
      this.table = table;
      this.schema = schema;
      this.reference = views.perBundle();
      this.step = step;
    }

    @StartBundle
    public void start() {
      reference.reset();
      builder = new Dimensions.Builder(table, schema);
    }

    @ProcessElement
    public void make(ProcessContext context) {
      if (builder == null) {
        throw new IllegalStateException("no bundle was started");
      }
      Row row = step.make(builder, table, context.element(), reference.read(context));
      if (row != null) {
        context.output(row);
      }
    }
  }

  /** What becomes of an input row; null: nothing. */
  private interface Step extends Serializable {

    @Nullable Row make(
        Dimensions.Builder builder, ReferenceTable table, Row input, ReferenceData reference);
  }

  private static Row version(
      Dimensions.Builder builder, ReferenceTable table, Row version, ReferenceData reference) {
    return builder.version(version, reference);
  }

  private static @Nullable Row inferred(
      Dimensions.Builder builder, ReferenceTable table, Row parties, ReferenceData reference) {
    UnknownParties unknown = UnknownParties.of(parties, reference);
    List<String> key = unknown.keyOf(table);
    return key == null
        ? null
        : builder.inferred(key, unknown.coverholderId(), unknown.brokerCode());
  }

  private static final class CurrentFn extends DoFn<Row, Row> {

    private static final long serialVersionUID = 1L;

    private final Schema schema;

    CurrentFn(Schema schema) {
      this.schema = schema;
    }

    @ProcessElement
    public void current(@Element Row version, OutputReceiver<Row> out) {
      out.output(Dimensions.current(schema, version));
    }
  }
}
