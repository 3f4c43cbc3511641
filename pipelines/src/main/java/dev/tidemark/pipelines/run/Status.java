// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.HeldLease;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.control.LoadAudit;
import dev.tidemark.pipelines.control.Mark;
import dev.tidemark.pipelines.control.RunRecord;
import dev.tidemark.pipelines.control.Watermark;
import dev.tidemark.pipelines.table.Intent;
import dev.tidemark.pipelines.table.Intents;
import dev.tidemark.pipelines.table.PublishedCut;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tells how an installation stands, by its control store and the list of what is published. It
 * writes nothing, and asks neither the source nor a table of the lake.
 */
public final class Status {

  private final TidemarkConfig config;
  private final Clock clock;
  private final int lastRuns;

  /** Of an installation, with so many of its last runs. */
  public Status(TidemarkConfig config, Clock clock, int lastRuns) {
    this.config = config;
    this.clock = clock;
    this.lastRuns = lastRuns;
  }

  /**
   * How it stands; empty when no run has made the control store yet.
   *
   * @throws dev.tidemark.pipelines.control.ControlStoreException when it cannot be read
   */
  public Optional<StatusSummary> look() {
    Optional<JdbcControlStore> found = JdbcControlStore.look(config.control());
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try (JdbcControlStore control = found.get()) {
      return Optional.of(summary(control));
    }
  }

  private StatusSummary summary(JdbcControlStore control) {
    Instant now = clock.instant();
    List<HeldLease> leases = control.leases(now);
    HeldLease lease = leases.isEmpty() ? null : leases.get(0);
    String root = config.lake().root();
    PublishedCut cut = PublishedCut.latest(root).orElse(null);
    return new StatusSummary(
        StatusSummary.SCHEMA_VERSION,
        now.toString(),
        lease == null ? null : lease.owner(),
        lease == null ? null : lease.expiresAt().toString(),
        Intents.in(root).pending().map(Intent::batchId).orElse(null),
        cut == null ? null : cut.batchId(),
        cut == null ? null : cut.publishedAt().toString(),
        tables(control.watermarks(), now),
        control.lastRuns(lastRuns).stream().map(run -> run(run, control)).toList(),
        control.openFindings().stream().map(StatusSummary.Finding::of).toList());
  }

  private List<StatusSummary.Table> tables(Map<String, Watermark> stored, Instant now) {
    TreeSet<String> names = new TreeSet<>(config.tables().keySet());
    names.addAll(stored.keySet());
    return names.stream()
        .map(name -> table(name, config.tables().get(name), stored.get(name), now))
        .toList();
  }

  private static StatusSummary.Table table(
      String name, @Nullable TableConfig table, @Nullable Watermark row, Instant now) {
    boolean enabled = table != null && table.enabled() && (row == null || row.enabled());
    if (row == null) {
      return new StatusSummary.Table(name, enabled, null, null, 0, null);
    }
    Mark mark = row.mark();
    Instant moved = row.lastRunAt();
    ZoneId zone = table == null ? ZoneOffset.UTC : table.zone();
    return new StatusSummary.Table(
        name,
        enabled,
        mark == null ? null : mark.text(),
        moved == null ? null : moved.toString(),
        row.lastRunRows(),
        mark == null ? null : lag(mark, zone, now));
  }

  /** Null for numbers, fingerprints, and what an operator wrote that is none of them. */
  private static @Nullable Long lag(Mark mark, ZoneId zone, Instant now) {
    try {
      return new dev.tidemark.pipelines.source.Mark(
              dev.tidemark.pipelines.source.Mark.Type.valueOf(mark.type()), mark.text())
          .instant(zone)
          .map(instant -> Duration.between(instant, now).toSeconds())
          .orElse(null);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static StatusSummary.Run run(RunRecord run, JdbcControlStore control) {
    JsonNode summary = RunJson.parse(run.summary());
    Optional<Instant> began =
        control.audits(run.runId()).stream().map(LoadAudit::startedAt).min(Instant::compareTo);
    return new StatusSummary.Run(
        run.runId(),
        run.logicalTime().toString(),
        run.recordedAt().toString(),
        summary.path("outcome").asText(run.status().name()),
        run.batchId(),
        began
            .map(instant -> Duration.between(instant, run.recordedAt()).toMillis() / 1000.0)
            .orElse(null),
        summary.path("message").asText(null));
  }
}
