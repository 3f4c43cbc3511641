// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.LoadAudit;
import dev.tidemark.pipelines.control.MarkMove;
import dev.tidemark.pipelines.control.RunRecord;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.table.Intent;
import dev.tidemark.pipelines.table.Intents;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Publishes a batch whose intent is durable: commits every table, writes the cut, moves the marks.
 * Each step may be repeated, so a batch whose launcher died anywhere in between is published by
 * doing all of it again.
 */
final class Publication {

  /** Names this pipeline in every table's log; the batch id is its transaction. */
  private static final String APP_ID = "tidemark.nightly";

  /** What the launcher keeps in an intent beside the tables' changes. */
  record Payload(
      Instant publishedAt, List<MarkMove> moves, List<LoadAudit> audits, RunRecord run) {}

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
    Map<String, Long> versions = new TreeMap<>();
    intent
        .baseVersions()
        .forEach(
            (path, base) ->
                versions.put(
                    path,
                    store.commit(
                        tables.at(path),
                        base,
                        intent.changesOf(path),
                        APP_ID + "." + path,
                        intent.batchId())));
    PublishedCut.of(intent.batchId(), payload.run().runId(), payload.publishedAt(), versions)
        .publish(lakeRoot);
    control.moveMarks(payload.moves(), payload.audits(), payload.run());
    intents.complete(intent.batchId());
    return versions;
  }

  private static Payload payload(Intent intent) {
    return RunJson.read(intent.payload(), Payload.class);
  }
}
