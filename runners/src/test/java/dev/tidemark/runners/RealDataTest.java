// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;

import dev.tidemark.pipelines.table.TableDigest;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole product on real bordereaux in a real database, against figures that were computed
 * outside of it.
 */
@Tag("real-data")
class RealDataTest {

  static final int BUCKETS = 16;

  private static final Instant NIGHT = Instant.parse("2005-02-01T02:00:00Z");
  // the direct runner's checks of every element are left to the tests of the transforms and the
  // demo
  private static final List<String> ON_DIRECT =
      List.of(
          "--runner=DirectRunner", "--enforceImmutability=false", "--enforceEncodability=false");
  private static final List<String> ON_SPARK =
      List.of("--runner=SparkRunner", "--sparkMaster=local[2]");
  private static final String FACTS = "gold/fact_premium_transaction";
  private static final String GPI = "mart/gpi_utilisation";

  @TempDir private static Path folder = Path.of("");
  private static Path bordereaux = Path.of("");
  private static @Nullable RealSource source;
  private static @Nullable Launch direct;
  private static @Nullable Launch spark;

  @BeforeAll
  static void loadsTheBordereauxOnBothRunners() throws Exception {
    Optional<Path> found = RealDataLoader.folder();
    if (found.isEmpty()) {
      return;
    }
    bordereaux = found.get();
    RealSource started = RealSource.start(bordereaux);
    source = started;
    started.configure(folder, folder.resolve("direct"));
    direct = launch("direct", ON_DIRECT);
    spark = launch("spark", ON_SPARK);
  }

  // here and not in the set-up of the class, where the report would drop the reason
  @BeforeEach
  void needsTheFolder() {
    RealDataLoader.folderOrSkip();
  }

  @AfterAll
  static void stopsTheDatabase() throws Exception {
    if (source != null) {
      source.close();
    }
  }

  @Test
  void bothRunnersLoadEveryRow() {
    for (Launch launch : List.of(ended(direct), ended(spark))) {
      assertThat(launch.progress(), launch.exitCode(), is(0));
      assertThat(
          launch.lastLine(),
          allOf(startsWith("{\"schema\":1,"), containsString("\"outcome\":\"LOADED\"")));
      assertThat(launch.progress(), containsString("done       55,133 landed"));
      assertThat(launch.progress(), containsString("done        1,239 landed"));
    }
  }

  @Test
  void theTotalsAgreeToThePenny() throws SQLException {
    try (DuckDb duckDb = DuckDb.over(lake("direct"))) {
      assertThat(
          duckDb.rows(
              "SELECT count(*), sum(gross_premium_signed), sum(commission_amount), sum(net_premium),"
                  + " sum(gross_premium_gbp), sum(net_premium_gbp) FROM gold.fact_premium_transaction"),
          is(List.of("55085 2945742.40 371773.99 2573968.41 2023001.92 1767683.89")));
      assertThat(
          duckDb.rows(
              "SELECT (SELECT count(*) FROM silver.premium_transaction), sum(version_count - 1)"
                  + " FROM gold.fact_premium_transaction"),
          is(List.of("55133 48")));
      assertThat(
          duckDb.rows(
              "SELECT count(*) FROM silver.premium_transaction WHERE commission_pct IS NULL"),
          is(List.of("22881")));
    }
  }

  @Test
  void everySectionAgreesToThePenny() throws Exception {
    List<String> expected =
        RealControls.read(bordereaux).sections().stream()
            .filter(section -> section.premiumRowsLatest() > 0)
            .map(
                section ->
                    String.join(
                        " ",
                        section.umr(),
                        section.sectionNo(),
                        String.valueOf(section.premiumRowsLatest()),
                        section.grossEur().toPlainString(),
                        section.commissionEur().toPlainString(),
                        section.netEur().toPlainString(),
                        section.grossGbp().toPlainString(),
                        section.netGbp().toPlainString()))
            .sorted()
            .toList();

    try (DuckDb duckDb = DuckDb.over(lake("direct"))) {
      assertThat(
          duckDb.rows(
              "SELECT umr, section_no, count(*), sum(gross_premium_signed), sum(commission_amount),"
                  + " sum(net_premium), sum(gross_premium_gbp), sum(net_premium_gbp)"
                  + " FROM gold.fact_premium_transaction GROUP BY umr, section_no ORDER BY umr, section_no"),
          is(expected));
    }
  }

  @Test
  void everyMonthOfTheRunningPremiumIncomeAgreesToThePenny() throws Exception {
    List<String> expected =
        RealControls.read(bordereaux).gpiRunning().stream()
            .map(
                month ->
                    String.join(
                        " ",
                        month.umr(),
                        month.sectionNo(),
                        month.bordereauMonth().toString(),
                        month.monthGwpGbp().toPlainString(),
                        month.cumulativeGwpGbp().toPlainString()))
            .sorted()
            .toList();

    try (DuckDb duckDb = DuckDb.over(lake("direct"))) {
      assertThat(
          duckDb.rows(
              "SELECT umr, section_no, bordereau_month, month_gwp_gbp, cumulative_gwp_gbp"
                  + " FROM mart.gpi_utilisation ORDER BY umr, section_no, bordereau_month"),
          is(expected));
    }
  }

  @Test
  void theClaimsAgreeToThePenny() throws SQLException {
    try (DuckDb duckDb = DuckDb.over(lake("direct"))) {
      assertThat(
          duckDb.rows(
              "SELECT count(*), count(DISTINCT claim_key), count(DISTINCT claim_ref),"
                  + " sum(is_latest_position), sum(paid_to_date), sum(paid_gbp),"
                  + " count(*) FILTER (paid_to_date = 0) FROM gold.fact_claim_transaction"),
          is(List.of("1239 1239 1233 1239 1652717.00 1134489.36 42")));
      assertThat(
          duckDb.rows(
              "SELECT (SELECT sum(paid_day_gbp) FROM mart.claims_paid_90d_by_claim),"
                  + " (SELECT count(*) FROM mart.claims_paid_90d_by_claim),"
                  + " (SELECT sum(paid_day_gbp) FROM mart.claims_paid_90d_by_coverholder)"),
          is(List.of("1134489.36 1239 1134489.36")));
      assertThat(
          duckDb.rows(
              "SELECT sum(gwp_gbp), sum(paid_gbp), sum(incurred_gbp), sum(claim_count)"
                  + " FROM mart.loss_ratio"),
          is(List.of("2023001.92 1134489.36 1134489.36 1239")));
    }
  }

  @Test
  void everySectionsClaimsAndLossRatioAgreeToThePenny() throws Exception {
    List<String> expected =
        RealControls.read(bordereaux).sections().stream()
            .map(
                section ->
                    String.join(
                        " ",
                        section.umr(),
                        section.sectionNo(),
                        String.valueOf(section.claimRows()),
                        section.paidEur().setScale(2).toPlainString(),
                        section.paidGbp().setScale(2).toPlainString(),
                        section.outstandingGbp().setScale(2).toPlainString(),
                        section.incurredLossRatio().toPlainString()))
            .sorted()
            .toList();

    // each section is the only one of its coverholder, year of account and class
    try (DuckDb duckDb = DuckDb.over(lake("direct"))) {
      assertThat(
          duckDb.rows(
              "SELECT s.umr, s.section_no, m.claim_count,"
                  + " coalesce((SELECT sum(f.paid_to_date) FROM gold.fact_claim_transaction f"
                  + " WHERE f.contract_section_key = s.contract_section_key), 0.00),"
                  + " m.paid_gbp, m.outstanding_gbp, m.incurred_loss_ratio"
                  + " FROM mart.loss_ratio m JOIN gold.dim_contract_section s"
                  + " USING (coverholder_key, year_of_account, class_of_business_key)"
                  + " ORDER BY s.umr, s.section_no"),
          is(expected));
    }
  }

  @Test
  void everyDayOfPaymentsAgreesToThePenny() throws Exception {
    List<String> expected =
        RealControls.read(bordereaux).paid().stream()
            .map(
                day ->
                    String.join(
                        " ",
                        day.coverholderId(),
                        day.paymentDate().toString(),
                        day.paidGbpDay().toPlainString(),
                        day.paidLast90DaysGbp().toPlainString()))
            .sorted()
            .toList();

    try (DuckDb duckDb = DuckDb.over(lake("direct"))) {
      assertThat(
          duckDb.rows(
              "SELECT coverholder_id, payment_date, paid_day_gbp, paid_last_90_days_gbp"
                  + " FROM mart.claims_paid_90d_by_coverholder"
                  + " ORDER BY coverholder_id, payment_date"),
          is(expected));
    }
  }

  @Test
  void bothRunnersLeaveTheSameTables() {
    Map<String, TableDigest> digests = lake("direct").digests();

    assertThat(lake("spark").digests(), is(digests));
    assertThat(lake("direct").versions().keySet(), is(digests.keySet()));
  }

  @Test
  void aSecondRunChangesNothing() {
    for (String name : List.of("direct", "spark")) {
      Map<String, Long> versions = lake(name).versions();
      Map<String, TableDigest> digests = lake(name).digests();

      List<String> forced = new ArrayList<>(name.equals("spark") ? ON_SPARK : ON_DIRECT);
      forced.add("--force");
      Launch again = launch(name, forced);

      assertThat(again.progress(), again.exitCode(), is(0));
      assertThat(again.lastLine(), containsString("\"outcome\":\"EMPTY\""));
      assertThat(lake(name).versions(), is(versions));
      assertThat(lake(name).digests(), is(digests));
    }
  }

  @Test
  void deltaOnSparkReadsWhatSparkWrote() {
    try (DeltaSpark reader = DeltaSpark.over(lake("spark"))) {
      assertThat(
          reader.rows("count(*), sum(gross_premium_signed), sum(net_premium_gbp)", FACTS, "true"),
          is(List.of("55085 2945742.40 1767683.89")));
      assertThat(
          reader.rows("count(*), sum(month_gwp_gbp)", GPI, "true"), is(List.of("224 2023001.92")));
      assertThat(reader.protocol(FACTS), is("reader 1, writer 2"));
      assertThat(reader.protocol(GPI), is("reader 1, writer 2"));
    }
  }

  private static Launch launch(String lake, List<String> runner) {
    List<String> args = new ArrayList<>(runner);
    args.add("--config=" + folder.resolve("real.yaml"));
    args.add("--lakeRoot=" + folder.resolve(lake));
    args.add("--runTimestamp=" + NIGHT);
    return Launch.at(NIGHT, args.toArray(String[]::new));
  }

  private static PublishedLake lake(String name) {
    return PublishedLake.at(folder.resolve(name), BUCKETS);
  }

  private static Launch ended(@Nullable Launch launch) {
    return Objects.requireNonNull(launch);
  }
}
