// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.demo.DemoDay;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.reconcile.Digests;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.LakeChange;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.conform.TransactionTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.beam.sdk.values.Row;

/** Looks into the demo's lake and source and says what they prove. */
final class DemoEvidence {

  private static final String HISTORY = "gold/dim_coverholder_history";
  private static final String CLAIM = "CLM-003-1";
  private static final List<String> POSITIONS =
      List.of("100.00 + 900.00", "500.00 + 500.00", "650.00 + 0.00, latest");
  private static final int COVERHOLDERS = 500;
  private static final int VERSIONS = 509;
  private static final int CHANGED_KEYS = 3;
  private static final int VERSIONS_OF_CHANGED = 12;

  private final String lakeRoot;
  private final LakeTables tables;
  private final TableStore store;
  private final List<Check> checks = new ArrayList<>();
  private Map<String, Long> versionsBefore = Map.of();
  private Map<String, TableDigest> digestsBefore = Map.of();

  DemoEvidence(TidemarkConfig config) {
    lakeRoot = config.lake().root();
    tables = LakeTables.of(config.lake(), Map.of());
    store = DeltaTableStore.in(lakeRoot);
  }

  List<Check> checks() {
    return checks;
  }

  /**
   * Each source table changed silver and quarantine by as many rows as the day announced, and no
   * other did.
   */
  void changedAsAnnounced(DemoDay day, RunSummary summary) {
    Map<String, Long> changed = new TreeMap<>();
    for (String table : summary.tables().stream().map(t -> t.table()).sorted().toList()) {
      String name = tables.contract(table).name();
      long rows = 0;
      for (LakeChange change : summary.lake()) {
        if (change.table().equals("silver/" + name)
            || change.table().equals("quarantine/" + name)) {
          rows += change.inserted() + change.updated();
        }
      }
      if (rows > 0) {
        changed.put(table, rows);
      }
    }
    Map<String, Long> announced = new TreeMap<>();
    day.changedRows().forEach((table, rows) -> announced.put(table, rows.longValue()));
    check("day " + day.number() + ": rows changed, by source table", changed, announced);
    check(
        "day " + day.number() + ": reconciliation checks that fail",
        summary.checks().stream().filter(c -> !c.holds()).count(),
        0L);
  }

  /** Remembers the lake before the last day is repeated. */
  void beforeRepeat() {
    versionsBefore = cut().versions();
    digestsBefore = digests();
  }

  /** The repeated day left every table at its version, with its content. */
  void repeatChangedNothing(RunSummary again) {
    check("day 4 again: outcome", again.outcome(), RunSummary.Outcome.EMPTY);
    check(
        "day 4 again: tables with another version",
        differences(versionsBefore, cut().versions()),
        List.of());
    check(
        "day 4 again: tables with another digest, of " + digestsBefore.size(),
        differences(digestsBefore, digests()),
        List.of());
  }

  /**
   * The coverholders' history: 500 first versions, and three more of the three that changed on
   * three days.
   */
  void histories() {
    TableSpec history = tables.at(HISTORY);
    List<Row> rows =
        BucketMerge.of(history, pinned(history), 0, lakeRoot, "evidence")
            .read()
            .toRows(history.layout());
    check("dim_coverholder_history: versions", rows.size(), VERSIONS);
    check(
        "dim_coverholder_history: open versions",
        rows.stream().filter(row -> Boolean.TRUE.equals(row.getBoolean("is_current"))).count(),
        (long) COVERHOLDERS);
    Map<String, List<Row>> byKey =
        rows.stream()
            .sorted(
                Comparator.comparing(
                    row -> row.getLogicalTypeValue("valid_from", java.time.Instant.class)))
            .collect(
                Collectors.groupingBy(row -> String.valueOf(row.getString("coverholder_key"))));
    List<List<Row>> changed = byKey.values().stream().filter(v -> v.size() > 1).toList();
    check("dim_coverholder_history: keys with several versions", changed.size(), CHANGED_KEYS);
    check(
        "dim_coverholder_history: versions of these keys",
        changed.stream().mapToInt(List::size).sum(),
        VERSIONS_OF_CHANGED);
    check(
        "dim_coverholder_history: windows that do not begin where the one before ends",
        changed.stream().mapToInt(DemoEvidence::breaks).sum(),
        0);
  }

  /** The claim that the days tell of has three positions, the last of which counts. */
  void positions() {
    TableSpec facts = tables.facts(TransactionTable.CLAIM).facts();
    RowLayout layout = facts.layout();
    TreeMap<Integer, String> positions = new TreeMap<>();
    TableRows.of(facts, pinned(facts), lakeRoot)
        .forEach(
            row -> {
              if (CLAIM.equals(row.getString(layout.column("claim_ref")))) {
                positions.put(
                    row.getInt(layout.column("bordereau_month")),
                    row.getValue(layout.column("paid_to_date"))
                        + " + "
                        + row.getValue(layout.column("outstanding"))
                        + (row.getInt(layout.column("is_latest_position")) == 1 ? ", latest" : ""));
              }
            });
    check(
        "fact_claim_transaction: paid and outstanding of " + CLAIM + ", month by month",
        List.copyOf(positions.values()),
        POSITIONS);
  }

  /** The identities of the whole lake. */
  void reconciliation(List<Check> identities) {
    checks.addAll(identities);
  }

  private static int breaks(List<Row> versions) {
    int breaks = 0;
    for (int i = 1; i < versions.size(); i++) {
      Object end = versions.get(i - 1).getValue("valid_to");
      Object start = versions.get(i).getValue("valid_from");
      if (!Objects.equals(end, start)) {
        breaks++;
      }
    }
    return breaks;
  }

  private Map<String, TableDigest> digests() {
    return Digests.of(lakeRoot, tables, store).byPath();
  }

  private TableSnapshot pinned(TableSpec table) {
    Long version = cut().versions().get(table.path());
    return version == null ? TableSnapshot.absent(table) : store.pin(table, version);
  }

  private PublishedCut cut() {
    return PublishedCut.latest(lakeRoot)
        .orElseThrow(() -> new IllegalStateException("nothing was published in " + lakeRoot));
  }

  private static <V> List<String> differences(Map<String, V> before, Map<String, V> after) {
    return after.entrySet().stream()
        .filter(entry -> !entry.getValue().equals(before.get(entry.getKey())))
        .map(Map.Entry::getKey)
        .toList();
  }

  private void check(String name, Object found, Object expected) {
    checks.add(
        new Check(name, String.valueOf(found), String.valueOf(expected), found.equals(expected)));
  }
}
