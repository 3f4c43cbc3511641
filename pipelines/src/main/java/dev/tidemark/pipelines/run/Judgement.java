// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.nightly.FactTables;
import dev.tidemark.pipelines.nightly.GoldRule;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.table.DataFile;
import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.conform.TransactionTable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Judges what a graph would publish, from its files and figures: what was landed is what the source
 * had, no row is lost or doubled between silver, facts and marts, and gold keeps the rules of its
 * gate.
 */
final class Judgement {

  private final LakeTables tables;
  private final LakeSnapshot before;
  private final Map<String, List<TableChange>> changes;
  private final Figures figures;
  private final List<Check> checks = new ArrayList<>();

  Judgement(LakeTables tables, LakeSnapshot before, List<TableChange> changes, Figures figures) {
    this.tables = tables;
    this.before = before;
    this.changes =
        changes.stream()
            .collect(Collectors.groupingBy(TableChange::table, TreeMap::new, Collectors.toList()));
    this.figures = figures;
  }

  /**
   * Checks that what a table's load was to read was landed whole, whatever was committed meanwhile:
   * a row may leave the window while another comes, so there may be more keys than rows.
   */
  void landed(String table, long rowsBefore, long rowsAfter) {
    long landed = figures.count(table + ".landed_keys");
    long least = Math.min(rowsBefore, rowsAfter);
    checks.add(
        new Check(
            table + ": distinct keys landed are the rows of the window at the source",
            Long.toString(landed),
            least + " or more",
            landed >= least));
  }

  /** Checks that the image of every row that is gone from the source was landed. */
  void deleted(String table, long goneKeys) {
    equal(
        table + ": deleted keys landed are the live keys that the source does not have",
        figures.count(table + ".landed_keys"),
        goneKeys);
  }

  /** Checks that no key of a table was landed twice, and that each of them went somewhere. */
  void accountedFor(String table, long rowsBefore, long rowsAfter) {
    long rows = figures.count(table + ".landed_rows");
    long keys = figures.count(table + ".landed_keys");
    if (rows == keys) {
      equal(
          table + ": distinct keys landed are inserted, updated, unchanged and quarantined",
          keys,
          figures.count(table + ".inserted")
              + figures.count(table + ".updated")
              + figures.count(table + ".unchanged")
              + figures.count(table + ".landed_bad_keys"));
      return;
    }
    // a row that is changed while it is read may be met at its old mark and at its new one
    long moved = Math.max(0, rowsBefore - rowsAfter);
    String example =
        figures.texts(table + ".key_landed_twice").stream().min(String::compareTo).orElse("");
    checks.add(
        new Check(
            table + ": rows landed with the key of another; make the key unique at the source",
            (rows - keys) + " (" + example + ")",
            moved == 0 ? "0" : "at most " + moved + " that moved meanwhile",
            rows - keys <= moved));
  }

  /** Checks every table's files, and the identities between silver, facts and marts. */
  void lake() {
    for (TableSpec table : tables.all()) {
      filesAgree(table);
    }
    tables.facts().forEach(this::facts);
    equal(
        "premium: GBP of the facts is GBP of gpi_utilisation",
        figures.sum("section_month.gwp_gbp"),
        figures.sum("gpi_utilisation.month_gwp_gbp"));
    monthly("facts are the transactions", "fact_rows", "transaction_count");
    monthly("facts without GBP are those", "rows_without_gbp", "rows_without_gbp");
    monthly("GBP of the facts is that", "gwp_gbp", "gwp_gbp");
    monthly("commission of the facts in GBP is that", "commission_gbp", "commission_gbp");
    monthly("net premium of the facts in GBP is that", "net_gbp", "net_gbp");
    claims();
    claimMarts();
    GoldRule.all(tables).forEach(this::gold);
  }

  /** Checks that a sum over the section months is one over premium_monthly. */
  private void monthly(String what, String ofFacts, String ofMart) {
    equal(
        "premium: " + what + " of premium_monthly",
        figures.sum("section_month." + ofFacts),
        figures.sum("premium_monthly." + ofMart));
  }

  /**
   * Checks that the partial sums of claims, by month and by day, are sums of the same facts, and
   * those by month are in the mart.
   */
  private void claims() {
    FactTables claims = tables.facts(TransactionTable.CLAIM);
    equal(
        "claim: GBP paid by month is what premium_monthly has",
        figures.sum(claims.figure("paid_movement_gbp")),
        figures.sum("premium_monthly.paid_movement_gbp"));
    equal(
        "claim: change in GBP incurred by month is what premium_monthly has",
        figures.sum(claims.figure("incurred_change_gbp")),
        figures.sum("premium_monthly.incurred_change_gbp"));
    equal(
        "claim: positions are payments, each by its day",
        figures.count(claims.figure("fact_rows")),
        figures.count("section_paid_day.payments"));
    equal(
        "claim: GBP paid by month is GBP paid by day",
        figures.sum(claims.figure("paid_movement_gbp")),
        figures.sum("section_paid_day.paid_gbp"));
    equal(
        "claim: GBP incurred by change is GBP incurred by the latest positions",
        figures.sum(claims.figure("incurred_change_gbp")),
        figures.sum(claims.figure("latest_incurred_gbp")));
  }

  /** Checks that the marts of claims have what is paid, written and incurred, once each. */
  private void claimMarts() {
    equal(
        "claim: GBP paid by day is GBP of claims_paid_90d_by_claim",
        figures.sum("claims_paid_90d_by_claim.section_paid_day_gbp"),
        figures.sum("claims_paid_90d_by_claim.paid_day_gbp"));
    equal(
        "claim: GBP paid by day is GBP of claims_paid_90d_by_coverholder",
        figures.sum("section_paid_day.paid_gbp"),
        figures.sum("claims_paid_90d_by_coverholder.paid_day_gbp"));
    equal(
        "premium: GBP of the facts is GBP of loss_ratio",
        figures.sum("section_month.gwp_gbp"),
        figures.sum("loss_ratio.gwp_gbp"));
    lossRatio("claim_count", "claim_count");
    lossRatio("latest_paid_gbp", "paid_gbp");
    lossRatio("latest_outstanding_gbp", "outstanding_gbp");
    lossRatio("latest_incurred_gbp", "incurred_gbp");
  }

  private void lossRatio(String ofClaims, String ofMart) {
    equal(
        "claim: " + ofClaims + " of the facts is " + ofMart + " of loss_ratio",
        figures.sum(tables.facts(TransactionTable.CLAIM).figure(ofClaims)),
        figures.sum("loss_ratio." + ofMart));
  }

  /** Checks that no row of transactions is lost or doubled between silver and its facts. */
  private void facts(TransactionTable table, FactTables derived) {
    long silver = rowsAfter(tables.silver(table.tableName()));
    equal(
        derived.name() + ": silver rows are live and deleted versions",
        silver,
        figures.count(derived.figure("live_versions"))
            + figures.count(derived.figure("deleted_versions")));
    equal(
        derived.name() + ": silver rows are facts and superseded versions",
        silver,
        rowsAfter(derived.facts()) + rowsAfter(derived.superseded()));
    equal(
        derived.name() + ": facts are the live versions that were not superseded",
        rowsAfter(derived.facts()),
        figures.count(derived.figure("fact_rows")));
  }

  /** Checks that nothing goes against a rule of the gate. */
  private void gold(GoldRule rule) {
    long violations = figures.count(rule.figure());
    String left = violations + " of " + figures.count(rule.lookedAt());
    if (violations > 0) {
      List<String> named =
          figures.texts(rule.rows()).stream().sorted().limit(GoldRule.NAMED_ROWS).toList();
      long more = violations - named.size();
      left += " (" + String.join("; ", named) + (more > 0 ? "; " + more + " more" : "") + ")";
    }
    checks.add(new Check(rule.name(), left, "0", violations == 0));
  }

  List<Check> checks() {
    return checks;
  }

  /** Throws if a check does not hold. */
  void requireAll() {
    List<Check> broken = checks.stream().filter(check -> !check.holds()).toList();
    if (!broken.isEmpty()) {
      throw new AuditFailedException(
          "reconciliation failed, nothing was published; "
              + broken.stream().map(Check::toString).collect(Collectors.joining("; ")),
          checks);
    }
  }

  /** The rows of the files that would be live agree with the rows that the merge counted. */
  private void filesAgree(TableSpec table) {
    List<TableChange> own = changes.getOrDefault(table.path(), List.of());
    if (own.stream().allMatch(TableChange::isEmpty)) {
      return;
    }
    long inserted = own.stream().mapToLong(TableChange::inserted).sum();
    long deleted = own.stream().mapToLong(TableChange::deleted).sum();
    equal(
        table.path() + ": rows of its files are rows before, plus inserted, less deleted",
        rowsAfter(table),
        rows(before.table(table)) + inserted - deleted);
  }

  private long rowsAfter(TableSpec table) {
    return rows(before.table(table).with(changes.getOrDefault(table.path(), List.of())));
  }

  private static long rows(TableSnapshot table) {
    return table.files().stream().mapToLong(DataFile::rows).sum();
  }

  private void equal(String name, BigDecimal left, BigDecimal right) {
    checks.add(
        new Check(name, left.toPlainString(), right.toPlainString(), left.compareTo(right) == 0));
  }

  private void equal(String name, long left, long right) {
    checks.add(new Check(name, Long.toString(left), Long.toString(right), left == right));
  }
}
