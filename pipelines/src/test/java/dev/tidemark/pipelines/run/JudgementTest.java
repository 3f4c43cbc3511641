// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static java.util.Map.entry;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A first load of five premium rows: one deleted, one superseded, three facts of 100.00 GBP. */
class JudgementTest {

  private static final String PREMIUM = "PremiumTransaction";

  private final LakeTables tables = LakeTables.of(1, Map.of());
  private final Map<String, List<String>> figures =
      new TreeMap<>(
          Map.ofEntries(
              entry("PremiumTransaction.landed_rows", List.of("5")),
              entry("PremiumTransaction.landed_keys", List.of("2", "3")),
              entry("PremiumTransaction.inserted", List.of("1", "3")),
              entry("PremiumTransaction.landed_bad_keys", List.of("1")),
              entry("section_month.live_versions", List.of("4")),
              entry("section_month.deleted_versions", List.of("1")),
              entry("section_month.fact_rows", List.of("3")),
              entry("section_month.rows_without_gbp", List.of("1")),
              entry("section_month.gwp_gbp", List.of("60.5", "39.50")),
              entry("section_month.commission_gbp", List.of("9.50")),
              entry("section_month.net_gbp", List.of("90.50")),
              entry("gpi_utilisation.month_gwp_gbp", List.of("100.00")),
              entry("premium_monthly.transaction_count", List.of("1", "2")),
              entry("premium_monthly.rows_without_gbp", List.of("0", "1")),
              entry("premium_monthly.gwp_gbp", List.of("100.00")),
              entry("premium_monthly.commission_gbp", List.of("4.50", "5.00")),
              entry("premium_monthly.net_gbp", List.of("90.50")),
              entry("loss_ratio.gwp_gbp", List.of("100.00"))));
  private final List<TableChange> changes =
      new ArrayList<>(
          List.of(
              added("silver/premium_transaction", 5, 5),
              added("gold/fact_premium_transaction", 3, 3),
              added("silver/premium_transaction_superseded", 2, 2)));

  @Test
  void whatAddsUpIsNotStopped() {
    Judgement judgement = judged();
    assertDoesNotThrow(judgement::requireAll);
    assertThat(judgement.checks().stream().filter(c -> !c.holds()).count(), is(0L));
  }

  @Test
  void aRowOfTheWindowThatWasNotLandedStopsTheRun() {
    figures.put("PremiumTransaction.landed_rows", List.of("4"));
    figures.put("PremiumTransaction.landed_keys", List.of("4"));
    figures.put("PremiumTransaction.inserted", List.of("3"));
    isStoppedBy(
        "PremiumTransaction: distinct keys landed are the rows of the window at the source: 4 <> 5 or more");
  }

  @Test
  void whatIsCommittedWhileTheRunReadsMayOrMayNotBeLanded() {
    Judgement judgement = judgement();
    judgement.landed(PREMIUM, 4, 6);
    assertDoesNotThrow(judgement::requireAll);
    judgement.landed(PREMIUM, 7, 6);
    assertThat(
        assertThrows(AuditFailedException.class, judgement::requireAll).getMessage(),
        containsString("5 <> 6 or more"));
  }

  @Test
  void aRowMayLeaveTheWindowWhileAnotherComes() {
    Judgement judgement = judgement();
    judgement.landed(PREMIUM, 4, 4);
    assertDoesNotThrow(judgement::requireAll);
  }

  @Test
  void aKeyThatWasLandedTwiceStopsTheRunAndIsNamed() {
    figures.put("PremiumTransaction.landed_rows", List.of("7"));
    figures.put("PremiumTransaction.key_landed_twice", List.of("4712", "4711"));
    isStoppedBy(
        "PremiumTransaction: rows landed with the key of another; make the key unique at the"
            + " source: 2 (4711) <> 0");
  }

  @Test
  void aRowThatMovedWhileItWasReadMayHaveBeenMetTwice() {
    figures.put("PremiumTransaction.landed_rows", List.of("6"));
    figures.put("PremiumTransaction.key_landed_twice", List.of("4711"));
    Judgement judgement = judgement();
    judgement.accountedFor(PREMIUM, 6, 5);
    assertDoesNotThrow(judgement::requireAll);
    figures.put("PremiumTransaction.landed_rows", List.of("7"));
    judgement.accountedFor(PREMIUM, 6, 5);
    assertThat(
        assertThrows(AuditFailedException.class, judgement::requireAll).getMessage(),
        containsString("2 (4711) <> at most 1 that moved meanwhile"));
  }

  @Test
  void aLandedKeyThatWentNowhereStopsTheRun() {
    figures.put("PremiumTransaction.landed_bad_keys", List.of());
    isStoppedBy(
        "PremiumTransaction: distinct keys landed are inserted, updated, unchanged and quarantined:"
            + " 5 <> 4");
  }

  @Test
  void filesThatHoldOtherRowsThanWereCountedStopTheRun() {
    changes.set(1, added("gold/fact_premium_transaction", 3, 2));
    isStoppedBy(
        "gold/fact_premium_transaction: rows of its files are rows before, plus inserted, less"
            + " deleted: 3 <> 2");
  }

  @Test
  void aSilverRowThatIsNeitherLiveNorDeletedStopsTheRun() {
    figures.put("section_month.live_versions", List.of("3"));
    isStoppedBy("premium: silver rows are live and deleted versions: 5 <> 4");
  }

  @Test
  void aFactThatNoVersionStandsForStopsTheRun() {
    figures.put("section_month.fact_rows", List.of("2"));
    figures.put("premium_monthly.transaction_count", List.of("2"));
    isStoppedBy("premium: facts are the live versions that were not superseded: 3 <> 2");
  }

  @Test
  void aPennyBetweenFactsAndMartStopsTheRun() {
    figures.put("gpi_utilisation.month_gwp_gbp", List.of("100.01"));
    isStoppedBy("premium: GBP of the facts is GBP of gpi_utilisation: 100.00 <> 100.01");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          transaction_count | 2      | premium: facts are the transactions of premium_monthly: 3 <> 2
          rows_without_gbp  | 0      | premium: facts without GBP are those of premium_monthly: 1 <> 0
          gwp_gbp           | 99.99  | premium: GBP of the facts is that of premium_monthly: 100.00 <> 99.99
          commission_gbp    | 9.51   | premium: commission of the facts in GBP is that of premium_monthly: 9.50 <> 9.51
          net_gbp           | 90.49  | premium: net premium of the facts in GBP is that of premium_monthly: 90.50 <> 90.49
          paid_movement_gbp | 0.01   | claim: GBP paid by month is what premium_monthly has: 0 <> 0.01
          incurred_change_gbp | 0.01 | claim: change in GBP incurred by month is what premium_monthly has: 0 <> 0.01
          """)
  void whatFactsAndThePreAggregatedMartDoNotShareStopsTheRun(
      String column, String sum, String broken) {
    figures.put("premium_monthly." + column, List.of(sum));
    isStoppedBy(broken);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "claims_paid_90d_by_claim.paid_day_gbp | claim: GBP paid by day is GBP of claims_paid_90d_by_claim: 0 <> 0.01",
        "claims_paid_90d_by_coverholder.paid_day_gbp | claim: GBP paid by day is GBP of claims_paid_90d_by_coverholder: 0 <> 0.01",
        "loss_ratio.claim_count | claim: claim_count of the facts is claim_count of loss_ratio: 0 <> 0.01",
        "loss_ratio.paid_gbp | claim: latest_paid_gbp of the facts is paid_gbp of loss_ratio: 0 <> 0.01",
        "loss_ratio.outstanding_gbp | claim: latest_outstanding_gbp of the facts is outstanding_gbp of loss_ratio: 0 <> 0.01",
        "loss_ratio.incurred_gbp | claim: latest_incurred_gbp of the facts is incurred_gbp of loss_ratio: 0 <> 0.01",
      })
  void aMartOfClaimsThatHasMoreThanTheFactsStopsTheRun(String figure, String broken) {
    figures.put(figure, List.of("0.01"));
    isStoppedBy(broken);
  }

  @Test
  void premiumThatNoAccountHasStopsTheRun() {
    figures.put("loss_ratio.gwp_gbp", List.of("60.00", "39.99"));
    isStoppedBy("premium: GBP of the facts is GBP of loss_ratio: 100.00 <> 99.99");
  }

  @Test
  void aPositionWithoutADayOfPaymentStopsTheRun() {
    figures.put("section_claim_month.paid_movement_gbp", List.of("10.00", "0.50"));
    figures.put("premium_monthly.paid_movement_gbp", List.of("10.50"));
    figures.put("section_paid_day.paid_gbp", List.of("10.00"));
    figures.put("claims_paid_90d_by_coverholder.paid_day_gbp", List.of("10.00"));
    isStoppedBy("claim: GBP paid by month is GBP paid by day: 10.50 <> 10.00");
  }

  @Test
  void aClaimWhoseChangesAreNotWhatItComesToStopsTheRun() {
    figures.put("section_claim_month.incurred_change_gbp", List.of("10.00", "-4.00"));
    figures.put("premium_monthly.incurred_change_gbp", List.of("6.00"));
    figures.put("section_claim_month.latest_incurred_gbp", List.of("10.00"));
    figures.put("loss_ratio.incurred_gbp", List.of("10.00"));
    isStoppedBy(
        "claim: GBP incurred by change is GBP incurred by the latest positions: 6.00 <> 10.00");
  }

  @Test
  void aVersionThatIsNeitherAFactNorSupersededStopsTheRun() {
    changes.set(2, added("silver/premium_transaction_superseded", 1, 1));
    isStoppedBy("premium: silver rows are facts and superseded versions: 5 <> 4");
  }

  @Test
  void whatGoesAgainstARuleOfTheGateStopsTheRunAndSomeRowsAreNamed() {
    figures.put("gold.versions", List.of("20", "500"));
    figures.put("gold.overlap", List.of("5", "4"));
    figures.put("gold.overlap.named", List.of("b", "f", "d", "a", "c", "e"));
    isStoppedBy("dimensions: versions that overlap: 9 of 520 (a; b; c; d; e; 4 more) <> 0");
  }

  @Test
  void everyRuleOfTheGateIsAmongTheChecks() {
    figures.put("gold.versions", List.of("20"));
    figures.put("gold.current_rows", List.of("9"));
    figures.put("gold.fact_premium_transaction.rows", List.of("2", "1"));
    figures.put("gold.fact_risk_transaction.rows", List.of("4"));
    figures.put("gold.fact_claim_transaction.rows", List.of("2"));
    figures.put("gold.claims", List.of("3", "4"));
    List<String> expected =
        new ArrayList<>(
            List.of(
                "dimensions: live keys without exactly one open version: 0 of 20 = 0",
                "dimensions: versions that do not begin where the one before ended, unless a delete"
                    + " ended it: 0 of 20 = 0",
                "dimensions: versions without a length: 0 of 20 = 0",
                "dimensions: versions that overlap: 0 of 20 = 0",
                "dimensions: version keys that are not unique, or not of their key and start: 0 of"
                    + " 20 = 0",
                "dimensions: current rows that are not the last version of their key, and keys"
                    + " without one: 0 of 9 = 0",
                "dimensions: rows without history whose key is not unique, or not of their name: 0"
                    + " of 9 = 0"));
    expected.addAll(pointers("fact_risk_transaction", 4));
    expected.addAll(pointers("fact_premium_transaction", 3));
    expected.addAll(
        pointers("fact_claim_transaction", 2).stream()
            .filter(rule -> !rule.contains("_date_key"))
            .toList());
    expected.add(
        "fact_claim_transaction: claims of which not exactly the last position is the latest:"
            + " 0 of 7 = 0");

    assertThat(
        judged().checks().stream()
            .map(Check::toString)
            .filter(check -> check.matches(".*: \\d+ of \\d+ = 0"))
            .toList(),
        is(expected));
  }

  /** The rules of the keys that risk and premium have. */
  private static List<String> pointers(String fact, int rows) {
    return Stream.of(
            "contract_section_key is not in dim_contract_section",
            "contract_section_version_key is not in dim_contract_section_history",
            "coverholder_key is not in dim_coverholder",
            "broker_key is not in dim_broker",
            "contract_key is not in dim_contract",
            "class_of_business_key is not in dim_class_of_business",
            "bordereau_month_date_key is not in dim_date",
            "effective_date_key is not in dim_date")
        .map(rule -> fact + ": rows whose " + rule + ": 0 of " + rows + " = 0")
        .toList();
  }

  @Test
  void everythingThatIsBrokenIsTold() {
    figures.put("section_month.fact_rows", List.of("2"));
    figures.put("gpi_utilisation.month_gwp_gbp", List.of("0"));
    isStoppedBy(
        "premium: facts are the live versions that were not superseded: 3 <> 2;"
            + " premium: GBP of the facts is GBP of gpi_utilisation: 100.00 <> 0;"
            + " premium: facts are the transactions of premium_monthly: 2 <> 3");
  }

  private void isStoppedBy(String broken) {
    AuditFailedException stopped = assertThrows(AuditFailedException.class, judged()::requireAll);
    assertThat(stopped.getMessage(), is("reconciliation failed, nothing was published; " + broken));
    assertThat(stopped.checks().stream().anyMatch(Check::holds), is(true));
  }

  private Judgement judged() {
    Judgement judgement = judgement();
    judgement.landed(PREMIUM, 5, 5);
    judgement.accountedFor(PREMIUM, 5, 5);
    judgement.lake();
    return judgement;
  }

  private Judgement judgement() {
    LakeSnapshot nothing =
        LakeSnapshot.of(tables.all().stream().map(TableSnapshot::absent).toList());
    return new Judgement(tables, nothing, changes, new Figures(figures));
  }

  private static TableChange added(String table, long rows, long counted) {
    return TableChange.fromJson(
        String.format(
            "{\"table\":\"%s\",\"bucket\":0,\"base_version\":-1,\"planned\":[],\"added\":[{\"path\":"
                + "\"a.parquet\",\"bucket\":0,\"size\":1,\"rows\":%d,\"modified\":0}],\"removed\":[],"
                + "\"inserted\":%d,\"updated\":0,\"deleted\":0,\"unchanged\":0}",
            table, rows, counted));
  }
}
