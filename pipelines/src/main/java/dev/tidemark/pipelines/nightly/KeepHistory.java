// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.MergeInto;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.history.ApplyChanges;
import dev.tidemark.transforms.history.History;
import java.util.List;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * What the images of a reference table say: the versions of its keys, and their present in silver.
 * Both are functions of every image that is known, whenever and in whatever order these came, and
 * by the same rules: silver shows what the last version of a key does.
 */
final class KeepHistory {

  private final ReferenceTable table;
  private final RunPlan plan;

  KeepHistory(ReferenceTable table, RunPlan plan) {
    this.table = table;
    this.plan = plan;
  }

  /** The versions, and figures of what was counted on the way. */
  record Kept(PCollection<Row> versions, PCollection<KV<String, String>> counts) {}

  /** The versions of every key; {@code images} are all that are known. */
  Kept of(PCollection<Row> images) {
    History history =
        images.apply(
            "History of " + table.tableName(),
            sequenced(ApplyChanges.asScdType2())
                .tracking(trackedColumns())
                .countingFrom(plan.batchId()));
    String prefix = table.historyName() + ".";
    return new Kept(
        history.history(),
        history
            .counts()
            .apply(
                "Counts of " + table.historyName(),
                MapElements.into(
                        TypeDescriptors.kvs(TypeDescriptors.strings(), TypeDescriptors.strings()))
                    .via(count -> KV.of(prefix + count.getKey(), count.getValue().toString())))
            .setCoder(NightlyPipeline.figureCoder()));
  }

  /** What silver changes to show the present of every key. */
  PCollection<TableChange> present(PCollection<Row> images) {
    TableSpec silver = plan.tables().silver(table.tableName());
    return images
        .apply("Present of " + table.tableName(), sequenced(ApplyChanges.asScdType1()))
        .history()
        .apply(
            "Merge " + table.tableName(),
            MergeInto.table(silver).at(plan.pinned(silver)).inLake(plan.lakeRoot()).replacing());
  }

  private ApplyChanges sequenced(ApplyChanges apply) {
    return apply
        .keyedBy(table.key())
        .sequencedBy(ReferenceTable.SEQUENCE)
        .deletedWhen(Conformer.DELETED)
        .batchedBy(LakeTables.BATCH_ID)
        .into(LakeTables.REFERENCE_BUCKETS);
  }

  private List<String> trackedColumns() {
    List<String> tracked = plan.trackedColumns().get(table.dimension());
    if (tracked == null) {
      throw new IllegalArgumentException("no tracked columns for dimension " + table.dimension());
    }
    return tracked;
  }
}
