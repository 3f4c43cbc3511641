// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.LoadAudit;
import dev.tidemark.pipelines.control.MarkConflictException;
import dev.tidemark.pipelines.control.MarkMove;
import dev.tidemark.pipelines.control.RunRecord;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.source.ContractColumn;
import dev.tidemark.pipelines.source.SqlType;
import dev.tidemark.pipelines.table.ConcurrentTableChangeException;
import dev.tidemark.pipelines.table.Intent;
import dev.tidemark.pipelines.table.Intents;
import dev.tidemark.pipelines.table.OvertakenBatchException;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a batch whose intent is durable: commits every table, writes the cut, moves the marks.
 * Each step may be repeated, so a batch whose launcher died anywhere in between is published by
 * doing all of it again; and two launchers may do it at once.
 *
 * <p>When somebody else changed what the batch was planned on, the rest of it is void: no further
 * table is committed, there is no cut and no mark moves, and the next run derives anew what the
 * batch had touched.
 */
final class Publication {

  /** Names this pipeline in every table's log; the batch id is its transaction. */
  private static final String APP_ID = "tidemark.nightly";

  /** A column that a batch adds to a table, and its type as a contract would write it. */
  record NewColumn(String name, String type) {

    private static NewColumn of(ContractColumn column) {
      return new NewColumn(column.sourceName(), column.type().text());
    }

    private ContractColumn column() {
      return new ContractColumn(name, SqlType.parse(type), true, false);
    }
  }

  /**
   * What the launcher keeps in an intent beside the tables' changes.
   *
   * @param newColumns by source table, the columns that the changes' files have and the stored
   *     table does not; null in an intent that has none
   * @param derivedBy by path of a table, the settings that its content is made by; null in an
   *     intent that has none
   * @param buckets the number of buckets that the changes were planned for; null in an intent of
   *     before it was kept there
   * @param rewritten the paths of tables that the changes hold wholly, in another number of buckets
   *     than before; null in an intent that has none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Payload(
      Instant publishedAt,
      List<MarkMove> moves,
      List<LoadAudit> audits,
      RunRecord run,
      @Nullable Map<String, List<NewColumn>> newColumns,
      @Nullable Map<String, Map<String, String>> derivedBy,
      @Nullable Integer buckets,
      @Nullable Set<String> rewritten) {

    /** Of a batch that changes no row, and rewrites tables in another number of buckets. */
    static Payload rebucketing(
        Instant publishedAt, RunRecord run, LakeTables tables, Set<String> rewritten) {
      return new Payload(
          publishedAt, List.of(), List.of(), run, null, null, tables.buckets(), rewritten);
    }

    static Payload of(
        Instant publishedAt,
        List<MarkMove> moves,
        List<LoadAudit> audits,
        RunRecord run,
        Map<String, List<ContractColumn>> newColumns,
        LakeTables tables) {
      Map<String, List<NewColumn>> named = new TreeMap<>();
      newColumns.forEach(
          (table, columns) -> named.put(table, columns.stream().map(NewColumn::of).toList()));
      Map<String, Map<String, String>> settings = new TreeMap<>();
      for (TableSpec table : tables.all()) {
        if (!table.derivedBy().isEmpty()) {
          settings.put(table.path(), table.derivedBy());
        }
      }
      return new Payload(
          publishedAt,
          moves,
          audits,
          run,
          named.isEmpty() ? null : named,
          settings.isEmpty() ? null : settings,
          tables.buckets(),
          null);
    }

    /** The tables of the lake as the batch was planned for. */
    private LakeTables planned(LakeTables tables) {
      LakeTables grown = tables.with(addedColumns());
      return buckets == null ? grown : grown.withBuckets(buckets);
    }

    private boolean isRewritten(String path) {
      return rewritten != null && rewritten.contains(path);
    }

    private Map<String, List<ContractColumn>> addedColumns() {
      Map<String, List<ContractColumn>> added = new TreeMap<>();
      if (newColumns != null) {
        newColumns.forEach(
            (table, columns) -> added.put(table, columns.stream().map(NewColumn::column).toList()));
      }
      return added;
    }

    /** As the batch was planned by, whatever a later run is configured with. */
    private Map<String, String> settingsOf(String path) {
      return derivedBy == null ? Map.of() : derivedBy.getOrDefault(path, Map.of());
    }
  }

  private final String lakeRoot;
  private final LakeTables tables;
  private final TableStore store;
  private final ControlStore control;
  private final Intents intents;

  Publication(String lakeRoot, LakeTables tables, TableStore store, ControlStore control) {
    this.lakeRoot = lakeRoot;
    this.tables = tables;
    this.store = store;
    this.control = control;
    this.intents = Intents.in(lakeRoot);
  }

  /**
   * Publishes the batch of a run that died after its intent was durable; gives it, if there was one
   * and it could be published. One that cannot be any more is void from then on, and its run is
   * written down as failed.
   */
  Optional<RunRecord> rollForward() {
    Optional<Intent> pending = intents.pending();
    if (pending.isEmpty()) {
      return Optional.empty();
    }
    Payload payload = payload(pending.get());
    try {
      finish(pending.get());
      return Optional.of(payload.run());
    } catch (BatchVoidedException voided) {
      control.recordRun(RunSummary.unpublished(payload.run(), String.valueOf(voided.getMessage())));
      return Optional.empty();
    }
  }

  /**
   * Makes the intent durable and publishes it; gives the version of each table.
   *
   * @throws ConcurrentTableChangeException when a table is not as it was planned on: no intent is
   *     written then, nothing has happened
   * @throws BatchVoidedException when that turns out once the intent is durable
   */
  Map<String, Long> publish(Intent intent) {
    Payload payload = payload(intent);
    LakeTables planned = payload.planned(tables);
    SeveralAtOnce.forEach(
        SeveralAtOnce.LOGS,
        intent.baseVersions().entrySet(),
        table -> requireAsPlanned(planned.at(table.getKey()), table.getValue(), intent, payload));
    intents.write(intent);
    return finish(intent);
  }

  private void requireAsPlanned(TableSpec table, long base, Intent intent, Payload payload) {
    // a rewrite looks at all files of its table as it is committed
    if (!payload.isRewritten(table.path())) {
      store.requireAsPlanned(
          table, base, intent.changesOf(table.path()), appId(table.path()), intent.batchId());
    }
  }

  private Map<String, Long> finish(Intent intent) {
    Payload payload = payload(intent);
    LakeTables planned = payload.planned(tables);
    Optional<Map<String, Long>> published = published(intent, payload);
    if (published.isEmpty()) {
      published = Optional.of(commitAll(intent, payload, planned));
    }
    Map<String, Long> versions = published.get();
    if (latestCut() > intent.batchId()) {
      // its marks moved before there could be a later one
      intents.complete(intent.batchId());
      return versions;
    }
    PublishedCut.of(intent.batchId(), payload.run().runId(), payload.publishedAt(), versions)
        .publish(lakeRoot);
    moveMarks(intent, payload, planned, versions);
    intent.replaces().forEach(intents::forget);
    intents.complete(intent.batchId());
    return versions;
  }

  private long commit(TableSpec table, long base, Intent intent, Payload payload) {
    List<TableChange> changes = intent.changesOf(table.path());
    String appId = appId(table.path());
    return payload.isRewritten(table.path())
        ? store.rewrite(table, base, changes, appId, intent.batchId())
        : store.commit(table, base, changes, appId, intent.batchId());
  }

  /**
   * The versions under which this very batch is published already: by a run that died before it
   * moved the marks, or by another that found the intent while this one was suspended.
   */
  private Optional<Map<String, Long>> published(Intent intent, Payload payload) {
    long batchId = intent.batchId();
    Optional<PublishedCut> own = PublishedCut.of(lakeRoot, batchId);
    if (own.isPresent()) {
      if (own.get().runId().equals(payload.run().runId())
          && own.get().publishedAt().equals(payload.publishedAt())) {
        return own.map(PublishedCut::versions);
      }
      throw declareVoid(
          intent, "batch " + batchId + " was published by run " + own.get().runId() + " as well");
    }
    if (latestCut() > batchId) {
      throw declareVoid(intent, "batch " + latestCut() + " is published already");
    }
    if (intents.isVoid(batchId)) {
      throw new BatchVoidedException(batchId, "another run declared it void");
    }
    return Optional.empty();
  }

  /**
   * Commits the tables, several at once: each is a transaction of its own, and no reader of the cut
   * sees any before the cut is there. When one is refused, none is under way any more by the time
   * that the batch is declared void.
   */
  private Map<String, Long> commitAll(Intent intent, Payload payload, LakeTables planned) {
    try {
      Map<String, Long> versions = new TreeMap<>();
      SeveralAtOnce.each(
          SeveralAtOnce.LOGS,
          intent.baseVersions().entrySet(),
          table ->
              Map.entry(
                  table.getKey(),
                  commit(
                      planned.at(table.getKey()).derivedBy(payload.settingsOf(table.getKey())),
                      table.getValue(),
                      intent,
                      payload)),
          committed -> versions.put(committed.getKey(), committed.getValue()));
      return versions;
    } catch (ConcurrentTableChangeException refused) {
      return publishedElse(intent, payload, refused.fault());
    } catch (OvertakenBatchException refused) {
      return publishedElse(intent, payload, refused.fault());
    }
  }

  /** Another run may have published this very intent meanwhile, and gone on from there. */
  private Map<String, Long> publishedElse(Intent intent, Payload payload, String refusal) {
    return published(intent, payload).orElseThrow(() -> declareVoid(intent, refusal));
  }

  /**
   * Moves the marks. When they are others than the run read, they stay, and what it read is read
   * again: the batch is published all the same, and must not be in the way of every later run.
   */
  private void moveMarks(
      Intent intent, Payload payload, LakeTables planned, Map<String, Long> versions) {
    List<LoadAudit> audits =
        payload.audits().stream().map(audit -> withVersion(audit, planned, versions)).toList();
    RunRecord run = RunSummary.published(payload.run(), versions);
    try {
      control.moveMarks(payload.moves(), audits, run);
    } catch (MarkConflictException moved) {
      control.moveMarks(List.of(), audits, run);
      intent.replaces().forEach(intents::forget);
      intents.complete(intent.batchId());
      throw moved;
    }
  }

  private long latestCut() {
    return PublishedCut.latest(lakeRoot).map(PublishedCut::batchId).orElse(0L);
  }

  private BatchVoidedException declareVoid(Intent intent, String reason) {
    Payload payload = payload(intent);
    // a rewrite changes no row: there is nothing to build anew of what was committed of it
    Intent touching =
        payload.rewritten() == null
            ? intent
            : Intent.of(intent.batchId(), intent.baseVersions(), List.of(), intent.payload());
    intents.declareVoid(touching, reason);
    return new BatchVoidedException(intent.batchId(), reason);
  }

  /** The application that a table's batches are those of. */
  static String appId(String path) {
    return APP_ID + "." + path;
  }

  private static LoadAudit withVersion(
      LoadAudit audit, LakeTables tables, Map<String, Long> versions) {
    Long version = versions.get(tables.silver(audit.table()).path());
    return version == null || version < 0 ? audit : audit.published(version);
  }

  private static Payload payload(Intent intent) {
    return RunJson.read(intent.payload(), Payload.class);
  }
}
