// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import com.google.auto.value.AutoValue;
import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.landing.LandedPart;
import dev.tidemark.pipelines.landing.LandedTable;
import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.landing.LandingTarget;
import dev.tidemark.pipelines.landing.WriteManifests;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.jspecify.annotations.Nullable;

/**
 * Reads tables by watermark and lands them: {@code SELECT <columns> FROM <table> WHERE mark >
 * readLow AND mark <= high}, as the contract's columns and the audit columns, in Parquet files and
 * a manifest that names them; gives exactly one {@link LandedTable} per table. Bounds are compared
 * as the mark's own type, so a row exactly at {@code high} is read by this run and by no later one.
 *
 * <pre>{@code
 * pipeline.apply(
 *     "Extract",
 *     ExtractWatermark.from(database).read(tables).into(layout).at(runTimestamp, runId));
 * }</pre>
 *
 * <p>All slices of all tables go through {@code maxConnections} lanes. A lane reads its slices one
 * after another over one connection, so the source never sees more at once, whatever the runner's
 * parallelism and the number of its workers (a worker that Spark starts twice for one task, to be
 * faster, counts twice; leave {@code spark.speculation} off). Each slice becomes one file. A slice
 * that fails for a moment (the connection is dropped, a deadlock) is read again, from its start and
 * into a new file; any other error fails the pipeline, as does a value that does not fit its
 * contract ({@link ContractViolation}).
 *
 * <p>A table without rows has no folder. The rows go through no shuffle.
 */
@AutoValue
public abstract class ExtractWatermark extends PTransform<PBegin, PCollection<LandedTable>> {
  private static final long serialVersionUID = 1L;

  abstract DatabaseConfig database();

  abstract List<TableRead> tables();

  abstract @Nullable LandingLayout layout();

  abstract @Nullable Instant logicalTime();

  abstract @Nullable String runId();

  abstract Retry retry();

  abstract Builder toBuilder();

  /** Reads from that database, as gently as its configuration says. */
  public static ExtractWatermark from(DatabaseConfig database) {
    return new AutoValue_ExtractWatermark.Builder()
        .setDatabase(database)
        .setTables(List.of())
        .setRetry(Retry.STANDARD)
        .build();
  }

  /** What to read, each table once. Required. */
  public ExtractWatermark read(List<TableRead> tables) {
    return toBuilder().setTables(List.copyOf(tables)).build();
  }

  /** Where the lake lies. Required. */
  public ExtractWatermark into(LandingLayout layout) {
    return toBuilder().setLayout(layout).build();
  }

  /** The run and the logical time that names its folders. Required. */
  public ExtractWatermark at(Instant logicalTime, String runId) {
    return toBuilder().setLogicalTime(logicalTime).setRunId(runId).build();
  }

  ExtractWatermark withRetry(Retry retry) {
    return toBuilder().setRetry(retry).build();
  }

  @Override
  public PCollection<LandedTable> expand(PBegin input) {
    List<ReadSlices.Read> reads = new ArrayList<>();
    List<WriteManifests.Landing> landings = new ArrayList<>();
    String attempt = LandingTarget.newName();
    for (TableRead table : tables()) {
      LandingTarget target = target(table, attempt);
      List<ReadSlices.Read> ofTable =
          table.slices().stream()
              .map(slice -> new ReadSlices.Read(table.table(), slice, table.extractedAt(), target))
              .toList();
      reads.addAll(ofTable);
      landings.add(
          new WriteManifests.Landing(
              target, ofTable.stream().map(ReadSlices.Read::part).collect(Collectors.toSet())));
    }
    List<KV<Integer, Integer>> lanes =
        Lanes.spread(
            reads.stream().map(read -> read.slice().rows()).toList(), database().maxConnections());
    return input
        .apply("Slices", Create.of(lanes).withCoder(KvCoder.of(VarIntCoder.of(), VarIntCoder.of())))
        .apply("Lanes", GroupByKey.create())
        .apply("Read and land", ParDo.of(new ReadSlices(database(), reads, retry())))
        .setCoder(SerializableCoder.of(LandedPart.class))
        .apply("Name files", WriteManifests.of(landings));
  }

  private LandingTarget target(TableRead read, String attempt) {
    LandingLayout layout = layout();
    Instant logicalTime = logicalTime();
    String runId = runId();
    if (layout == null || logicalTime == null || runId == null) {
      throw new IllegalArgumentException(
          "extract of " + read.table() + " has no place; call into(layout) and at(time, runId)");
    }
    MarkWindow window = read.scope().window();
    Mark low = window == null ? null : window.low();
    return new LandingTarget(
        read.name(),
        layout.directory(read.name(), logicalTime),
        runId,
        low == null ? null : low.text(),
        window == null ? null : window.high().text(),
        read.table().contract().landingSchema(),
        attempt);
  }

  @AutoValue.Builder
  abstract static class Builder {
    abstract Builder setDatabase(DatabaseConfig database);

    abstract Builder setTables(List<TableRead> tables);

    abstract Builder setLayout(LandingLayout layout);

    abstract Builder setLogicalTime(Instant logicalTime);

    abstract Builder setRunId(String runId);

    abstract Builder setRetry(Retry retry);

    abstract ExtractWatermark build();
  }
}
