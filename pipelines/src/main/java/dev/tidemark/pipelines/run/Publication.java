// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.LoadAudit;
import dev.tidemark.pipelines.control.MarkMove;
import dev.tidemark.pipelines.control.RunRecord;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.source.ContractColumn;
import dev.tidemark.pipelines.source.SqlType;
import dev.tidemark.pipelines.table.Intent;
import dev.tidemark.pipelines.table.Intents;
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
 * doing all of it again.
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
   * Publishes the batch of a run that died after its intent was durable; gives it, if there was
   * one.
   */
  Optional<RunRecord> rollForward() {
    Optional<Intent> pending = intents.pending();
    pending.ifPresent(this::finish);
    return pending.map(intent -> payload(intent).run());
  }

  /** Makes the intent durable and publishes it; gives the version of each table. */
  Map<String, Long> publish(Intent intent) {
    intents.write(intent);
    return finish(intent);
  }

  private Map<String, Long> finish(Intent intent) {
    Payload payload = payload(intent);
    LakeTables planned = payload.planned(tables);
    Map<String, Long> versions = new TreeMap<>();
    intent
        .baseVersions()
        .forEach(
            (path, base) ->
                versions.put(
                    path,
                    commit(
                        planned.at(path).derivedBy(payload.settingsOf(path)),
                        base,
                        intent,
                        payload)));
    PublishedCut.of(intent.batchId(), payload.run().runId(), payload.publishedAt(), versions)
        .publish(lakeRoot);
    control.moveMarks(
        payload.moves(),
        payload.audits().stream().map(audit -> withVersion(audit, planned, versions)).toList(),
        payload.run());
    intents.complete(intent.batchId());
    return versions;
  }

  private long commit(TableSpec table, long base, Intent intent, Payload payload) {
    List<TableChange> changes = intent.changesOf(table.path());
    String appId = APP_ID + "." + table.path();
    return payload.isRewritten(table.path())
        ? store.rewrite(table, base, changes, appId, intent.batchId())
        : store.commit(table, base, changes, appId, intent.batchId());
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
