// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import dev.tidemark.pipelines.config.FindingKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The SQL of {@code etl.finding}, {@code etl.alert} and {@code etl.judged}. Whoever opens a finding
 * takes the next number: two runs that judge at once meet in the primary key, and the second one
 * judges again on what the first has written.
 */
final class FindingTables {

  private FindingTables() {}

  static List<OpenFinding> open(Sql sql) throws SQLException {
    return sql.list(
        "SELECT finding_id, scope, finding_key, kind, about, finding_text, opened_utc, opened_by_run,"
            + " last_seen_utc FROM etl.finding WHERE closed_utc IS NULL ORDER BY finding_id",
        FindingTables::finding);
  }

  static Map<String, String> judged(Sql sql) throws SQLException {
    Map<String, String> bases = new LinkedHashMap<>();
    sql.list(
            "SELECT scope, basis FROM etl.judged ORDER BY scope",
            row -> Map.entry(row.getString("scope"), row.getString("basis")))
        .forEach(entry -> bases.put(entry.getKey(), entry.getValue()));
    return bases;
  }

  static void judge(Sql sql, List<Judged> all, String runId, Instant now) throws SQLException {
    Map<String, OpenFinding> open = new HashMap<>();
    for (OpenFinding finding : open(sql)) {
      open.put(place(finding.scope(), finding.what().key()), finding);
    }
    long next =
        sql.first(
                    "SELECT COALESCE(MAX(finding_id), 0) AS last_id FROM etl.finding",
                    row -> row.getLong(1))
                .orElse(0L)
            + 1;
    for (Judged judged : all) {
      Set<String> standing = new HashSet<>();
      for (Observation what : judged.observations()) {
        standing.add(what.key());
        OpenFinding known = open.get(place(judged.scope(), what.key()));
        if (known == null) {
          insert(sql, next++, judged.scope(), what, runId, now);
        } else if (!known.what().equals(what)) {
          retell(sql, known.id(), what);
        }
      }
      for (OpenFinding finding : open.values()) {
        if (finding.scope().equals(judged.scope()) && !standing.contains(finding.what().key())) {
          close(sql, finding.id(), runId, now);
        }
      }
      sql.update(
          "UPDATE etl.finding SET last_seen_utc = ? WHERE scope = ? AND closed_utc IS NULL",
          now,
          judged.scope());
      keepBasis(sql, judged, now);
    }
  }

  private static String place(String scope, String key) {
    return scope + "\n" + key;
  }

  private static void insert(
      Sql sql, long id, String scope, Observation what, String runId, Instant now)
      throws SQLException {
    sql.update(
        "INSERT INTO etl.finding (finding_id, scope, finding_key, kind, about, finding_text,"
            + " opened_utc, opened_by_run, last_seen_utc) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        id,
        scope,
        what.key(),
        what.kind().text(),
        what.about(),
        what.text(),
        now,
        runId,
        now);
  }

  private static void retell(Sql sql, long id, Observation what) throws SQLException {
    sql.update(
        "UPDATE etl.finding SET kind = ?, about = ?, finding_text = ? WHERE finding_id = ?",
        what.kind().text(),
        what.about(),
        what.text(),
        id);
  }

  private static void close(Sql sql, long id, String runId, Instant now) throws SQLException {
    sql.update(
        "UPDATE etl.finding SET closed_utc = ?, closed_by_run = ? WHERE finding_id = ?",
        now,
        runId,
        id);
  }

  private static void keepBasis(Sql sql, Judged judged, Instant now) throws SQLException {
    String basis = judged.basis();
    if (basis == null) {
      return;
    }
    int known =
        sql.update(
            "UPDATE etl.judged SET basis = ?, judged_utc = ? WHERE scope = ?",
            basis,
            now,
            judged.scope());
    if (known == 0) {
      sql.update(
          "INSERT INTO etl.judged (scope, basis, judged_utc) VALUES (?, ?, ?)",
          judged.scope(),
          basis,
          now);
    }
  }

  static Set<Long> alerted(Sql sql, String channel) throws SQLException {
    return new HashSet<>(
        sql.list(
            "SELECT a.finding_id FROM etl.alert a JOIN etl.finding f ON f.finding_id = a.finding_id"
                + " WHERE a.channel = ? AND f.closed_utc IS NULL",
            row -> row.getLong(1),
            channel));
  }

  static void recordAlert(
      Sql sql, String channel, Collection<Long> findings, String runId, Instant now)
      throws SQLException {
    Set<Long> told = alerted(sql, channel);
    for (long id : findings) {
      if (!told.contains(id)) {
        sql.update(
            "INSERT INTO etl.alert (finding_id, channel, sent_utc, sent_by_run)"
                + " VALUES (?, ?, ?, ?)",
            id,
            channel,
            now,
            runId);
      }
    }
  }

  private static OpenFinding finding(ResultSet row) throws SQLException {
    String kind = row.getString("kind");
    return new OpenFinding(
        row.getLong("finding_id"),
        row.getString("scope"),
        new Observation(
            row.getString("finding_key"),
            FindingKind.named(kind)
                .orElseThrow(
                    () -> new SQLException("etl.finding has a row of the unknown kind " + kind)),
            row.getString("about"),
            row.getString("finding_text")),
        Sql.knownInstant(row, "opened_utc"),
        row.getString("opened_by_run"),
        Sql.knownInstant(row, "last_seen_utc"));
  }
}
