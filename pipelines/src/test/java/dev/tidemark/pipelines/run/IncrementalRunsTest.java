// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.demo.DemoDay;
import dev.tidemark.pipelines.demo.DemoSource;
import dev.tidemark.pipelines.nightly.LakeTables;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncrementalRunsTest {

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void fourRunsGiveWhatOneRunOverTheSameSourceGives() {
    DemoSource source = DemoSource.at(folder);
    source.recreate();
    Installation nightly = new Installation(source.url(), folder.resolve("nightly"));
    Installation atOnce = new Installation(source.url(), folder.resolve("at-once"));
    for (int day = DemoDay.FIRST; day <= DemoDay.LAST; day++) {
      source.advanceTo(day);
      nightly.run("day-" + day, DemoSource.logicalTime(day));
    }

    atOnce.run("all", DemoSource.logicalTime(DemoDay.LAST));

    // the source keeps no older image of a coverholder, and quarantine tells which batch it was
    String[] ofTheRuns = {
      "coverholder_changes", "coverholder_history", "quarantine/premium_transaction"
    };
    assertThat(nightly.digests(ofTheRuns), is(equalTo(atOnce.digests(ofTheRuns))));
  }

  @Test
  void whatArrivesLaterCompletesWhatCameBefore() throws SQLException {
    DemoSource source = DemoSource.at(folder);
    source.recreate();
    Installation installation = new Installation(source.url(), folder.resolve("lake"));
    execute(
        source,
        // neither the section nor its coverholder nor a rate of its currency is known
        "INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef,"
            + " TransactionSeq, TransactionType, BordereauMonth, CoverholderId, OriginalCurrency,"
            + " GrossPremium, CommissionPct, SubmittedAt, BdxVersion, IsDeleted, ModifiedDate) VALUES"
            + " (900001, 'B0999LATE1', 'S9', 'CERT-1', 1, 'NEW', DATE '2024-03-01', 'CHLATE', 'SEK',"
            + " 1000.00, 10, TIMESTAMP '2024-04-02 09:00:00', 1, 0, TIMESTAMP '2024-04-02 10:00:00')");
    installation.run("day-1", DemoSource.logicalTime(1));

    Row before = fact(installation, "B0999LATE1");
    assertThat(
        before.getString("dq_flags"), is("COVERHOLDER_UNKNOWN,RATE_MISSING,SECTION_UNKNOWN"));
    assertThat(before.getInt32("year_of_account"), is((Integer) null));
    assertThat(
        inferred(installation, "gold/dim_contract_section"), hasSize(1 + KNOWN_TO_FACTS_ONLY));
    String sectionKey = before.getString("contract_section_key");

    execute(
        source,
        "INSERT INTO ref.ContractSection (UMR, SectionNo, CoverholderId, BrokerCode,"
            + " ClassOfBusiness, YearOfAccount, PeriodFrom, PeriodTo, SectionCurrency, ModifiedDate)"
            + " VALUES ('B0999LATE1', 'S9', 'CHLATE', '0999', 'Property', 2024, DATE '2024-01-01',"
            + " DATE '2024-12-31', 'SEK', TIMESTAMP '2024-06-03 03:00:00')",
        "INSERT INTO ref.Coverholder (CoverholderId, CoverholderName, ModifiedDate) VALUES"
            + " ('CHLATE', 'Late Ltd', TIMESTAMP '2024-06-03 03:00:00')",
        "INSERT INTO ref.ExchangeRate VALUES (DATE '2024-03-01', 'SEK', 0.07500000)");
    installation.run("day-2", DemoSource.logicalTime(2));

    Row after = fact(installation, "B0999LATE1");
    assertThat(after.getString("dq_flags"), is(""));
    assertThat(after.getInt32("year_of_account"), is(2024));
    assertThat(after.getDecimal("gross_premium_gbp"), is(new BigDecimal("75.00")));
    assertThat(after.getDecimal("net_premium_gbp"), is(new BigDecimal("67.50")));
    assertThat(after.getString("contract_section_key"), is(sectionKey));
    assertThat(inferred(installation, "gold/dim_contract_section"), hasSize(KNOWN_TO_FACTS_ONLY));
    assertThat(
        installation.rows("gold/dim_coverholder").stream()
            .filter(row -> "CHLATE".equals(row.getString("coverholder_id")))
            .map(row -> row.getBoolean("is_inferred"))
            .toList(),
        is(List.of(false)));
  }

  @Test
  void aCorrectedSectionMovesTheRowAndTheRunnerUpWinsAgain() throws SQLException {
    DemoSource source = DemoSource.at(folder);
    source.recreate();
    Installation installation = new Installation(source.url(), folder.resolve("lake"));
    installation.run("day-1", DemoSource.logicalTime(1));
    // CERT-1001's resubmission of 1250.00 (SPEC's worked example, row 2) was meant for CH002
    execute(
        source,
        "UPDATE bdx.PremiumTransaction SET UMR = 'B0999CH002', SectionNo = 'S2', ModifiedDate ="
            + " TIMESTAMP '2024-06-03 05:00:00' WHERE UMR = 'B0999CH001' AND GrossPremium = 1250.00");

    RunSummary run = installation.run("day-2", DemoSource.logicalTime(2));

    assertThat(
        gross(installation, "B0999CH001", "CERT-1001", "NEW"),
        is(List.of(new BigDecimal("1200.00"))));
    assertThat(
        gross(installation, "B0999CH002", "CERT-1001", "NEW"),
        is(List.of(new BigDecimal("1250.00"))));
    assertThat(
        installation.rows("silver/premium_transaction").stream()
            .filter(row -> "1250.00".equals(String.valueOf(row.getDecimal("gross_premium"))))
            .filter(row -> "CERT-1001".equals(row.getString("certificate_ref")))
            .toList(),
        hasSize(1));
    LoadCounts counts =
        run.tables().stream()
            .filter(table -> table.table().equals("PremiumTransaction"))
            .map(TableSummary::counts)
            .toList()
            .get(0);
    // a row that moved is no new one; it left its old place
    assertThat(
        List.of(counts.inserted(), counts.updated(), counts.deleted()), is(List.of(0L, 1L, 1L)));
    assertThat(installation.differences(), hasSize(0));
  }

  @Test
  void aSectionWhosePeriodOrCurrencyChangedRefreshesItsRisksAndItsContract() throws SQLException {
    DemoSource source = DemoSource.at(folder);
    source.recreate();
    Installation installation = new Installation(source.url(), folder.resolve("lake"));
    execute(
        source,
        "INSERT INTO ref.ExchangeRate VALUES (DATE '2024-03-01', 'SEK', 0.07500000)",
        "INSERT INTO ref.ContractSection (UMR, SectionNo, CoverholderId, BrokerCode,"
            + " ClassOfBusiness, RiskCode, YearOfAccount, PeriodFrom, PeriodTo, SectionCurrency,"
            + " ModifiedDate) VALUES ('B0999RISK1', 'S1', 'CH001', '0999', 'Fine Art', 'FA', 2024,"
            + " DATE '2024-01-01', DATE '2024-12-31', 'GBP', TIMESTAMP '2024-01-02 03:00:00')",
        "INSERT INTO bdx.RiskTransaction (RiskTransactionId, UMR, SectionNo, CertificateRef,"
            + " TransactionSeq, TransactionType, BordereauMonth, RiskInceptionDate, SumInsured,"
            + " SubmittedAt, BdxVersion, IsDeleted, ModifiedDate) VALUES (900001, 'B0999RISK1', 'S1',"
            + " 'CERT-1', 1, 'NEW', DATE '2024-03-01', DATE '2025-01-01', 1000.00,"
            + " TIMESTAMP '2024-04-02 09:00:00', 1, 0, TIMESTAMP '2024-04-02 10:00:00')");
    installation.run("day-1", DemoSource.logicalTime(1));

    Row before = only(installation, "gold/fact_risk_transaction", "umr", "B0999RISK1");
    assertThat(before.getBoolean("is_within_section_period"), is(false));
    assertThat(before.getDecimal("sum_insured_gbp"), is(new BigDecimal("1000.00")));
    assertThat(before.getString("dq_flags"), is("CURRENCY_DEFAULTED,OUTSIDE_PERIOD"));
    Row art = only(installation, "gold/dim_class_of_business", "class_of_business", "Fine Art");
    assertThat(art.getString("risk_codes"), is("FA"));
    long days = version(installation, "gold/dim_date");
    long classes = version(installation, "gold/dim_class_of_business");

    execute(
        source,
        "UPDATE ref.ContractSection SET PeriodTo = DATE '2025-06-30', SectionCurrency = 'SEK',"
            + " ModifiedDate = TIMESTAMP '2024-06-03 03:00:00' WHERE UMR = 'B0999RISK1'");
    installation.run("day-2", DemoSource.logicalTime(2));

    Row after = only(installation, "gold/fact_risk_transaction", "umr", "B0999RISK1");
    assertThat(after.getBoolean("is_within_section_period"), is(true));
    assertThat(after.getDecimal("sum_insured_gbp"), is(new BigDecimal("75.00")));
    assertThat(after.getString("dq_flags"), is("CURRENCY_DEFAULTED"));
    Row contract = only(installation, "gold/dim_contract", "umr", "B0999RISK1");
    assertThat(contract.<LocalDate>getValue("period_to"), is(LocalDate.of(2025, 6, 30)));
    assertThat(contract.getInt32("section_count"), is(1));
    assertThat(version(installation, "gold/dim_date"), is(days));
    assertThat(version(installation, "gold/dim_class_of_business"), is(classes));
    assertThat(installation.differences(), hasSize(0));
  }

  /** Sections that the demo's own premium names and its reference data does not. */
  private static final int KNOWN_TO_FACTS_ONLY = 3;

  private static long version(Installation installation, String table) {
    return installation
        .store()
        .pin(LakeTables.of(installation.config().lake(), Map.of()).at(table))
        .version();
  }

  private static Row only(Installation installation, String table, String column, String value) {
    List<Row> rows =
        installation.rows(table).stream()
            .filter(row -> value.equals(row.getString(column)))
            .toList();
    assertThat(rows, hasSize(1));
    return rows.get(0);
  }

  private static Row fact(Installation installation, String umr) {
    return only(installation, "gold/fact_premium_transaction", "umr", umr);
  }

  private static List<BigDecimal> gross(
      Installation installation, String umr, String certificate, String type) {
    return installation.rows("gold/fact_premium_transaction").stream()
        .filter(row -> umr.equals(row.getString("umr")))
        .filter(row -> certificate.equals(row.getString("certificate_ref")))
        .filter(row -> type.equals(row.getString("transaction_type")))
        .map(row -> row.getDecimal("gross_premium_signed"))
        .toList();
  }

  private static List<Row> inferred(Installation installation, String table) {
    return installation.rows(table).stream()
        .filter(row -> Boolean.TRUE.equals(row.getBoolean("is_inferred")))
        .toList();
  }

  private static void execute(DemoSource source, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(source.url());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
