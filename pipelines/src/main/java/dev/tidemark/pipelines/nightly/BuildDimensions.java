// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.facts.ReferenceData;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.Row;

/**
 * Makes dimensions, each in one step on one worker: what they are made of, histories and parties,
 * is small, and there already as side inputs.
 */
final class BuildDimensions {

  private final List<DimensionStage> stages;

  private BuildDimensions(List<DimensionStage> stages) {
    this.stages = stages;
  }

  static BuildDimensions of(List<DimensionStage> stages) {
    return new BuildDimensions(stages);
  }

  /**
   * Builds the dimensions and plans what their tables change.
   *
   * @param parties blocks of {@link FactParties#SCHEMA}: where a section or party stands that only
   *     facts know
   */
  PCollection<TableChange> from(
      Pipeline pipeline, ReferenceViews reference, PCollectionView<List<byte[]>> parties) {
    List<PCollectionView<?>> sideInputs = new ArrayList<>(reference.all());
    sideInputs.add(parties);
    return pipeline
        .apply(
            "Dimensions", Create.of(stages).withCoder(SerializableCoder.of(DimensionStage.class)))
        .apply(
            "Build dimensions",
            ParDo.of(new BuildFn(reference, parties)).withSideInputs(sideInputs))
        .setCoder(TableChange.coder());
  }

  private static final class BuildFn extends DoFn<DimensionStage, TableChange> {

    private static final long serialVersionUID = 1L;

    private final ReferenceViews reference;
    private final PCollectionView<List<byte[]>> parties;

    BuildFn(ReferenceViews reference, PCollectionView<List<byte[]>> parties) {
      this.reference = reference;
      this.parties = parties;
    }

    @ProcessElement
    public void build(ProcessContext context) {
      ReferenceData known = reference.read(context);
      context
          .element()
          .build(
              new DimensionStage.Sources() {
                @Override
                public ReferenceData reference() {
                  return known;
                }

                @Override
                public List<Row> versions(ReferenceTable table) {
                  return reference
                      .versions(table, context)
                      .toRows(RowLayout.of(reference.schema(table)));
                }

                @Override
                public List<UnknownParties> parties() {
                  return behindFacts(RowBlocks.of(context.sideInput(parties)), known);
                }
              })
          .forEach(context::output);
    }

    private static List<UnknownParties> behindFacts(RowBlocks parties, ReferenceData known) {
      List<UnknownParties> behind = new ArrayList<>();
      RowView row = new RowView(FactParties.LAYOUT);
      for (long ref : parties.refs()) {
        row.at(parties, ref);
        if (row.getBoolean(FactParties.HAS_FACTS)) {
          behind.add(UnknownParties.of(row, known));
        }
      }
      return behind;
    }
  }
}
