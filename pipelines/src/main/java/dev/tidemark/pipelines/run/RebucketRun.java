// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.RunRecord;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.nightly.RebucketLake;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.table.DataFile;
import dev.tidemark.pipelines.table.Intent;
import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.PlanFile;
import dev.tidemark.pipelines.table.StoredTable;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;
import org.jspecify.annotations.Nullable;

/**
 * Divides a lake into another number of buckets: one batch, planned, judged and published as a
 * nightly one, of one commit per table. No row changes, and no mark moves.
 *
 * <p>A run that dies before its intent is durable leaves everything as it was; one that dies after
 * it is published by the next run, of whatever kind. Tables that have the number already are left
 * as they are, so that a change which was broken off is ended by asking for it again.
 */
public final class RebucketRun implements PublishingRun {

  /** Under the id that was asked for, then under the one that the run is written down by. */
  private RunRequest request;

  private final @Nullable Integer wanted;
  private final Stop stop = new Stop();
  private final ControlStore control;
  private final TableStore store;
  private final PipelineOptions options;
  private final Clock clock;
  private final RunListener listener;
  private final TidemarkConfig config;
  private final Map<String, TableContract> contracts;

  /**
   * A run.
   *
   * @param buckets the number; null for that of the configuration, or else what suits the size of
   *     the lake
   * @param options name the runner; nothing else of them is looked at
   */
  public RebucketRun(
      RunRequest request,
      @Nullable Integer buckets,
      ControlStore control,
      TableStore store,
      PipelineOptions options,
      Clock clock,
      RunListener listener) {
    this.request = request;
    this.wanted = buckets;
    this.control = control;
    this.store = store;
    this.options = options;
    this.clock = clock;
    this.listener = listener;
    config = request.config();
    contracts = Contracts.of(config);
  }

  @Override
  public RunSummary execute() {
    LakeTables tables = stored();
    try (Lease lease =
        Lease.take(control, Set.copyOf(tables.sourceTables()), clock, request.runId())) {
      Optional<RunRecord> rolledForward = publication(tables).rollForward();
      rolledForward.ifPresent(run -> listener.rolledForward(run.batchId(), run.runId()));
      RunLedger ledger = RunLedger.open(control, request, clock);
      request = ledger.request();
      Long rolledBatch = rolledForward.map(RunRecord::batchId).orElse(null);
      return ledger.keep(
          () -> run(stored(), lease, ledger, rolledBatch), List::of, config.source());
    }
  }

  @Override
  public String runId() {
    return request.runId();
  }

  @Override
  public void stop(String signal) {
    stop.ask(signal);
  }

  private RunSummary run(
      LakeTables stored, Lease lease, RunLedger ledger, @Nullable Long rolledBatch) {
    PublishedState published = PublishedState.of(config.lake().root());
    published.requireAllOf(control.markedBy());
    SortedMap<Integer, String> numbers = Bucketing.stored(stored, store);
    LakeSnapshot snapshot = pin(stored);
    published.requireNothingElse(stored, snapshot, store);
    int count = number(stored, snapshot);
    LakeTables tables = stored.withBuckets(count);
    List<TableSpec> due = due(tables);
    if (due.isEmpty()) {
      listener.noted("the tables of the lake have " + count + " buckets already");
      return summary(0, LakeBuckets.of(count), List.of(), List.of(), rolledBatch);
    }
    int before = numbers.firstKey() == count ? numbers.lastKey() : numbers.firstKey();
    LakeBuckets buckets = new LakeBuckets(count, null, before, null);
    listener.noted(
        due.size() + " tables are written in " + count + " buckets in place of " + before);
    long batchId = control.openBatch(published.lastBatch(stored, snapshot, store));
    Pipeline pipeline = Pipeline.create(options);
    RebucketLake.build(pipeline, config.lake().root(), batchId, due, snapshot);
    stop.run(pipeline);

    List<TableChange> changes = PlanFile.read(config.lake().root(), batchId).changes();
    List<Check> checks = due.stream().map(table -> sameRows(table, snapshot, changes)).toList();
    requireAll(checks);
    List<LakeChange> lake =
        due.stream().map(table -> new LakeChange(table.path(), -1L, 0, 0, 0)).toList();
    RunSummary unpublished = summary(batchId, buckets, lake, checks, rolledBatch);
    stop.look();
    lease.requireHeld();
    Instant now = clock.instant();
    Set<String> rewritten = due.stream().map(TableSpec::path).collect(Collectors.toSet());
    Map<String, Long> versions =
        publication(tables)
            .publish(
                Intent.of(
                        batchId,
                        snapshot.versions(),
                        changes,
                        RunJson.tree(
                            Publication.Payload.rebucketing(
                                now, ledger.run(unpublished, now), tables, rewritten)))
                    .replacing(published.voided()));
    return unpublished.published(versions);
  }

  /** The tables of the lake, whatever their number of buckets. */
  private LakeTables stored() {
    return LakeTables.stored(config.lake(), contracts, store);
  }

  private Publication publication(LakeTables tables) {
    return new Publication(config.lake().root(), tables, store, control);
  }

  private LakeSnapshot pin(LakeTables tables) {
    List<TableSnapshot> pinned = new ArrayList<>();
    for (TableSpec table : tables.all()) {
      Optional<StoredTable> there = store.stored(table.path());
      pinned.add(
          there.isEmpty() ? TableSnapshot.absent(table) : store.pin(table, there.get().version()));
    }
    return LakeSnapshot.of(pinned);
  }

  private int number(LakeTables tables, LakeSnapshot snapshot) {
    Integer asked = wanted == null ? config.lake().buckets() : wanted;
    return asked == null ? Bucketing.forRows(Bucketing.largest(tables, snapshot)) : asked;
  }

  /** The stored tables that have another number of buckets. */
  private List<TableSpec> due(LakeTables tables) {
    return tables.spread().stream()
        .filter(
            table ->
                store
                    .stored(table.path())
                    .filter(there -> there.buckets() != table.buckets())
                    .isPresent())
        .toList();
  }

  private static Check sameRows(TableSpec table, LakeSnapshot snapshot, List<TableChange> changes) {
    List<DataFile> old = snapshot.table(table).files();
    long before = old.stream().mapToLong(file -> Math.max(0, file.rows())).sum();
    long after =
        changes.stream()
            .filter(change -> change.table().equals(table.path()))
            .flatMap(change -> change.added().stream())
            .mapToLong(DataFile::rows)
            .sum();
    // another engine may leave the rows of a file uncounted
    boolean isCounted = old.stream().allMatch(file -> file.rows() >= 0);
    return new Check(
        table.path() + ": rows of its new files are rows before",
        Long.toString(after),
        isCounted ? Long.toString(before) : before + " or more",
        isCounted ? after == before : after >= before);
  }

  private static void requireAll(List<Check> checks) {
    List<Check> broken = checks.stream().filter(check -> !check.holds()).toList();
    if (!broken.isEmpty()) {
      throw new AuditFailedException(
          "rows were lost or doubled, nothing was published; "
              + broken.stream().map(Check::toString).collect(Collectors.joining("; ")),
          checks);
    }
  }

  private RunSummary summary(
      long batchId,
      LakeBuckets buckets,
      List<LakeChange> lake,
      List<Check> checks,
      @Nullable Long rolledForward) {
    return new RunSummary(
        RunSummary.SCHEMA_VERSION,
        request.pipeline().toString(),
        request.runId(),
        batchId,
        request.logicalTime().toString(),
        request.asOf().toString(),
        batchId == 0 ? RunSummary.Outcome.EMPTY : RunSummary.Outcome.LOADED,
        rolledForward,
        List.of(),
        lake,
        List.of(),
        List.of(),
        null,
        checks,
        buckets,
        null);
  }
}
