// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A control store for tests, which passes the same contract as the real one. */
public final class InMemoryControlStore implements ControlStore {
  private record Lease(String owner, Instant expiresAt) {}

  private final Map<String, Watermark> watermarks = new TreeMap<>();
  private final List<MarkMoved> history = new ArrayList<>();
  private final Map<String, Lease> leases = new TreeMap<>();
  private final Map<String, RunRecord> runs = new TreeMap<>();
  private final Map<String, Map<String, LoadAudit>> audits = new TreeMap<>();
  private final Map<Long, OpenFinding> open = new TreeMap<>();
  private final Map<String, String> judged = new TreeMap<>();
  private final Map<String, Set<Long>> alerted = new TreeMap<>();
  private long lastBatchId;
  private long lastFinding;

  @Override
  public synchronized Optional<Mark> mark(String table) {
    return Optional.ofNullable(marks().get(table));
  }

  @Override
  public synchronized Map<String, Mark> marks() {
    Map<String, Mark> marks = new LinkedHashMap<>();
    watermarks.forEach(
        (table, watermark) -> {
          Mark mark = watermark.mark();
          if (mark != null) {
            marks.put(table, mark);
          }
        });
    return marks;
  }

  @Override
  public synchronized Map<String, Watermark> watermarks() {
    return new LinkedHashMap<>(watermarks);
  }

  @Override
  public synchronized List<MarkMoved> history(String table) {
    return history.stream().filter(moved -> moved.table().equals(table)).toList();
  }

  @Override
  public synchronized long openBatch(long taken) {
    if (lastBatchId <= taken || hasEnded(lastBatchId)) {
      lastBatchId = Math.max(lastBatchId, taken) + 1;
    }
    return lastBatchId;
  }

  @Override
  public synchronized Map<String, Long> markedBy() {
    Map<String, Long> batches = new TreeMap<>();
    Map<String, Mark> marks = marks();
    for (MarkMoved moved : history) {
      if (moved.after().equals(marks.get(moved.table()))) {
        batches.merge(moved.table(), moved.batchId(), Math::max);
      }
    }
    return batches;
  }

  @Override
  public synchronized void moveMarks(
      List<MarkMove> moves, List<LoadAudit> auditsOfRun, RunRecord run) {
    Set<String> seen = new HashSet<>();
    List<MarkMove> due = new ArrayList<>();
    for (MarkMove move : moves) {
      if (!seen.add(move.table())) {
        throw new IllegalArgumentException("table " + move.table() + " is moved twice in one run");
      }
      Mark found = marks().get(move.table());
      if (move.target().equals(found) && movedBy(move.table(), run.batchId())) {
        continue;
      }
      if (!Objects.equals(found, move.read())) {
        throw new MarkConflictException(move.table(), move.read(), found);
      }
      due.add(move);
    }
    due.forEach(move -> move(move, run));
    auditsOfRun.forEach(this::recordAudit);
    recordRun(run);
  }

  @Override
  public synchronized void readAgainFrom(String table, String mark) {
    watermarks.computeIfPresent(
        table,
        (name, row) ->
            new Watermark(
                name,
                row.sourceSchema(),
                row.watermarkColumn(),
                row.keyColumns(),
                row.mark(),
                row.overlap(),
                row.futureRows(),
                row.unmarkedDigest(),
                mark,
                row.enabled(),
                row.lastRunRows(),
                row.lastRunAt()));
  }

  @Override
  public synchronized void acquire(
      Collection<String> tables, String owner, Instant now, Duration ttl) {
    Set<String> wanted = new TreeSet<>(tables);
    for (String table : wanted) {
      Lease lease = leases.get(table);
      if (lease != null && !lease.owner().equals(owner) && lease.expiresAt().isAfter(now)) {
        throw new LeaseHeldException(table, lease.owner(), lease.expiresAt());
      }
    }
    wanted.forEach(table -> leases.put(table, new Lease(owner, Micros.of(now.plus(ttl)))));
  }

  @Override
  public synchronized void release(String owner) {
    leases.values().removeIf(lease -> lease.owner().equals(owner));
  }

  @Override
  public synchronized void recordAudit(LoadAudit audit) {
    Instant ended = audit.endedAt();
    audits
        .computeIfAbsent(audit.runId(), run -> new TreeMap<>())
        .put(
            audit.table(),
            new LoadAudit(
                audit.runId(),
                audit.batchId(),
                audit.table(),
                audit.windowLow(),
                audit.windowHigh(),
                audit.counts(),
                audit.futureRows(),
                audit.nullRows(),
                audit.status(),
                Micros.of(audit.startedAt()),
                ended == null ? null : Micros.of(ended),
                audit.message(),
                audit.silverVersion()));
  }

  @Override
  public synchronized void recordRun(RunRecord run) {
    runs.put(
        run.runId(),
        new RunRecord(
            run.runId(),
            run.batchId(),
            Micros.of(run.logicalTime()),
            run.status(),
            Micros.of(run.recordedAt()),
            run.summary()));
  }

  @Override
  public synchronized Optional<RunRecord> run(String runId) {
    return Optional.ofNullable(runs.get(runId));
  }

  @Override
  public synchronized List<LoadAudit> audits(String runId) {
    return List.copyOf(audits.getOrDefault(runId, Map.of()).values());
  }

  @Override
  public synchronized List<RunRecord> lastRuns(int most) {
    return runs.values().stream()
        .sorted(
            Comparator.comparing(RunRecord::recordedAt)
                .thenComparing(RunRecord::batchId)
                .thenComparing(RunRecord::runId)
                .reversed())
        .limit(most)
        .toList();
  }

  @Override
  public synchronized List<OpenFinding> openFindings() {
    return List.copyOf(open.values());
  }

  @Override
  public synchronized Map<String, String> judged() {
    return new LinkedHashMap<>(judged);
  }

  @Override
  public synchronized void judge(List<Judged> all, String runId, Instant now) {
    for (Judged each : all) {
      Set<Long> standing = new HashSet<>();
      for (Observation what : each.observations()) {
        OpenFinding known =
            open.values().stream()
                .filter(f -> f.scope().equals(each.scope()) && f.what().key().equals(what.key()))
                .findFirst()
                .orElseGet(
                    () ->
                        new OpenFinding(
                            ++lastFinding,
                            each.scope(),
                            what,
                            Micros.of(now),
                            runId,
                            Micros.of(now)));
        standing.add(known.id());
        open.put(
            known.id(),
            new OpenFinding(
                known.id(),
                known.scope(),
                what,
                known.openedAt(),
                known.openedBy(),
                Micros.of(now)));
      }
      open.values().removeIf(f -> f.scope().equals(each.scope()) && !standing.contains(f.id()));
      String basis = each.basis();
      if (basis != null) {
        judged.put(each.scope(), basis);
      }
    }
  }

  @Override
  public synchronized Set<Long> alerted(String channel) {
    Set<Long> told = new HashSet<>(alerted.getOrDefault(channel, Set.of()));
    told.retainAll(open.keySet());
    return told;
  }

  @Override
  public synchronized void recordAlert(
      String channel, Collection<Long> findings, String runId, Instant now) {
    alerted.computeIfAbsent(channel, name -> new HashSet<>()).addAll(findings);
  }

  @Override
  public void close() {}

  private boolean hasEnded(long batchId) {
    return runs.values().stream()
        .filter(run -> run.batchId() == batchId)
        .map(RunRecord::status)
        .anyMatch(status -> status == RunStatus.SUCCEEDED || status == RunStatus.PARTIAL);
  }

  private boolean movedBy(String table, long batchId) {
    return history.stream()
        .anyMatch(moved -> moved.table().equals(table) && moved.batchId() == batchId);
  }

  private void move(MarkMove move, RunRecord run) {
    @Nullable Watermark known = watermarks.get(move.table());
    Instant at = Micros.of(run.recordedAt());
    watermarks.put(
        move.table(),
        new Watermark(
            move.table(),
            move.sourceSchema(),
            move.watermarkColumn(),
            move.keyColumns(),
            move.target(),
            move.overlap(),
            move.futureRows(),
            move.unmarkedDigest(),
            null,
            known == null || known.enabled(),
            move.rows(),
            at));
    history.add(
        new MarkMoved(
            move.table(), run.batchId(), run.runId(), move.read(), move.target(), move.rows(), at));
  }
}
