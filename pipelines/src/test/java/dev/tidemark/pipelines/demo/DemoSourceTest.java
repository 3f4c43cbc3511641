// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.TidemarkConfig;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoSourceTest {

  private static DemoSource firstDay;

  @BeforeAll
  static void createsTheSource(@TempDir Path dir) {
    firstDay = DemoSource.at(dir.resolve("first"));
    firstDay.recreate();
  }

  @Test
  void theFirstDayHoldsTheRowsThatItAnnounces() throws SQLException {
    Map<String, Integer> counts = new TreeMap<>();
    SourceRead.tables(firstDay).forEach((table, rows) -> counts.put(table, rows.size()));

    assertThat(counts, is(new TreeMap<>(DemoDay.of(1).changedRows())));
  }

  @Test
  void theWorkedExampleIsAllThatItsTwoCoverholdersSent() throws SQLException {
    List<List<String>> rows =
        SourceRead.query(
            firstDay,
            "SELECT UMR, SectionNo, CertificateRef, TransactionType, BordereauMonth, GrossPremium, CAST(SubmittedAt AS DATE), TransactionSeq"
                + " FROM bdx.PremiumTransaction WHERE CoverholderId IN ('CH001', 'CH002') OR UMR LIKE '%CH001%' OR UMR LIKE '%CH002%'"
                + " ORDER BY PremiumTransactionId");

    assertThat(
        rows.stream().map(row -> String.join(" ", row)).toList(),
        contains(
            "B0999CH001 S1 CERT-1001 NEW 2024-01-01 1200.00 2024-02-05 null",
            "B0999CH001 S1 CERT-1002 NEW 2024-01-01 800.00 2024-02-05 null",
            "B0999CH001 S1 CERT-1001 NEW 2024-01-01 1250.00 2024-02-12 null",
            "B0999CH002 S2 CERT-2001 NEW 2024-01-01 5000.00 2024-02-20 null",
            "B0999CH001 S1 CERT-1003 NEW 2024-02-01 2000.00 2024-03-04 null",
            "B0999CH001 S1 CERT-1001 MTA 2024-02-01 150.00 2024-03-04 null",
            "B0999CH002 S2 CERT-2002 NEW 2024-03-01 3000.00 2024-04-08 null"));
  }

  @Test
  void everyCoverholderHasASectionAndEverySectionACoverholder() throws SQLException {
    assertThat(
        SourceRead.scalar(
            firstDay,
            "SELECT COUNT(DISTINCT c.CoverholderId) FROM ref.Coverholder c JOIN ref.ContractSection s ON s.CoverholderId = c.CoverholderId"
                + " JOIN ref.Broker b ON b.BrokerCode = s.BrokerCode"),
        is("500"));
  }

  @Test
  void theFirstDayLiesInTheFiveMonthsBeforeItsRun() throws SQLException {
    for (String table : List.of("PremiumTransaction", "RiskTransaction", "ClaimTransaction")) {
      assertThat(
          SourceRead.query(
              firstDay,
              "SELECT MIN(ModifiedDate) > TIMESTAMP '2024-01-01 00:00:00', MAX(ModifiedDate) <= TIMESTAMP '2024-06-02 18:00:00.323457',"
                  + " MIN(BordereauMonth) >= DATE '2024-01-01', MAX(BordereauMonth) <= DATE '2024-05-01', COUNT(ModifiedDate) = COUNT(*) FROM bdx."
                  + table),
          is(List.of(List.of("TRUE", "TRUE", "TRUE", "TRUE", "TRUE"))));
    }
  }

  @Test
  void limitsReachEveryAlertLevel() throws SQLException {
    Map<String, Integer> levels = new TreeMap<>();
    for (List<String> row :
        SourceRead.query(
            firstDay,
            """
            WITH latest AS (
              SELECT UMR, SectionNo, GrossPremium, UPPER(TransactionType) AS Type, ROW_NUMBER() OVER (
                PARTITION BY UMR, SectionNo, CertificateRef, COALESCE(CAST(TransactionSeq AS VARCHAR), TransactionType || BordereauMonth)
                ORDER BY SubmittedAt DESC NULLS LAST) AS Place
              FROM bdx.PremiumTransaction WHERE IsDeleted = 0),
            written AS (
              SELECT UMR, SectionNo, SUM(CASE WHEN Type LIKE 'CAN%' OR Type LIKE 'R%P%' OR Type = 'REFUND' THEN -ABS(GrossPremium)
                ELSE GrossPremium END) AS Gwp FROM latest WHERE Place = 1 GROUP BY UMR, SectionNo)
            SELECT CASE WHEN GpiLimit IS NULL OR GpiLimit = 0 THEN 'NO_LIMIT' WHEN Gwp >= GpiLimit THEN 'BREACH'
              WHEN Gwp * 100 >= GpiLimit * COALESCE(GpiNotifiablePct, 80) THEN 'NOTIFY' ELSE 'OK' END AS Level, COUNT(*)
            FROM ref.ContractSection s JOIN written w ON w.UMR = s.UMR AND w.SectionNo = s.SectionNo
            WHERE SectionCurrency = 'GBP' GROUP BY Level
            """)) {
      levels.put(row.get(0), Integer.valueOf(row.get(1)));
    }

    assertThat(levels.keySet(), contains("BREACH", "NOTIFY", "NO_LIMIT", "OK"));
    levels
        .values()
        .forEach(count -> assertThat(levels.toString(), count, greaterThanOrEqualTo(10)));
  }

  @Test
  void claimsEndInEveryWayAndOneReferenceIsOfSeveral() throws SQLException {
    assertThat(
        SourceRead.query(
                firstDay, "SELECT DISTINCT UPPER(ClaimStatus) FROM bdx.ClaimTransaction ORDER BY 1")
            .stream()
            .map(row -> row.get(0))
            .toList(),
        contains("CLOSED", "DENIED", "OPEN", "REOPENED", "WITHDRAWN"));
    for (String some :
        List.of(
            "ClaimStatus = 'CLOSED' AND Outstanding <> 0",
            "ClaimStatus = 'OPEN' AND Outstanding < 0",
            "PaidThisMonth < 0",
            "RecoveriesToDate > 0",
            "EXISTS (SELECT 1 FROM bdx.ClaimTransaction o WHERE o.ClaimRef = c.ClaimRef"
                + " AND o.CertificateRef <> c.CertificateRef)",
            "ClaimStatus = 'REOPENED' AND EXISTS (SELECT 1 FROM bdx.ClaimTransaction o WHERE"
                + " o.CertificateRef = c.CertificateRef AND o.ClaimRef = c.ClaimRef"
                + " AND o.ClaimStatus = 'CLOSED' AND o.BordereauMonth < c.BordereauMonth)")) {
      assertThat(
          some,
          Integer.parseInt(
              SourceRead.scalar(
                  firstDay, "SELECT COUNT(*) FROM bdx.ClaimTransaction c WHERE " + some)),
          greaterThanOrEqualTo(1));
    }
  }

  @Test
  void badRowsAndResubmissionsAreThere() throws SQLException {
    assertThat(count("GrossPremium IS NULL AND TransactionType <> 'NIL'"), is(3));
    assertThat(count("GrossPremium IS NULL AND TransactionType = 'NIL'"), is(1));
    assertThat(count("TRIM(CertificateRef) = ''"), is(1));
    assertThat(count("NOT REGEXP_LIKE(UPPER(UMR), '^B[0-9]{4}[A-Z0-9]{1,12}$')"), is(1));
    assertThat(count("TransactionType = 'SUNDRY'"), is(2));
    assertThat(count("IsDeleted = 1"), is(2));
    assertThat(
        count("GrossPremium < 0 AND UPPER(TransactionType) IN ('NEW', 'NB', 'N', 'RENEWAL')"),
        is(1));
    assertThat(count("OriginalCurrency = 'CAD'"), is(1));
    assertThat(count("SubmittedAt IS NULL"), is(1));
    assertThat(count("TransactionSeq IS NULL"), greaterThan(300));
    assertThat(count("CommissionPct IS NULL"), greaterThan(200));
    assertThat(count("BdxVersion = 2"), allOf(greaterThan(120), lessThan(260)));
  }

  @Test
  void twoCreationsAreEqualOnEveryDay(@TempDir Path dir) throws Exception {
    DemoSource one = DemoSource.at(dir.resolve("one"));
    DemoSource other = DemoSource.at(dir.resolve("other"));
    one.recreate();
    other.recreate();
    assertThat(SourceRead.digest(one), is(SourceRead.digest(other)));

    for (int day = 2; day <= 4; day++) {
      one.advanceTo(day);
    }
    other.advanceTo(4);
    assertThat(SourceRead.digest(one), is(SourceRead.digest(other)));

    one.recreate();
    assertThat(SourceRead.digest(one), is(SourceRead.digest(firstDay)));
  }

  @Test
  void aDayThatWasAppliedChangesNothing(@TempDir Path dir) throws Exception {
    DemoSource source = DemoSource.at(dir.resolve("repeated"));
    source.recreate();
    String before = SourceRead.digest(source);
    source.advanceTo(1);
    assertThat(SourceRead.digest(source), is(before));

    source.advanceTo(4);
    String after = SourceRead.digest(source);
    assertThat(after, is(not(before)));
    source.advanceTo(4);
    source.advanceTo(2);
    assertThat(SourceRead.digest(source), is(after));
  }

  @Test
  void aSourceThatIsNotThereCannotAdvance(@TempDir Path dir) {
    IllegalStateException failure =
        assertThrows(
            IllegalStateException.class, () -> DemoSource.at(dir.resolve("absent")).advanceTo(2));

    assertThat(failure.getMessage(), containsString("start the demo again from day 1"));
  }

  @Test
  void aDayBeyondTheFourthIsRejected() {
    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> DemoDay.of(5));

    assertThat(failure.getMessage(), equalTo("The demo has days 1 to 4, not day 5."));
  }

  @Test
  void runsAreADayApart() {
    assertThat(DemoSource.logicalTime(1), is(Instant.parse("2024-06-03T02:00:00Z")));
    assertThat(DemoSource.logicalTime(4), is(Instant.parse("2024-06-06T02:00:00Z")));
  }

  @Test
  void theConfigurationNamesTheSourceAndTheLake() {
    TidemarkConfig config = TidemarkConfig.parse(firstDay.configYaml(Path.of("/data/lake")));

    assertThat(config.source().url(), is(firstDay.url()));
    assertThat(config.lake().root(), is("/data/lake"));
    assertThat(config.lake().buckets(), is(8));
    assertThat(config.tables().keySet(), is(DemoDay.of(1).changedRows().keySet()));
  }

  private static int count(String condition) throws SQLException {
    return Integer.parseInt(
        SourceRead.scalar(
            firstDay, "SELECT COUNT(*) FROM bdx.PremiumTransaction WHERE " + condition));
  }
}
