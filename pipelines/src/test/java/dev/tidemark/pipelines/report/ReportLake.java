// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.HistorySummary;
import dev.tidemark.pipelines.run.LakeChange;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.RunSummary.Outcome;
import dev.tidemark.pipelines.run.TableSummary;
import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.BlockPacker;
import dev.tidemark.transforms.block.RowBlocks;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/** A lake that holds no more than what a report reads, written by hand and published. */
final class ReportLake {

  static final Instant NIGHT = Instant.parse("2024-04-20T02:00:00Z");
  private static final LocalDate AS_OF = LocalDate.of(2024, 4, 20);

  private static final LakeTables TABLES = LakeTables.of(2, Map.of()).asOf(AS_OF);

  private final Path root;
  private final TableStore store;
  private final Map<String, Long> versions = new TreeMap<>();
  private long batch;

  ReportLake(Path root) {
    this.root = root;
    store = DeltaTableStore.in(root.toString());
  }

  TidemarkConfig config() {
    return TidemarkConfig.parse(
        "source: {url: 'jdbc:h2:mem:none'}\nlake: {root: '" + root + "', buckets: 2}\n");
  }

  /** The columns of a table. */
  static Schema schema(String path) {
    return TABLES.at(path).schema();
  }

  /** The rows of a text table in place of what a table holds. */
  ReportLake write(String path, String text) {
    return write(path, Rows.table(schema(path), text));
  }

  ReportLake write(String path, List<Row> rows) {
    TableSpec spec = TABLES.at(path);
    Map<Integer, List<byte[]>> buckets = new HashMap<>();
    BlockPacker packer = spec.packer();
    BlockPacker.Output collect =
        (bucket, block) -> buckets.computeIfAbsent(bucket, b -> new ArrayList<>()).add(block);
    rows.forEach(row -> packer.add(row, collect));
    packer.flush(collect);
    TableSnapshot snapshot = store.pin(spec);
    List<TableChange> changes = new ArrayList<>();
    for (int bucket = 0; bucket < spec.buckets(); bucket++) {
      changes.add(
          BucketMerge.of(spec, snapshot, bucket, root.toString(), UUID.randomUUID().toString())
              .replaceWith(RowBlocks.of(buckets.getOrDefault(bucket, List.of()))));
    }
    versions.put(path, store.commit(spec, snapshot.version(), changes, "test." + path, batch + 1));
    return this;
  }

  ReportLake publish() {
    batch++;
    PublishedCut.of(batch, "night-" + batch, NIGHT, versions).publish(root.toString());
    return this;
  }

  /** The run that published the last batch. */
  RunSummary loaded(List<TableSummary> sources, List<Check> checks) {
    List<HistorySummary> histories =
        List.of(new HistorySummary("gold/dim_coverholder_history", 3, 0, 0, 0, 0));
    List<LakeChange> lake = List.of(new LakeChange("gold/dim_coverholder_history", batch, 1, 1, 0));
    return summary(batch, Outcome.LOADED, sources, lake, histories, checks, null);
  }

  /** A run that published nothing. */
  static RunSummary unpublished(Outcome outcome, List<Check> checks, @Nullable String message) {
    return summary(0, outcome, List.of(), List.of(), List.of(), checks, message);
  }

  private static RunSummary summary(
      long batch,
      Outcome outcome,
      List<TableSummary> sources,
      List<LakeChange> lake,
      List<HistorySummary> histories,
      List<Check> checks,
      @Nullable String message) {
    return new RunSummary(
        RunSummary.SCHEMA_VERSION,
        "nightly",
        "night-" + batch,
        batch,
        NIGHT.toString(),
        AS_OF.toString(),
        outcome,
        null,
        sources,
        lake,
        List.of(),
        histories,
        null,
        checks,
        null,
        message);
  }

  ReportPage page(RunSummary summary) {
    return ReportPage.of(new ReportedRun(config(), summary, NIGHT.plusSeconds(75)));
  }
}
