// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.testing.RowsMatcher;
import dev.tidemark.transforms.premium.UnfitAmountException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whole runs over a source that has what no coverholder should send: every row becomes a fact with
 * flags or stands in quarantine with its reason, and all identities hold. What would not fit its
 * column stops the run by name.
 */
@TestMethodOrder(OrderAnnotation.class)
class BadInputRunsTest {

  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");
  private static final String SENT = "2024-02-05 00:00:00";
  private static final String LARGEST = "9999999999999999.99";
  private static final String FACTS = "gold/fact_premium_transaction";
  private static final int FIRST_BAD_ID = 201;

  private static WorkedExample source;
  private static Installation installation;

  @BeforeAll
  static void publishesWhatIsBad(@TempDir Path folder) throws SQLException, IOException {
    source = WorkedExample.in(TestSource.H2);
    for (int section = 4; section <= 8; section++) {
      String coverholder = "CH00" + section;
      source.execute(WorkedExample.section("B0999" + coverholder, "S" + section, coverholder));
    }
    source.execute(
        section("S4", "GpiLimit = -5, GpiCurrency = 'GBP'"),
        section("S6", "GpiLimit = 100, GpiCurrency = 'CHF'"),
        section("S7", "GpiLimit = 0, GpiCurrency = 'CHF', ClassOfBusiness = 'Without a plan'"),
        section("S8", "PeriodTo = '2023-12-31'"),
        "INSERT INTO ref.ExchangeRate VALUES ('2024-01-01', 'USD', 0.80)",
        "INSERT INTO ref.ExchangeRate VALUES ('2024-01-01', 'JPY', 0)",
        "INSERT INTO ref.ExchangeRate VALUES ('2024-01-01', 'XXL', 3)",
        "INSERT INTO ref.BusinessPlan VALUES ('Property', 2024, 0.6)");
    source.execute(
        premium(201, "CH004", "WHATEVER", "2024-01-01", "-10.00"),
        premium(202, "CH001", "NEW", "2024-01-01", "20.00"),
        set(202, "UMR = 'not a umr'"),
        premium(203, "CH004", "NEW", "2024-01-31", "30.00"),
        premium(204, "CH004", "NEW", "2024-01-15", "31.00"),
        set(204, "CertificateRef = 'CERT-203', SubmittedAt = '2024-02-06 00:00:00'"),
        premium(205, "CH004", "NEW", "2024-01-01", "50.00"),
        set(205, "SectionNo = 'S9'"),
        premium(206, "CH004", "NEW", "2024-01-01", "60.00"),
        set(206, "OriginalCurrency = 'EUR'"),
        premium(207, "CH004", "NEW", "2024-01-01", "70.00"),
        set(207, "OriginalCurrency = 'USD', RateOfExchange = 0"),
        premium(208, "CH004", "NEW", "2024-01-01", "80.00"),
        set(208, "OriginalCurrency = 'JPY', RateOfExchange = -1"),
        premium(209, "CH004", "NEW", "2024-01-01", "90.00"),
        set(209, "OriginalCurrency = NULL, RateOfExchange = 1.25"),
        premium(210, "CH005", "NEW", "2024-01-01", LARGEST),
        premium(211, "CH005", "MTA", "2024-01-01", LARGEST),
        premium(212, "CH004", "NEW", "2024-01-01", "NULL"),
        premium(213, "CH004", "NEW", "2024-01-01", "1.00"),
        set(213, "CertificateRef = '  '"),
        premium(214, "CH001", "NEW", "2024-01-01", "1.00"),
        set(214, "UMR = 'B0777XX001', CoverholderId = 'CH999'"),
        premium(215, "CH004", "NEW", "2024-02-29", "15.00"),
        set(215, "OriginalCurrency = 'USD', SettlementCurrency = 'EUR', RateOfExchange = 0.9"),
        premium(216, "CH006", "NEW", "2024-01-01", "5.00"),
        premium(217, "CH007", "NEW", "2024-01-01", "5.00"));
    source.execute(
        risk(301, "B0999CH004", "S4", "nonsense", "2024-01-31", "NULL", "GBP", LARGEST),
        risk(302, "not a umr", "S1", "NEW", "2024-01-01", "'2024-01-01'", null, "-5.00"),
        risk(303, "B0999CH004", "S4", "NEW", "2024-01-01", "'2025-01-01'", "JPY", "80.00"),
        risk(304, "B0999CH004", "S4", "NEW", "2024-01-01", "'2024-12-31'", "USD", "70.00"),
        claim(401, "B0999CH005", "S5", "2024-01-31", "GBP", LARGEST),
        claim(402, "B0999CH004", "S9", "2023-06-15", "JPY", "-5.00"));
    installation = new Installation(source.url(), folder.resolve("lake"));
    installation.run("night-1", NIGHT);
  }

  @Order(1)
  @Test
  void whatCanBeUsedIsAFactWithItsFlags() {
    assertThat(
        rows(FACTS, row -> id(row) >= FIRST_BAD_ID),
        cells(
            FACTS,
            """
            premium_transaction_id | transaction_type | bordereau_month | original_currency | rate_to_gbp | gross_premium_signed | gross_premium_gbp   | year_of_account | version_count | dq_flags
            201                    | WHATEVER         | 2024-01-01      | GBP               | 1.00000000  | -10.00               | -10.00              | 2024            | 1             | COMMISSION_MISSING,SEQ_MISSING,TYPE_UNKNOWN
            202                    | NEW              | 2024-01-01      | GBP               | 1.00000000  | 20.00                | 20.00               | null            | 1             | BROKER_UNKNOWN,COMMISSION_MISSING,SECTION_UNKNOWN,SEQ_MISSING,UMR_FORMAT
            204                    | NEW              | 2024-01-01      | GBP               | 1.00000000  | 31.00                | 31.00               | 2024            | 2             | COMMISSION_MISSING,SEQ_MISSING
            205                    | NEW              | 2024-01-01      | GBP               | 1.00000000  | 50.00                | 50.00               | null            | 1             | COMMISSION_MISSING,SECTION_UNKNOWN,SEQ_MISSING
            206                    | NEW              | 2024-01-01      | EUR               | null        | 60.00                | null                | 2024            | 1             | COMMISSION_MISSING,RATE_MISSING,SEQ_MISSING
            207                    | NEW              | 2024-01-01      | USD               | 0.80000000  | 70.00                | 56.00               | 2024            | 1             | COMMISSION_MISSING,SEQ_MISSING
            208                    | NEW              | 2024-01-01      | JPY               | null        | 80.00                | null                | 2024            | 1             | COMMISSION_MISSING,RATE_MISSING,SEQ_MISSING
            209                    | NEW              | 2024-01-01      | GBP               | 1.00000000  | 90.00                | 90.00               | 2024            | 1             | COMMISSION_MISSING,CURRENCY_DEFAULTED,RATE_ON_GBP,SEQ_MISSING
            210                    | NEW              | 2024-01-01      | GBP               | 1.00000000  | 9999999999999999.99  | 9999999999999999.99 | 2024            | 1             | COMMISSION_MISSING,SEQ_MISSING
            211                    | MTA              | 2024-01-01      | GBP               | 1.00000000  | 9999999999999999.99  | 9999999999999999.99 | 2024            | 1             | COMMISSION_MISSING,SEQ_MISSING
            214                    | NEW              | 2024-01-01      | GBP               | 1.00000000  | 1.00                 | 1.00                | null            | 1             | BROKER_UNKNOWN,COMMISSION_MISSING,COVERHOLDER_UNKNOWN,SECTION_UNKNOWN,SEQ_MISSING
            215                    | NEW              | 2024-02-01      | USD               | null        | 15.00                | null                | 2024            | 1             | COMMISSION_MISSING,RATE_MISSING,SEQ_MISSING
            216                    | NEW              | 2024-01-01      | GBP               | 1.00000000  | 5.00                 | 5.00                | 2024            | 1             | COMMISSION_MISSING,SEQ_MISSING
            217                    | NEW              | 2024-01-01      | GBP               | 1.00000000  | 5.00                 | 5.00                | 2024            | 1             | COMMISSION_MISSING,SEQ_MISSING
            """));
  }

  @Order(1)
  @Test
  void riskOfAnyKindIsAFactWithItsFlagsToo() {
    assertThat(
        installation.rows("gold/fact_risk_transaction"),
        cells(
            "gold/fact_risk_transaction",
            """
            risk_transaction_id | transaction_type | bordereau_month | original_currency | sum_insured         | sum_insured_gbp     | is_within_section_period | year_of_account | dq_flags
            301                 | NONSENSE         | 2024-01-01      | GBP               | 9999999999999999.99 | 9999999999999999.99 | null                     | 2024            | NO_INCEPTION,SEQ_MISSING,TYPE_UNKNOWN
            302                 | NEW              | 2024-01-01      | null              | -5.00               | null                | null                     | null            | BROKER_UNKNOWN,COVERHOLDER_UNKNOWN,CURRENCY_MISSING,SECTION_UNKNOWN,SEQ_MISSING,UMR_FORMAT
            303                 | NEW              | 2024-01-01      | JPY               | 80.00               | null                | false                    | 2024            | OUTSIDE_PERIOD,RATE_MISSING,SEQ_MISSING
            304                 | NEW              | 2024-01-01      | USD               | 70.00               | 56.00               | true                     | 2024            | SEQ_MISSING
            """));
  }

  /** Neither certificate has a risk, and the second claim is older than its contract. */
  @Order(1)
  @Test
  void aClaimBeforeItsRiskIsAFact() {
    assertThat(
        installation.rows("gold/fact_claim_transaction"),
        cells(
            "gold/fact_claim_transaction",
            """
            claim_transaction_id | bordereau_month | original_currency | paid_to_date        | paid_gbp            | outstanding | is_latest_position | year_of_account | dq_flags
            401                  | 2024-01-01      | GBP               | 9999999999999999.99 | 9999999999999999.99 | 0.00        | 1                  | 2024            | ""
            402                  | 2023-06-01      | JPY               | -5.00               | null                | 0.00        | 1                  | null            | COVERHOLDER_UNKNOWN,RATE_MISSING,SECTION_UNKNOWN
            """));
  }

  @Order(1)
  @Test
  void whatCannotIsInQuarantineWithItsReason() {
    assertThat(
        installation.rows("quarantine/premium_transaction"),
        cells(
            "quarantine/premium_transaction",
            """
            source_key | reason
            212        | NO_AMOUNT
            213        | NO_KEY
            """));
  }

  @Order(1)
  @Test
  void whatNobodyDescribedGetsARowToPointTo() {
    assertThat(
        rows("gold/dim_contract_section", BadInputRunsTest::isInferred),
        cells(
            "gold/dim_contract_section",
            """
            umr        | section_no | year_of_account
            NOT A UMR  | S1         | null
            B0999CH004 | S9         | null
            B0777XX001 | S1         | null
            """));
    assertThat(
        rows("gold/dim_coverholder", BadInputRunsTest::isInferred),
        cells("gold/dim_coverholder", "coverholder_id | coverholder_name\nCH999 | null"));
    assertThat(
        rows("gold/dim_broker", BadInputRunsTest::isInferred),
        cells("gold/dim_broker", "broker_code | broker_name\n0777 | null\n\"OT A\" | null"));
  }

  /** S4: −10.00 + 31.00 + 56.00 + 90.00, and what has no rate counts 0; S5 widens. */
  @Order(1)
  @Test
  void aLimitThatCannotBeUsedIsFlaggedAndSumsWiden() {
    assertThat(
        rows("mart/gpi_utilisation", row -> !row.getString("section_no").matches("S[23]")),
        cells(
            "mart/gpi_utilisation",
            """
            umr        | section_no | bordereau_month | month_gwp_gbp        | cumulative_gwp_gbp   | gpi_limit_gbp | utilisation_pct | alert_level | limit_flag
            B0999CH001 | S1         | 2024-01-01      | 2050.00              | 2050.00              | null          | null            | NO_LIMIT    | null
            B0999CH001 | S1         | 2024-02-01      | 2150.00              | 4200.00              | null          | null            | NO_LIMIT    | null
            NOT A UMR  | S1         | 2024-01-01      | 20.00                | 20.00                | null          | null            | NO_LIMIT    | null
            B0777XX001 | S1         | 2024-01-01      | 1.00                 | 1.00                 | null          | null            | NO_LIMIT    | null
            B0999CH004 | S4         | 2024-01-01      | 167.00               | 167.00               | null          | null            | NO_LIMIT    | LIMIT_INVALID
            B0999CH004 | S4         | 2024-02-01      | 0.00                 | 167.00               | null          | null            | NO_LIMIT    | LIMIT_INVALID
            B0999CH004 | S9         | 2024-01-01      | 50.00                | 50.00                | null          | null            | NO_LIMIT    | null
            B0999CH005 | S5         | 2024-01-01      | 19999999999999999.98 | 19999999999999999.98 | null          | null            | NO_LIMIT    | null
            B0999CH006 | S6         | 2024-01-01      | 5.00                 | 5.00                 | null          | null            | NO_LIMIT    | LIMIT_RATE_MISSING
            B0999CH007 | S7         | 2024-01-01      | 5.00                 | 5.00                 | 0.00          | null            | NO_LIMIT    | null
            """));
  }

  /** S8 has a period that ends before it begins. */
  @Order(1)
  @Test
  void aMonthIsWrittenOnAnyOfItsDaysAndNobodyOwesAPeriodThatIsNone() {
    assertThat(
        rows("mart/missing_bordereaux", row -> row.getString("section_no").matches("S[489]")),
        cells(
            "mart/missing_bordereaux",
            """
            section_no | missing_month | due_date   | kind
            S4         | 2024-03-01    | 2024-04-15 | TRAILING
            S4         | 2024-04-01    | 2024-05-15 | TRAILING
            """));
  }

  @Order(1)
  @Test
  void everythingIsAccountedFor() {
    assertThat(installation.differences(), empty());
  }

  @Order(2)
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CommissionPct = 150 | PremiumTransaction 210: commission_amount: 14999999999999999.99",
        "OriginalCurrency = 'USD', RateOfExchange = 1.5"
            + " | PremiumTransaction 210: gross_premium_gbp: 14999999999999999.99",
      })
  void anAmountThatWouldNotFitStopsTheRunByName(String mistake, String told) throws SQLException {
    source.execute(modify(210, mistake, 3));

    assertStopped(told + " does not fit DECIMAL(18,2)");

    source.execute(
        modify(210, "CommissionPct = NULL, OriginalCurrency = 'GBP', RateOfExchange = NULL", 4));
  }

  @Order(2)
  @Test
  void aSumInsuredThatWouldNotFitStopsTheRunByName() throws SQLException {
    source.execute(modifyRisk(301, "XXL", 3));

    assertStopped(
        "RiskTransaction 301: sum_insured_gbp: 29999999999999999.97 does not fit DECIMAL(18,2)");

    source.execute(modifyRisk(301, "GBP", 4));
  }

  @Order(3)
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GpiLimit = 0.01, GpiCurrency = 'GBP' | utilisation_pct: 199999999999999999800.000000 does"
            + " not fit DECIMAL(18,6)",
        "GpiLimit = 9999999999999999.99, GpiCurrency = 'XXL' | gpi_limit_gbp:"
            + " 29999999999999999.97 does not fit DECIMAL(18,2)",
      })
  void aLimitThatWouldNotFitStopsTheRunByName(String mistake, String told) throws SQLException {
    source.execute(section("S5", mistake + ", ModifiedDate = '2024-01-01 00:00:01'"));

    assertStopped("section B0999CH005 S5: " + told);

    source.execute(section("S5", "GpiLimit = NULL, ModifiedDate = '2024-01-01 00:00:00'"));
  }

  @Order(4)
  @Test
  void onceItIsCorrectedTheRunPublishes() {
    RunSummary summary = installation.run("night-3", NIGHT.plusSeconds(2 * 86_400));

    assertThat(summary.outcome(), is(RunSummary.Outcome.LOADED));
    assertThat(installation.differences(), empty());
  }

  private static void assertStopped(String message) {
    Map<String, TableDigest> before = installation.digests();

    Exception stopped =
        assertThrows(Exception.class, () -> installation.run("night-2", NIGHT.plusSeconds(86_400)));

    Throwable named = stopped;
    while (!(named instanceof UnfitAmountException)) {
      named = Objects.requireNonNull(named.getCause(), stopped::toString);
    }
    assertThat(named.getMessage(), containsString(message));
    assertThat(installation.digests(), is(before));
  }

  /** A row of a certificate of its own, which has the number of the row. */
  private static String premium(
      int id, String coverholder, String type, String month, String gross) {
    return WorkedExample.premium(id, coverholder, "CERT-" + id, type, month, gross, SENT);
  }

  private static String set(int id, String columns) {
    return "UPDATE bdx.PremiumTransaction SET %s WHERE PremiumTransactionId = %d"
        .formatted(columns, id);
  }

  private static String modify(int id, String columns, int day) {
    return set(id, columns + ", ModifiedDate = '2024-06-0%d 00:00:00'".formatted(day));
  }

  private static String risk(
      int id,
      String umr,
      String sectionNo,
      String type,
      String month,
      String inception,
      @Nullable String currency,
      String sumInsured) {
    return "INSERT INTO bdx.RiskTransaction (RiskTransactionId, UMR, SectionNo, CertificateRef,"
        + " TransactionType, BordereauMonth, RiskInceptionDate, OriginalCurrency, SumInsured,"
        + " SubmittedAt, ModifiedDate) VALUES (%d, '%s', '%s', 'CERT-%d', '%s', '%s', %s, %s, %s,"
            .formatted(
                id,
                umr,
                sectionNo,
                id,
                type,
                month,
                inception,
                currency == null ? "NULL" : "'" + currency + "'",
                sumInsured)
        + " '%s', '%s')".formatted(SENT, SENT);
  }

  private static String claim(
      int id, String umr, String sectionNo, String month, String currency, String paid) {
    return "INSERT INTO bdx.ClaimTransaction (ClaimTransactionId, UMR, SectionNo, CertificateRef,"
        + " ClaimRef, BordereauMonth, OriginalCurrency, PaidToDate, SubmittedAt, ModifiedDate)"
        + " VALUES (%d, '%s', '%s', 'UNHEARD-OF', 'CLM-%d', '%s', '%s', %s, '%s', '%s')"
            .formatted(id, umr, sectionNo, id, month, currency, paid, SENT, SENT);
  }

  private static String modifyRisk(int id, String currency, int day) {
    return "UPDATE bdx.RiskTransaction SET OriginalCurrency = '%s', ModifiedDate = '2024-06-0%d"
            .formatted(currency, day)
        + " 00:00:00' WHERE RiskTransactionId = "
        + id;
  }

  private static String section(String sectionNo, String columns) {
    return "UPDATE ref.ContractSection SET %s WHERE SectionNo = '%s'".formatted(columns, sectionNo);
  }

  private static long id(Row row) {
    return Objects.requireNonNull(row.getInt64("premium_transaction_id"));
  }

  private static boolean isInferred(Row row) {
    return Boolean.TRUE.equals(row.getBoolean("is_inferred"));
  }

  private static List<Row> rows(String table, Predicate<Row> where) {
    return installation.rows(table).stream().filter(where).toList();
  }

  private static RowsMatcher cells(String table, String rows) {
    return hasCells(installation.tables().at(table).layout().schema(), rows);
  }
}
