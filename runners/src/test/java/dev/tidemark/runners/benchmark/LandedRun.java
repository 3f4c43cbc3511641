// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.nightly.Rebuild;
import dev.tidemark.pipelines.nightly.RunPlan;
import dev.tidemark.pipelines.nightly.TableLoad;
import dev.tidemark.pipelines.run.BucketCount;
import dev.tidemark.pipelines.run.Contracts;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.PlanFile;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.runners.OnSpark;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.beam.sdk.Pipeline;

/**
 * A run of the product's graph, or of a part of it, from landed files into an empty lake: planned
 * as the launcher plans it, then every table committed.
 */
final class LandedRun {

  private static final long BATCH = 1;

  private final DeltaTableStore store;
  private final LakeTables tables;
  private final LakeSnapshot snapshot;
  private final RunPlan plan;

  private LandedRun(DeltaTableStore store, LakeTables tables, LakeSnapshot snapshot, RunPlan plan) {
    this.store = store;
    this.tables = tables;
    this.snapshot = snapshot;
    this.plan = plan;
  }

  /** The day by which what is missing is judged. */
  static LocalDate asOf() {
    return LocalDate.ofInstant(Landing.AT, ZoneOffset.UTC);
  }

  /** A run of loads that are landed. */
  static LandedRun of(Map<String, TableLoad> loads, long rows, Path lake) {
    TidemarkConfig config =
        TidemarkConfig.parse(
            """
            source:
              url: jdbc:postgresql://localhost/not-read
            lake:
              root: "%s"
            """
                .formatted(lake));
    LakeTables tables =
        LakeTables.of(config.lake(), Contracts.of(config))
            .tracking(config.trackedColumns())
            .ranking(config.largestRisks())
            .withBuckets(BucketCount.forRows(rows))
            .asOf(asOf());
    DeltaTableStore store = DeltaTableStore.in(lake.toString());
    List<TableSnapshot> pinned = new ArrayList<>();
    for (TableSpec table : tables.all()) {
      pinned.add(store.pin(table));
    }
    LakeSnapshot snapshot = LakeSnapshot.of(pinned);
    return new LandedRun(
        store,
        tables,
        snapshot,
        new RunPlan(
            "benchmark",
            BATCH,
            Landing.AT,
            Landing.AT,
            asOf(),
            config.source(),
            lake.toString(),
            tables,
            snapshot,
            loads,
            Map.of(),
            tables.trackedColumns(),
            Rebuild.none(),
            null));
  }

  /** Runs a graph, and commits what it plans. */
  void run(BiConsumer<Pipeline, RunPlan> graph) throws IOException {
    Pipeline pipeline = Pipeline.create(OnSpark.local());
    graph.accept(pipeline, plan);
    pipeline.run().waitUntilFinish();
    Map<String, List<TableChange>> changes =
        PlanFile.read(plan.lakeRoot(), BATCH).changes().stream()
            .collect(Collectors.groupingBy(TableChange::table));
    changes.forEach(
        (path, planned) -> {
          TableSpec table = tables.at(path);
          store.commit(table, snapshot.table(table).version(), planned, "benchmark:" + path, BATCH);
        });
  }
}
