// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.Rebucket;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.WritePlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;

/** The graph that writes tables of a lake in another number of buckets, and plans their commits. */
public final class RebucketLake {

  private RebucketLake() {}

  /**
   * Adds the graph to a pipeline.
   *
   * @param tables those to write, as they are to be; at least one
   * @param snapshot their pinned versions
   */
  public static void build(
      Pipeline pipeline,
      String lakeRoot,
      long batchId,
      Collection<TableSpec> tables,
      LakeSnapshot snapshot) {
    List<PCollection<TableChange>> changes = new ArrayList<>();
    for (TableSpec table : tables) {
      changes.add(
          pipeline.apply(
              "Rebucket " + table.path(),
              Rebucket.to(table).at(snapshot.table(table)).inLake(lakeRoot)));
    }
    PCollectionList.of(changes)
        .apply("All changes", Flatten.pCollections())
        .apply("Plan", WritePlan.in(lakeRoot).ofBatch(batchId));
  }
}
