// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.control.RunRecord;
import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.nightly.DueDates;
import dev.tidemark.pipelines.nightly.KeyCompare;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.nightly.NightlyPipeline;
import dev.tidemark.pipelines.nightly.Rebuild;
import dev.tidemark.pipelines.nightly.RunPlan;
import dev.tidemark.pipelines.nightly.TableLoad;
import dev.tidemark.pipelines.source.Slice;
import dev.tidemark.pipelines.source.SourceDatabase;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.table.Intent;
import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.PlanFile;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;
import org.jspecify.annotations.Nullable;

/**
 * One run: lease, roll an unfinished batch forward, find what is due, run the graph, judge its
 * plan, publish, move the marks.
 *
 * <p>A run that dies before its intent is durable leaves everything as it was; one that dies after
 * it is published by the next. When nothing is due no pipeline is made and nothing is written.
 */
public final class NightlyRun implements PublishingRun {

  /** The version of a table that is not published yet. */
  private static final long UNPUBLISHED = -1;

  /** Without these nothing can be derived: if one fails, nothing is published. */
  private static final Set<String> REFERENCE =
      Set.of("ContractSection", "Coverholder", "Broker", "BusinessPlan", "ExchangeRate");

  /** Under the id that was asked for, then under the one that the run is written down by. */
  private RunRequest request;

  /** How the lake is divided, once that is known. */
  private @Nullable LakeBuckets buckets;

  /** What the run has looked at so far. */
  private List<TableSummary> seen = List.of();

  private final SourceDatabase source;
  private final Stop stop = new Stop();
  private final ControlStore control;
  private final TableStore store;
  private final PipelineOptions options;
  private final Clock clock;
  private final RunListener listener;
  private final TidemarkConfig config;
  private final Map<String, TableContract> contracts;

  /**
   * The tables of the lake; it grows by the columns that are stored, then by those that are found.
   */
  private LakeTables tables;

  /**
   * A run.
   *
   * @param options name the runner; nothing else of them is looked at
   * @param clock tells when leases end and runs were recorded
   */
  public NightlyRun(
      RunRequest request,
      SourceDatabase source,
      ControlStore control,
      TableStore store,
      PipelineOptions options,
      Clock clock,
      RunListener listener) {
    this.request = request;
    this.source = source;
    this.control = control;
    this.store = store;
    this.options = options;
    this.clock = clock;
    this.listener = listener;
    config = request.config();
    contracts = Contracts.of(config);
    tables =
        LakeTables.of(config.lake(), contracts)
            .tracking(config.trackedColumns())
            .ranking(config.largestRisks());
  }

  @Override
  public RunSummary execute() {
    List<TableConfig> wanted = wanted();
    try (Lease lease =
        Lease.take(control, Set.copyOf(tables.sourceTables()), clock, request.runId())) {
      tables = stored();
      Optional<RunRecord> rolledForward = publication().rollForward();
      rolledForward.ifPresent(run -> listener.rolledForward(run.batchId(), run.runId()));
      Optional<RunSummary> done = done(wanted);
      if (done.isPresent()) {
        return done.get();
      }
      RunLedger ledger = RunLedger.open(control, request, clock);
      request = ledger.request();
      Long rolledBatch = rolledForward.map(RunRecord::batchId).orElse(null);
      return ledger.keep(
          () -> run(wanted, lease, ledger, rolledBatch), () -> seen, config.source());
    }
  }

  /**
   * What a run of this name did that has succeeded before. It is asked for under the lease: before,
   * a run of the same name could still be at work, and by now a dead one may have been published.
   */
  private Optional<RunSummary> done(List<TableConfig> wanted) {
    Optional<RunSummary> done =
        RunLedger.succeeded(
            control, request, wanted.stream().map(TableConfig::name).collect(Collectors.toSet()));
    done.ifPresent(
        summary -> {
          PublishedState.of(config.lake().root()).requireAllOf(control.markedBy());
          listener.hadSucceeded(summary);
        });
    return done;
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
      List<TableConfig> wanted, Lease lease, RunLedger ledger, @Nullable Long rolledBatch) {
    if (rolledBatch != null) {
      tables = stored();
    }
    PublishedState published = PublishedState.of(config.lake().root());
    published.requireAllOf(control.markedBy());
    OptionalInt stored = Bucketing.stored(config.lake(), tables, store);
    tables = tables.withBuckets(stored.orElse(tables.buckets()));
    DueTables captured = new DueTables(source, control.watermarks(), tables.contracts(), listener);
    seen = captured.summaries();
    stop.look();
    KeyCompare compare = request.keyCompare();
    if (compare == null) {
      captured.capture(wanted, config.source().maxConnections());
    } else {
      wanted.forEach(table -> captured.compare(table, tables));
    }
    stop.look();
    requireReferenceTables(captured.summaries());
    Rebuild rebuild = rebuild(published);
    boolean isNothingToDo =
        captured.due().isEmpty() && (compare != null || rebuild.isEmpty() && !anyFellDue());
    if (isNothingToDo) {
      return summary(0, captured.summaries(), List.of(), List.of(), rolledBatch);
    }
    tables = tables.with(captured.newColumns()).asOf(request.asOf());
    LakeBuckets divided = divide(stored, captured.due());
    LakeSnapshot snapshot = pin();
    Optional<String> outgrown = Bucketing.outgrown(tables, snapshot);
    outgrown.ifPresent(listener::noted);
    buckets = divided.warning(outgrown);
    rebuild =
        rebuild
            .and(published.requireTables(tables, snapshot, control.marks().keySet()))
            .and(published.ofOthers(tables, snapshot, store));
    long batchId = control.openBatch(published.lastBatch(tables, snapshot, store));
    RunPlan plan = plan(batchId, captured.due(), snapshot, rebuild);
    if (compare != null) {
      KeyComparison comparison =
          KeyComparison.run(plan, compare, captured.readTo(), options, stop, listener);
      comparison
          .lost()
          .forEach((table, lost) -> control.readAgainFrom(table, lost.earliest().text()));
      captured.compared(comparison);
      if (captured.due().isEmpty()) {
        return summary(0, captured.summaries(), List.of(), List.of(), rolledBatch);
      }
      plan = plan.withLoads(captured.loads());
    }
    rebuild.reasons().forEach(listener::rebuilding);
    listener.graphStarted(captured.due().size());
    Pipeline pipeline = Pipeline.create(options);
    NightlyPipeline.build(pipeline, plan);
    stop.run(pipeline);

    PlanFile planned = PlanFile.read(config.lake().root(), batchId);
    if (captured.due().isEmpty()
        && rebuild.isEmpty()
        && planned.changes().stream().allMatch(TableChange::isEmpty)) {
      // a due date passed, and everybody had sent: another day, the same rows
      return summary(0, captured.summaries(), List.of(), List.of(), rolledBatch);
    }
    Figures figures = new Figures(planned.figures());
    Judgement judgement = new Judgement(tables, snapshot, planned.changes(), figures);
    Map<String, Long> rowsAfter = captured.countAgain(config.source().maxConnections());
    captured
        .due()
        .forEach(
            (table, due) -> {
              long after = rowsAfter.getOrDefault(table, 0L);
              if (due.load().tombstones() == null) {
                judgement.landed(table, due.rowsToRead(), after);
              } else {
                judgement.deleted(table, due.rowsToRead());
              }
              judgement.accountedFor(table, due.rowsToRead(), after);
            });
    judgement.lake();
    judgement.requireAll();

    List<TableSummary> summaries = summaries(captured, rowsAfter, planned.changes(), figures);
    RunSummary unpublished =
        summary(batchId, summaries, lakeChanges(planned), judgement.checks(), rolledBatch)
            .deriving(rebuild.reasons(), histories(figures), MartsSummary.of(figures));
    stop.look();
    lease.requireHeld();
    Map<String, Long> versions =
        publication()
            .publish(
                intent(ledger, batchId, snapshot, planned, captured, unpublished)
                    .replacing(published.voided()));
    summaries.stream()
        .filter(table -> table.status() == LoadStatus.LOADED || table.status() == LoadStatus.LATE)
        .forEach(listener::tablePublished);
    return unpublished.published(versions);
  }

  private List<HistorySummary> histories(Figures figures) {
    return tables.trackedColumns().keySet().stream()
        .map(dimension -> HistorySummary.of(dimension, figures))
        .toList();
  }

  /** What is to be derived again although nothing of it is due. */
  private Rebuild rebuild(PublishedState published) {
    return published.ofVoided(tables).and(tables.madeOtherwise(store));
  }

  /** Whether a bordereau may be missing as of this day that was not when the mart was made. */
  private boolean anyFellDue() {
    return DueDates.of(tables, store, config.lake().root()).anyUntil(request.asOf());
  }

  /** Settles how the lake is divided: as it is stored, or, of a new one, as its loads suggest. */
  private LakeBuckets divide(OptionalInt stored, Map<String, DueTables.Due> due) {
    LakeBuckets divided =
        stored.isPresent()
            ? LakeBuckets.of(stored.getAsInt())
            : Bucketing.divide(config.lake(), tables, due);
    divided.sentence().ifPresent(listener::noted);
    tables = tables.withBuckets(divided.count());
    return divided;
  }

  private LakeTables stored() {
    return LakeTables.stored(config.lake(), contracts, store)
        .tracking(config.trackedColumns())
        .ranking(config.largestRisks());
  }

  private Publication publication() {
    return new Publication(config.lake().root(), tables, store, control);
  }

  private List<TableConfig> wanted() {
    request.tables().forEach(config::table);
    return config.tables().values().stream()
        .filter(TableConfig::enabled)
        .filter(t -> request.tables().isEmpty() || request.tables().contains(t.name()))
        .filter(t -> request.keyCompare() == null || !LakeTables.isReplacedWhole(t))
        .toList();
  }

  private void requireReferenceTables(List<TableSummary> summaries) {
    for (TableSummary table : summaries) {
      if (table.status() == LoadStatus.FAILED && REFERENCE.contains(table.table())) {
        throw new ReferenceTableFailedException(
            table.message() + "; nothing is published without " + table.table(), summaries);
      }
    }
    if (!summaries.isEmpty()
        && summaries.stream().allMatch(table -> table.status() == LoadStatus.FAILED)) {
      throw new ReferenceTableFailedException(
          "no table could be read; " + summaries.get(0).message(), summaries);
    }
  }

  private LakeSnapshot pin() {
    return LakeSnapshot.of(
        SeveralAtOnce.<TableSpec, TableSnapshot>each(SeveralAtOnce.LOGS, tables.all(), store::pin));
  }

  private RunPlan plan(
      long batchId, Map<String, DueTables.Due> due, LakeSnapshot snapshot, Rebuild rebuild) {
    Map<String, TableLoad> loads = new LinkedHashMap<>();
    Map<String, List<Slice>> slices = new LinkedHashMap<>();
    due.forEach(
        (table, what) -> {
          TableLoad load = what.load();
          loads.put(table, load);
          if (request.keyCompare() == null) {
            slices.put(table, source.slices(load.source(), load.scope(), what.rowsToRead()));
          }
        });
    return new RunPlan(
        request.runId(),
        batchId,
        request.logicalTime(),
        landingTime(loads.keySet()),
        request.asOf(),
        config.source(),
        config.lake().root(),
        tables,
        snapshot,
        loads,
        slices,
        tables.trackedColumns(),
        rebuild,
        config.personalDataSalt());
  }

  /**
   * The logical time, or the next second at which none of the tables was landed: a second run for
   * one logical time, or one that died, keeps what was landed before.
   */
  private Instant landingTime(Set<String> tables) {
    LandingLayout layout = new LandingLayout(config.lake().root());
    Instant time = request.logicalTime().truncatedTo(ChronoUnit.SECONDS);
    while (anyExists(layout, tables, time)) {
      time = time.plusSeconds(1);
    }
    return time;
  }

  private static boolean anyExists(LandingLayout layout, Set<String> tables, Instant time) {
    return tables.stream().anyMatch(table -> LakeFolder.exists(layout.directory(table, time)));
  }

  private Intent intent(
      RunLedger ledger,
      long batchId,
      LakeSnapshot snapshot,
      PlanFile planned,
      DueTables captured,
      RunSummary summary) {
    Map<String, Long> bases = new TreeMap<>();
    for (TableSpec table : tables.all()) {
      bases.put(table.path(), snapshot.table(table).version());
    }
    Instant now = clock.instant();
    Publication.Payload payload =
        Publication.Payload.of(
            now,
            captured.due().values().stream()
                .map(DueTables.Due::move)
                .filter(Objects::nonNull)
                .toList(),
            ledger.audits(summary, now),
            ledger.run(summary, now),
            captured.newColumns(),
            tables);
    return Intent.of(batchId, bases, planned.changes(), RunJson.tree(payload));
  }

  private List<TableSummary> summaries(
      DueTables captured, Map<String, Long> rowsAfter, List<TableChange> changes, Figures figures) {
    List<TableSummary> result = new ArrayList<>();
    for (TableSummary table : captured.summaries()) {
      DueTables.Due due = captured.due().get(table.table());
      if (due == null) {
        result.add(table);
        continue;
      }
      String name = table.table();
      Merged merged = Merged.of(changes, tables.silver(name).path());
      long badKeys = figures.count(name + ".landed_bad_keys");
      boolean isCompared = due.load().tombstones() != null;
      LoadCounts atSource =
          isCompared
              ? table.counts()
              : LoadCounts.NONE.withSource(due.rowsToRead(), rowsAfter.getOrDefault(name, 0L));
      result.add(
          table.loaded(
              atSource
                  .withLanded(
                      figures.count(name + ".landed_rows"),
                      figures.count(name + ".landed_keys"),
                      figures.count(name + ".re_read"))
                  .withMerged(
                      figures.count(name + ".inserted"),
                      figures.count(name + ".updated"),
                      figures.count(name + ".unchanged"),
                      isCompared
                          ? figures.count(name + ".landed_keys") - badKeys
                          : merged.deleted(),
                      badKeys)
                  .withLate(
                      figures.count(name + ".late_rows"),
                      figures.max(name + ".max_lateness_micros")),
              figures.count(name + ".ambiguous_duplicates")));
    }
    return result;
  }

  private static List<LakeChange> lakeChanges(PlanFile planned) {
    List<LakeChange> result = new ArrayList<>();
    planned.changes().stream()
        .map(TableChange::table)
        .distinct()
        .sorted()
        .forEach(
            path -> {
              Merged merged = Merged.of(planned.changes(), path);
              LakeChange change =
                  new LakeChange(
                      path, UNPUBLISHED, merged.inserted(), merged.updated(), merged.deleted());
              if (!change.isEmpty()) {
                result.add(change);
              }
            });
    return result;
  }

  private RunSummary summary(
      long batchId,
      List<TableSummary> summaries,
      List<LakeChange> lake,
      List<Check> checks,
      @Nullable Long rolledForward) {
    boolean failed = summaries.stream().anyMatch(t -> t.status() == LoadStatus.FAILED);
    RunSummary.Outcome outcome =
        failed
            ? RunSummary.Outcome.PARTIAL
            : batchId == 0 ? RunSummary.Outcome.EMPTY : RunSummary.Outcome.LOADED;
    return new RunSummary(
        RunSummary.SCHEMA_VERSION,
        request.pipeline().toString(),
        request.runId(),
        batchId,
        request.logicalTime().toString(),
        request.asOf().toString(),
        outcome,
        rolledForward,
        summaries,
        lake,
        List.of(),
        List.of(),
        null,
        checks,
        buckets,
        null);
  }

  /** The rows that the changes of one table count. */
  private record Merged(long inserted, long updated, long deleted, long unchanged) {

    static Merged of(List<TableChange> changes, String path) {
      long inserted = 0;
      long updated = 0;
      long deleted = 0;
      long unchanged = 0;
      for (TableChange change : changes) {
        if (change.table().equals(path)) {
          inserted += change.inserted();
          updated += change.updated();
          deleted += change.deleted();
          unchanged += change.unchanged();
        }
      }
      return new Merged(inserted, updated, deleted, unchanged);
    }
  }
}
