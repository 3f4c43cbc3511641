// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import dev.tidemark.pipelines.run.HistorySummary;
import dev.tidemark.pipelines.run.LakeChange;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.table.GoneVersionException;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * What a run added to the histories of the dimensions: how many versions, and of the first {@value
 * ReportPage#SHOWN} of each history what changed with them. Which versions are new is told by the
 * cut before; where that has expired, or nothing was published before, the counts have to do.
 *
 * @param histories the histories that the run made
 * @param versions the new versions, latest first in each history
 */
record HistoryChanges(List<History> histories, List<Version> versions) {

  /** A history, and what the run did to it. */
  record History(
      String table,
      String added,
      String changed,
      String gone,
      String versions,
      String noops,
      String conflicts) {}

  /** A new version: of whom, since when, and what is another than in the version before. */
  record Version(String dimension, String key, String since, String sinceSort, String change) {}

  /** The columns that people know a key by. */
  private static final Map<String, List<String>> KNOWN_BY =
      Map.of(
          "coverholder", List.of("coverholder_id"),
          "broker", List.of("broker_code"),
          "contract_section", List.of("umr", "section_no"));

  private static final String FROM = "valid_from";
  private static final Set<String> NOT_TOLD =
      Set.of(FROM, "valid_to", "is_current", "is_deleted", "is_inferred");

  static HistoryChanges of(RunSummary summary, @Nullable ReportedCut cut) {
    List<History> histories = new ArrayList<>();
    List<Version> versions = new ArrayList<>();
    for (HistorySummary history : summary.histories()) {
      LakeChange change =
          summary.lake().stream()
              .filter(table -> table.table().equals(history.table()))
              .findFirst()
              .orElse(new LakeChange(history.table(), 0, 0, 0, 0));
      histories.add(history(history, change));
      if (cut != null && cut.published().batchId() == summary.batchId() && change.inserted() > 0) {
        cut.before()
            .flatMap(before -> added(history.table(), before, cut))
            .ifPresent(versions::addAll);
      }
    }
    return new HistoryChanges(histories, versions);
  }

  private static History history(HistorySummary history, LakeChange change) {
    return new History(
        dimension(history.table()),
        Wording.count(change.inserted()),
        Wording.count(change.updated()),
        Wording.count(change.deleted()),
        Wording.count(history.versions()),
        Wording.count(history.newNoopUpdates()),
        Wording.count(history.newSequenceConflicts()));
  }

  /** A history's dimension: {@code coverholder} of {@code gold/dim_coverholder_history}. */
  private static String dimension(String table) {
    return table.replaceAll("^gold/dim_|_history$", "");
  }

  /** The versions that a history has and had not before; empty when that cannot be told. */
  private static Optional<List<Version>> added(String table, ReportedCut before, ReportedCut now) {
    if (!before.snapshot(table).exists()) {
      return Optional.empty();
    }
    String dimension = dimension(table);
    String versionKey = dimension + "_version_key";
    try {
      Set<String> known = new HashSet<>();
      TableRows old = before.rows(table, versionKey);
      int key = old.layout().column(versionKey);
      old.forEach(row -> known.add(row.getString(key)));
      return Optional.of(told(dimension, now.rows(table), known));
    } catch (GoneVersionException vacuumed) {
      return Optional.empty();
    }
  }

  private static List<Version> told(String dimension, TableRows history, Set<String> known) {
    RowLayout layout = history.layout();
    int versionKey = layout.column(dimension + "_version_key");
    int durableKey = layout.column(dimension + "_key");
    List<Row> added = new ArrayList<>();
    history.forEach(
        row -> {
          if (!known.contains(row.getString(versionKey)) && added.size() < ReportPage.SHOWN) {
            added.add(row.toRow());
          }
        });
    Set<String> keys = new HashSet<>();
    added.forEach(row -> keys.add(text(row, dimension + "_key")));
    Map<String, List<Row>> byKey = new HashMap<>();
    history.forEach(
        row -> {
          if (keys.contains(row.getString(durableKey))) {
            byKey
                .computeIfAbsent(row.getString(durableKey), k -> new ArrayList<>())
                .add(row.toRow());
          }
        });
    return added.stream()
        .sorted(Comparator.comparing(HistoryChanges::since).reversed())
        .map(row -> version(dimension, row, byKey.get(text(row, dimension + "_key"))))
        .toList();
  }

  private static Version version(String dimension, Row row, @Nullable List<Row> ofKey) {
    Optional<Row> before =
        Optional.ofNullable(ofKey).orElse(List.of()).stream()
            .filter(other -> since(other).isBefore(since(row)))
            .max(Comparator.comparing(HistoryChanges::since));
    List<String> names = new ArrayList<>();
    KNOWN_BY.getOrDefault(dimension, List.of()).forEach(name -> names.add(text(row, name)));
    return new Version(
        dimension,
        String.join(" ", names),
        Wording.time(since(row)),
        since(row).toString(),
        Wording.line(
            before.map(earlier -> difference(dimension, earlier, row)).orElse("first version")));
  }

  private static String difference(String dimension, Row before, Row after) {
    List<String> changes = new ArrayList<>();
    for (String column : after.getSchema().getFieldNames()) {
      boolean isTold = !NOT_TOLD.contains(column) && !column.startsWith(dimension + "_version");
      if (isTold && !Objects.equals(before.getValue(column), after.getValue(column))) {
        changes.add(
            column.endsWith("_key")
                ? "another " + column.substring(0, column.length() - "_key".length())
                : column + " " + text(before, column) + " → " + text(after, column));
      }
    }
    return changes.isEmpty() ? "same content" : String.join("; ", changes);
  }

  private static Instant since(Row row) {
    Instant since = row.getLogicalTypeValue(FROM, Instant.class);
    return since == null ? Instant.EPOCH : since;
  }

  private static String text(Row row, String column) {
    Object value = row.getValue(column);
    return value == null ? "nothing" : String.valueOf(value);
  }
}
