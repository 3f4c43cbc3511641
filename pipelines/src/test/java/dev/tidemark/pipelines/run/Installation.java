// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.control.LoadAudit;
import dev.tidemark.pipelines.control.Mark;
import dev.tidemark.pipelines.nightly.KeyCompare;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.reconcile.Reconciliation;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import dev.tidemark.testing.MutableClock;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/** A source, a lake and the runs between them, on the direct runner. */
final class Installation {

  private static final int BUCKETS = 4;

  private final TidemarkConfig config;
  private final DeltaTableStore store;

  Installation(String sourceUrl, Path lake) {
    this(sourceUrl, lake, "");
  }

  /** With more of a configuration file than source and lake. */
  Installation(String sourceUrl, Path lake, String settings) {
    this("{url: '%s'}".formatted(sourceUrl), lake.toString(), settings);
  }

  /** Of a source that asks who reads it. */
  static Installation of(TestSource source, Path lake, String settings) {
    return new Installation(
        "{url: '%s', user: %s}".formatted(source.url(), source.user()), lake.toString(), settings);
  }

  private Installation(String source, String lake, String settings) {
    this(source, lake, BUCKETS, settings);
  }

  private Installation(String source, String lake, int buckets, String settings) {
    this(
        TidemarkConfig.parse(
            "source: %s\nlake: {root: '%s', buckets: %d}\n".formatted(source, lake, buckets)
                + settings));
  }

  /** Of little data, for tests of many runs. */
  static Installation inOneBucket(String sourceUrl, Path lake, String settings) {
    return new Installation("{url: '%s'}".formatted(sourceUrl), lake.toString(), 1, settings);
  }

  private Installation(TidemarkConfig config) {
    this.config = config;
    store = DeltaTableStore.in(config.lake().root());
  }

  /** Whose configuration does not say how the lake is divided. */
  static Installation undivided(String sourceUrl, Path lake) {
    return new Installation(
        TidemarkConfig.parse(
            "source: {url: '%s'}\nlake: {root: '%s'}\n".formatted(sourceUrl, lake)));
  }

  TidemarkConfig config() {
    return config;
  }

  DeltaTableStore store() {
    return store;
  }

  RunSummary run(String runId, Instant logicalTime) {
    return run(runId, logicalTime, store);
  }

  /** A run that judges missing bordereaux on a day of its own. */
  RunSummary runAsOf(String runId, Instant logicalTime, LocalDate asOf) {
    return execute(
        new RunRequest(config, runId, logicalTime, asOf, Set.of()), new Silence(), store);
  }

  /** A run that commits to another store than the lake's. */
  RunSummary run(String runId, Instant logicalTime, TableStore commitsTo) {
    return execute(request(runId, logicalTime), new Silence(), commitsTo);
  }

  /** A run on another runner, or with other settings of it. */
  RunSummary run(String runId, Instant logicalTime, DirectOptions options) {
    return execute(request(runId, logicalTime), new Silence(), store, options);
  }

  /** A run whose reasons to rebuild are heard. */
  RunSummary run(String runId, Instant logicalTime, Consumer<String> reasons) {
    return execute(
        request(runId, logicalTime),
        new Silence() {
          @Override
          public void rebuilding(String reason) {
            reasons.accept(reason);
          }
        },
        store);
  }

  /** Looks for rows of these tables that are gone from the source; of every table for none. */
  RunSummary compare(String runId, Instant logicalTime, KeyCompare compare, String... only) {
    return compare(runId, logicalTime, compare, new Silence(), only);
  }

  RunSummary compare(
      String runId, Instant logicalTime, KeyCompare compare, RunListener listener, String... only) {
    RunRequest all = request(runId, logicalTime);
    return execute(
        new RunRequest(config, runId, logicalTime, all.asOf(), Set.of(only)).comparing(compare),
        listener,
        store);
  }

  private RunRequest request(String runId, Instant logicalTime) {
    return new RunRequest(
        config, runId, logicalTime, logicalTime.atZone(ZoneOffset.UTC).toLocalDate(), Set.of());
  }

  private RunSummary execute(RunRequest request, RunListener listener, TableStore commitsTo) {
    return execute(request, listener, commitsTo, options(DirectOptions.class));
  }

  private RunSummary execute(
      RunRequest request, RunListener listener, TableStore commitsTo, DirectOptions options) {
    try (ControlStore control = JdbcControlStore.open(config.control())) {
      return new NightlyRun(
              request,
              JdbcSourceDatabase.of(config.source()),
              control,
              commitsTo,
              options,
              MutableClock.at(request.logicalTime()),
              listener)
          .execute();
    }
  }

  /** Divides the lake into another number of buckets; null for what suits its size. */
  RunSummary rebucket(
      String runId,
      Instant logicalTime,
      @Nullable Integer buckets,
      RunListener listener,
      TableStore commitsTo) {
    try (ControlStore control = JdbcControlStore.open(config.control())) {
      return new RebucketRun(
              request(runId, logicalTime),
              buckets,
              control,
              commitsTo,
              options(DirectOptions.class),
              MutableClock.at(logicalTime),
              listener)
          .execute();
    }
  }

  /** What the control store keeps of a run's tables. */
  List<LoadAudit> audits(String runId) {
    try (ControlStore control = JdbcControlStore.open(config.control())) {
      return control.audits(runId);
    }
  }

  /** The marks of every table. */
  Map<String, Mark> marks() {
    try (ControlStore control = JdbcControlStore.open(config.control())) {
      return control.marks();
    }
  }

  /** The source's clock now. */
  Instant sourceClock() {
    return JdbcSourceDatabase.of(config.source()).clock();
  }

  /** The identities of the published lake that do not hold. */
  List<String> differences() {
    try (ControlStore control = JdbcControlStore.open(config.control())) {
      return Reconciliation.of(config.lake().root(), tables(), store)
          .against(JdbcSourceDatabase.of(config.source()), control, config.tables())
          .checks()
          .stream()
          .filter(check -> !check.holds())
          .map(Check::toString)
          .toList();
    }
  }

  /** As the launcher sets them: the checks of elements cost more than the run. */
  static <T extends DirectOptions> T options(Class<T> type) {
    T options = PipelineOptionsFactory.as(type);
    options.setEnforceImmutability(false);
    options.setEnforceEncodability(false);
    return options;
  }

  /** The tables of the lake as they are now. */
  LakeTables tables() {
    LakeTables stored = LakeTables.stored(config.lake(), Contracts.of(config), store);
    SortedMap<Integer, String> buckets = Bucketing.stored(stored, store);
    return buckets.isEmpty() ? stored : stored.withBuckets(buckets.firstKey());
  }

  /** The rows of a table as it is published. */
  List<Row> rows(String path) {
    TableSpec table = tables().at(path);
    List<Row> rows = new ArrayList<>();
    for (int bucket = 0; bucket < table.buckets(); bucket++) {
      rows.addAll(
          BucketMerge.of(table, published(table), bucket, config.lake().root(), "read")
              .read()
              .toRows(table.layout()));
    }
    return rows;
  }

  /**
   * The digest of every table as it is published, but those whose path has one of these endings.
   */
  Map<String, TableDigest> digests(String... without) {
    Map<String, TableDigest> digests = new TreeMap<>();
    for (TableSpec table : tables().all()) {
      if (List.of(without).stream().noneMatch(table.path()::endsWith)) {
        digests.put(table.path(), TableDigest.of(table, published(table), config.lake().root()));
      }
    }
    return digests;
  }

  private TableSnapshot published(TableSpec table) {
    Long version =
        PublishedCut.latest(config.lake().root()).orElseThrow().versions().get(table.path());
    return version == null ? TableSnapshot.absent(table) : store.pin(table, version);
  }
}
