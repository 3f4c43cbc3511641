// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.keys.DurableKey;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReconciliationTest {

  private static final String SILVER = "silver/premium_transaction";
  private static final String FACTS = "gold/fact_premium_transaction";
  private static final String CLAIMS = "gold/fact_claim_transaction";

  private static SmallLake sound;

  private SmallLake lake;

  @BeforeAll
  static void createsASoundLake(@TempDir Path folder) {
    sound = SmallLake.create(folder.resolve("lake"));
  }

  @BeforeEach
  void copiesIt(@TempDir Path folder) throws IOException {
    lake = sound.copiedTo(folder.resolve("lake"));
  }

  @Test
  void everyIdentityOfASoundLakeHolds() {
    List<String> lines = sound.reconciliation().checks().stream().map(Check::toString).toList();

    assertThat(
        lines,
        contains(
            "RiskTransaction: keys ever landed are silver live, deleted and quarantined: 0 = 0 (0 live + 0 deleted + 0 quarantined)",
            "RiskTransaction: raw sum_insured of the latest landed images is that of silver, by UMR, section, month and currency: 0 = 0",
            "PremiumTransaction: keys ever landed are silver live, deleted and quarantined: 10 = 10 (8 live + 1 deleted + 1 quarantined)",
            "PremiumTransaction: raw gross_premium of the latest landed images is that of silver, by UMR, section, month and currency: 13580.00 = 13580.00",
            "ClaimTransaction: keys ever landed are silver live, deleted and quarantined: 1 = 1 (1 live + 0 deleted + 0 quarantined)",
            "ClaimTransaction: raw paid_to_date of the latest landed images is that of silver, by UMR, section, month and currency: 100.00 = 100.00",
            "ClaimTransaction: raw outstanding of the latest landed images is that of silver, by UMR, section, month and currency: 50.00 = 50.00",
            "ContractSection: keys ever landed are silver and quarantined: 0 = 0 (0 silver + 0 quarantined)",
            "Coverholder: keys ever landed are silver and quarantined: 0 = 0 (0 silver + 0 quarantined)",
            "Broker: keys ever landed are silver and quarantined: 0 = 0 (0 silver + 0 quarantined)",
            "BusinessPlan: keys of the last landing are those of silver: 0 = 0 (0 silver + 0 quarantined)",
            "ExchangeRate: keys of the last landing are those of silver: 0 = 0 (0 silver + 0 quarantined)",
            "premium: silver rows are facts and superseded versions, by section: 9 = 9",
            "premium: silver live rows are the versions that the facts count, by section: 8 = 8",
            "premium: superseded versions whose winner is not the fact of their key: 0 = 0",
            "premium: facts whose gross less commission is not net: 0 = 0",
            "premium: facts whose gross less commission is not net, in GBP: 0 = 0",
            "premium: facts whose contract_section_key is not in dim_contract_section: 0 = 0",
            "premium: facts whose contract_section_version_key is not in dim_contract_section_history: 0 = 0",
            "premium: facts whose coverholder_key is not in dim_coverholder: 0 = 0",
            "premium: facts whose broker_key is not in dim_broker: 0 = 0",
            "premium: gross GBP of the facts is that of gpi_utilisation, by section and month: 12250.00 = 12250.00",
            "premium: commission GBP of the facts is that of section_month, by section and month: 1225.00 = 1225.00",
            "premium: net GBP of the facts is that of section_month, by section and month: 11025.00 = 11025.00",
            "premium: facts without GBP are those that section_month counts beside its sums: 1 = 1",
            "claim: silver rows are facts and superseded versions, by section: 1 = 1",
            "claim: silver live rows are the versions that the facts count, by section: 1 = 1",
            "claim: superseded versions whose winner is not the fact of their key: 0 = 0",
            "claim: facts whose GBP paid and outstanding are not incurred, less recoveries net: 0 = 0",
            "claim: facts whose contract_section_key is not in dim_contract_section: 0 = 0",
            "claim: facts whose contract_section_version_key is not in dim_contract_section_history: 0 = 0",
            "claim: facts whose coverholder_key is not in dim_coverholder: 0 = 0",
            "claim: facts whose broker_key is not in dim_broker: 0 = 0",
            "claim: paid movement GBP of the facts is that of section_claim_month, by section and month: 100.00 = 100.00",
            "claim: facts without GBP are those that section_claim_month counts beside its sums: 0 = 0",
            "claim: latest positions are the claim_count of section_claim_month, by section and month: 1 = 1",
            "claim: paid_gbp of the latest positions is the latest_paid_gbp of section_claim_month, by section and month: 100.00 = 100.00",
            "claim: outstanding_gbp of the latest positions is the latest_outstanding_gbp of section_claim_month, by section and month: 50.00 = 50.00",
            "claim: incurred_gbp of the latest positions is the latest_incurred_gbp of section_claim_month, by section and month: 150.00 = 150.00",
            "claim: paid movement GBP of the facts is that of section_paid_day, by section and day: 100.00 = 100.00",
            "dim_contract_section: open versions are the live keys, one each: 2 = 2",
            "dim_coverholder: open versions are the live keys, one each: 2 = 2",
            "dim_broker: open versions are the live keys, one each: 1 = 1"));
  }

  @Test
  void aLostQuarantineEntryIsALandedKeyThatStandsNowhere() {
    lake.change("quarantine/premium_transaction", rows -> List.of());

    assertThat(
        lake.differences(),
        contains(
            "PremiumTransaction: keys ever landed are silver live, deleted and quarantined: 10 <> 9 (8 live + 1 deleted + 0 quarantined),"
                + " wrong are 1 (premium_transaction_id 9 was landed and is in neither)"));
  }

  @Test
  void aLostSilverRowIsMissedByItsKeyItsAmountAndItsFact() {
    lake.change(SILVER, without(row -> row.<Long>getValue("premium_transaction_id") == 10L));

    assertThat(
        lake.differences(),
        contains(
            "PremiumTransaction: keys ever landed are silver live, deleted and quarantined: 10 <> 9 (7 live + 1 deleted + 1 quarantined),"
                + " wrong are 1 (premium_transaction_id 10 was landed and is in neither)",
            "PremiumTransaction: raw gross_premium of the latest landed images is that of silver, by UMR, section, month and currency:"
                + " 13580.00 <> 13520.00 (B0999CH002/S2 2024-03 USD: 60.00 <> none)",
            "premium: silver rows are facts and superseded versions, by section: 8 <> 9 (B0999CH002/S2: 3 <> 4)",
            "premium: silver live rows are the versions that the facts count, by section: 7 <> 8 (B0999CH002/S2: 2 <> 3)"));
  }

  @Test
  void aRowThatDidNotLeaveItsOldSectionIsThereTwice() {
    // the two sections lie in different buckets: in one, the merge itself would refuse the row
    lake.change(
        SILVER,
        rows -> {
          List<Row> doubled = new ArrayList<>(rows);
          rows.stream()
              .filter(row -> row.<Long>getValue("premium_transaction_id") == 4L)
              .map(row -> with(with(row, "umr", "B0999CH001"), "section_no", "S1"))
              .forEach(doubled::add);
          return doubled;
        });

    assertThat(
        lake.differences(),
        contains(
            "PremiumTransaction: keys ever landed are silver live, deleted and quarantined: 10 <> 11 (9 live + 1 deleted + 1 quarantined),"
                + " wrong are 1 (premium_transaction_id 4 is in silver twice)",
            "PremiumTransaction: raw gross_premium of the latest landed images is that of silver, by UMR, section, month and currency:"
                + " 13580.00 <> 18580.00 (B0999CH001/S1 2024-01 GBP: 3300.00 <> 8300.00)",
            "premium: silver rows are facts and superseded versions, by section: 10 <> 9 (B0999CH001/S1: 6 <> 5)",
            "premium: silver live rows are the versions that the facts count, by section: 9 <> 8 (B0999CH001/S1: 6 <> 5)"));
  }

  @Test
  void aKeyMayNotStandInSilverAndInQuarantine() {
    lake.change(
        "quarantine/premium_transaction",
        rows -> List.of(rows.get(0), with(rows.get(0), "source_key", "4")));

    assertThat(
        lake.differences(),
        contains(
            "PremiumTransaction: keys ever landed are silver live, deleted and quarantined: 10 <> 11 (8 live + 1 deleted + 2 quarantined),"
                + " wrong are 1 (premium_transaction_id 4 is in silver and in quarantine)"));
  }

  @Test
  void anImageOfTheFutureWaitsBesideTheEarlierOneAndIsCountedOnce() {
    // the landing's clock says 2024-06-01
    lake.landPremium(
        "run-3",
        "2024-06-01T02:00:00Z",
        """
        4  | B0999CH002 | S2 | CERT-2001 | NEW | 2024-01-01 | GBP | 9000.00 | 2024-02-20T00:00:00Z | false | 2030-01-01T00:00:00Z
        11 | B0999CH002 | S2 | CERT-2006 | NEW | 2024-01-01 | GBP | 9100.00 | 2024-02-20T00:00:00Z | false | 2030-01-01T00:00:00Z
        """);
    lake.change(
        "quarantine/premium_transaction",
        rows -> List.of(rows.get(0), waiting(rows.get(0), "4"), waiting(rows.get(0), "11")));

    assertThat(lake.differences(), is(empty()));
    assertThat(
        lake.reconciliation().checks().stream().map(Check::toString).toList(),
        hasItem(
            "PremiumTransaction: keys ever landed are silver live, deleted and quarantined: 11 = 11"
                + " (8 live + 1 deleted + 3 quarantined - 1 in both, waiting: premium_transaction_id 4)"));
  }

  @Test
  void anImageThatWasOfTheFutureOnceDoesNotStandForItsKey() {
    lake.landPremium(
        "run-3",
        "2024-06-01T02:00:00Z",
        """
        4  | B0999CH002 | S2 | CERT-2001 | NEW | 2024-01-01 | GBP | 9000.00 | 2024-02-20T00:00:00Z | false | 2030-01-01T00:00:00Z
        """);
    // the source has set it right since: its entry is gone
    lake.landPremium(
        "run-4",
        "2024-06-02T02:00:00Z",
        """
        4  | B0999CH002 | S2 | CERT-2001 | NEW | 2024-01-01 | GBP | 5000.00 | 2024-02-20T00:00:00Z | false | 2024-05-31T00:00:00Z
        """);

    assertThat(lake.differences(), is(empty()));
  }

  @Test
  void theKeysOfEveryOtherTableStandInSilverOrInQuarantine() {
    String brokers =
        """
        broker_code | broker_name | modified_date
        0999        | Sound       | 2024-02-01T00:00:00Z
        0998        | Without     | null
        " 0997 "    | Lost        | 2024-02-01T00:00:00Z
        """;
    lake.land("Broker", "run-3", "2024-06-01T02:00:00Z", brokers);
    Schema silver = lake.tables().silver("Broker").schema();
    lake.change(
        "silver/broker",
        none ->
            Rows.table(
                silver,
                """
                broker_code | broker_name | _batch_id
                0999        | Sound       | 3
                0996        | Made up     | 3
                """));
    Schema quarantine = lake.tables().quarantine("Broker").schema();
    lake.change(
        "quarantine/broker",
        none ->
            Rows.table(
                quarantine,
                """
                source_key | reason        | payload | batch_id
                0998       | NULL_SEQUENCE | {}      | 3
                """));

    assertThat(
        lake.differences(),
        contains(
            "Broker: keys ever landed are silver and quarantined: 3 <> 3 (2 silver + 1 quarantined),"
                + " wrong are 2 (broker_code 0996 is in silver and was never landed; 1 more)"));
  }

  @Test
  void ofATableThatIsReadWholeTheLastLandingCounts() {
    String header = "class_of_business | year_of_account | planned_loss_ratio\n";
    lake.land("BusinessPlan", "run-3", "2024-06-01T02:00:00Z", header + "Marine | 2023 | 0.500000");
    lake.land("BusinessPlan", "run-4", "2024-06-02T02:00:00Z", header + "Marine | 2024 | 0.500000");
    Schema silver = lake.tables().silver("BusinessPlan").schema();
    String stored = "class_of_business | year_of_account | planned_loss_ratio | _batch_id\n";
    lake.change(
        "silver/business_plan",
        none -> Rows.table(silver, stored + "Marine | 2024 | 0.500000 | 4"));
    assertThat(lake.differences(), is(empty()));

    lake.change(
        "silver/business_plan",
        none -> Rows.table(silver, stored + "Marine | 2023 | 0.500000 | 4"));

    assertThat(
        lake.differences(),
        contains(
            "BusinessPlan: keys of the last landing are those of silver: 1 <> 1 (1 silver + 0"
                + " quarantined), wrong are 2 (class_of_business, year_of_account"
                + " [\"Marine\",\"2023\"] is in silver and was never landed; 1 more)"));
  }

  @Test
  void aKeyThatWasNeverLandedIsNamed() {
    lake.change(
        "quarantine/premium_transaction", rows -> List.of(with(rows.get(0), "source_key", "99")));

    assertThat(
        lake.differences(),
        contains(
            "PremiumTransaction: keys ever landed are silver live, deleted and quarantined: 10 <> 10 (8 live + 1 deleted + 1 quarantined),"
                + " wrong are 2 (premium_transaction_id 9 was landed and is in neither; 1 more)"));
  }

  @Test
  void aLandingWithoutItsManifestCountsForNothing() throws IOException {
    String directory =
        new LandingLayout(lake.root().toString())
            .directory(SmallLake.CLAIM, Instant.parse("2024-04-20T02:00:00Z"));
    Files.delete(Path.of(LandingLayout.manifest(directory)));

    assertThat(
        lake.differences(),
        contains(
            "ClaimTransaction: keys ever landed are silver live, deleted and quarantined: 0 <> 1 (1 live + 0 deleted + 0 quarantined),"
                + " wrong are 1 (claim_transaction_id 1 is in silver and was never landed)",
            "ClaimTransaction: raw paid_to_date of the latest landed images is that of silver, by UMR, section, month and currency:"
                + " 0 <> 100.00 (B0999CH001/S1 2024-02 GBP: none <> 100.00)",
            "ClaimTransaction: raw outstanding of the latest landed images is that of silver, by UMR, section, month and currency:"
                + " 0 <> 50.00 (B0999CH001/S1 2024-02 GBP: none <> 50.00)"));
  }

  @Test
  void aSilverAmountThatWasNotSentIsNamedByItsGroup() {
    lake.change(SILVER, changing(4, row -> with(row, "gross_premium", new BigDecimal("5000.01"))));

    assertThat(
        lake.differences(),
        contains(
            "PremiumTransaction: raw gross_premium of the latest landed images is that of silver, by UMR, section, month and currency:"
                + " 13580.00 <> 13580.01 (B0999CH002/S2 2024-01 GBP: 5000.00 <> 5000.01)"));
  }

  @Test
  void amountsThatAreSwappedBetweenSectionsAreFoundThoughTheTotalIsRight() {
    lake.change(
        SILVER,
        changing(4, row -> with(row, "gross_premium", new BigDecimal("2000.00")))
                .andThen(changing(5, row -> with(row, "gross_premium", new BigDecimal("5000.00"))))
            ::apply);

    assertThat(
        lake.differences(),
        contains(
            "PremiumTransaction: raw gross_premium of the latest landed images is that of silver, by UMR, section, month and currency:"
                + " 13580.00 <> 13580.00 (B0999CH001/S1 2024-02 GBP: 2150.00 <> 5150.00; 1 more)"));
  }

  @Test
  void aDroppedFactIsMissedInItsSectionAndItsMonth() {
    lake.change(FACTS, without(row -> row.<Long>getValue("premium_transaction_id") == 4L));

    assertThat(
        lake.differences(),
        contains(
            "premium: silver rows are facts and superseded versions, by section: 9 <> 8 (B0999CH002/S2: 4 <> 3)",
            "premium: silver live rows are the versions that the facts count, by section: 8 <> 7 (B0999CH002/S2: 3 <> 2)",
            "premium: gross GBP of the facts is that of gpi_utilisation, by section and month: 7250.00 <> 12250.00 (B0999CH002/S2 2024-01: none <> 5000.00)",
            "premium: commission GBP of the facts is that of section_month, by section and month: 725.00 <> 1225.00 (B0999CH002/S2 2024-01: none <> 500.00)",
            "premium: net GBP of the facts is that of section_month, by section and month: 6525.00 <> 11025.00 (B0999CH002/S2 2024-01: none <> 4500.00)",
            "premium: facts without GBP are those that section_month counts beside its sums: 1 <> 1 (B0999CH002/S2 2024-01: none <> 0)"));
  }

  @Test
  void aSupersededVersionThatIsNotToldOrNamesAnotherWinnerIsFound() {
    lake.change(
        "silver/premium_transaction_superseded",
        rows ->
            rows.stream()
                .filter(row -> row.<Long>getValue("premium_transaction_id") == 1L)
                .map(row -> with(row, "winner_premium_transaction_id", 6L))
                .toList());

    assertThat(
        lake.differences(),
        contains(
            "premium: silver rows are facts and superseded versions, by section: 9 <> 8 (B0999CH002/S2: 4 <> 3)",
            "premium: superseded versions whose winner is not the fact of their key: 1 (premium_transaction_id 1: winner 6) <> 0"));
  }

  @Test
  void aFactThatDoesNotFootIsNamed() {
    lake.change(FACTS, changing(4, row -> with(row, "net_premium", new BigDecimal("4500.01"))));

    assertThat(
        lake.differences(),
        contains(
            "premium: facts whose gross less commission is not net: 1 (premium_transaction_id 4: 5000.00 - 500.00 <> 4500.01) <> 0"));
  }

  @Test
  void sterlingThatIsHalfThereDoesNotFoot() {
    lake.change(FACTS, changing(4, row -> with(row, "commission_gbp", null)));

    assertThat(
        lake.differences(),
        contains(
            "premium: facts whose gross less commission is not net, in GBP: 1 (premium_transaction_id 4: 5000.00 - null <> 4500.00) <> 0",
            "premium: commission GBP of the facts is that of section_month, by section and month: 725.00 <> 1225.00 (B0999CH002/S2 2024-01: 0.00 <> 500.00)"));
  }

  @Test
  void aClaimWithoutALatestPositionIsFound() {
    lake.change(CLAIMS, rows -> List.of(with(rows.get(0), "is_latest_position", 0)));

    String where = " of section_claim_month, by section and month: ";
    assertThat(
        lake.differences(),
        contains(
            "claim: latest positions are the claim_count"
                + where
                + "0 <> 1 (B0999CH001/S1 2024-02: 0 <> 1)",
            "claim: paid_gbp of the latest positions is the latest_paid_gbp"
                + where
                + "0.00 <> 100.00 (B0999CH001/S1 2024-02: 0.00 <> 100.00)",
            "claim: outstanding_gbp of the latest positions is the latest_outstanding_gbp"
                + where
                + "0.00 <> 50.00 (B0999CH001/S1 2024-02: 0.00 <> 50.00)",
            "claim: incurred_gbp of the latest positions is the latest_incurred_gbp"
                + where
                + "0.00 <> 150.00 (B0999CH001/S1 2024-02: 0.00 <> 150.00)"));
  }

  @Test
  void aPositionThatDoesNotFootIsNamed() {
    lake.change(
        CLAIMS, rows -> List.of(with(rows.get(0), "net_incurred_gbp", new BigDecimal("149.99"))));

    assertThat(
        lake.differences(),
        contains(
            "claim: facts whose GBP paid and outstanding are not incurred, less recoveries net: 1"
                + " (claim_transaction_id 1: 100.00 + 50.00 <> 150.00, or less 0.00 <> 149.99) <>"
                + " 0"));
  }

  @Test
  void aPaymentOfAnotherDayIsNamed() {
    lake.change(
        "silver/section_paid_day",
        rows -> List.of(with(rows.get(0), "payment_date", LocalDate.parse("2024-02-28"))));

    assertThat(
        lake.differences(),
        contains(
            "claim: paid movement GBP of the facts is that of section_paid_day, by section and"
                + " day: 100.00 <> 100.00 (B0999CH001/S1 2024-02-28: none <> 100.00; 1 more)"));
  }

  @Test
  void aMartThatWasNotDerivedAgainIsFound() {
    lake.change(
        "mart/gpi_utilisation",
        rows ->
            rows.stream()
                .map(
                    row ->
                        row.getString("umr").equals("B0999CH001")
                                && row.getValue("month_gwp_gbp").toString().equals("2100.00")
                            ? with(row, "month_gwp_gbp", new BigDecimal("2050.00"))
                            : row)
                .toList());

    assertThat(
        lake.differences(),
        contains(
            "premium: gross GBP of the facts is that of gpi_utilisation, by section and month: 12250.00 <> 12200.00 (B0999CH001/S1 2024-01: 2100.00 <> 2050.00)"));
  }

  @Test
  void aFactWhoseBrokerIsNotInItsDimensionIsNamed() {
    lake.change("gold/dim_broker", rows -> List.of());
    lake.change("gold/dim_broker_history", rows -> List.of());

    assertThat(
        lake.differences(),
        contains(
            "premium: facts whose broker_key is not in dim_broker: 7 (premium_transaction_id 10: "
                + DurableKey.key("0999")
                + "; 6 more) <> 0",
            "claim: facts whose broker_key is not in dim_broker: 1 (claim_transaction_id 1: "
                + DurableKey.key("0999")
                + ") <> 0"));
  }

  @Test
  void aFactOfAVersionThatHistoryDoesNotKnowIsNamed() {
    lake.change(
        FACTS, changing(7, row -> with(row, "contract_section_version_key", "of no version")));

    assertThat(
        lake.differences(),
        contains(
            "premium: facts whose contract_section_version_key is not in dim_contract_section_history: 1 (premium_transaction_id 7: of no version) <> 0"));
  }

  @Test
  void aKeyThatIsOpenTwiceIsNamed() {
    lake.change(
        "gold/dim_broker_history",
        rows -> List.of(rows.get(0), with(rows.get(0), "broker_version_key", "another")));

    assertThat(
        lake.differences(),
        contains(
            "dim_broker: open versions are the live keys, one each: 2 <> 1, wrong are 1 (key "
                + DurableKey.key("0999")
                + " is live and has 2 open versions)"));
  }

  @Test
  void aDeletedKeyHasNoOpenVersion() {
    lake.change("gold/dim_broker", rows -> List.of(with(rows.get(0), "is_deleted", true)));

    assertThat(
        lake.differences(),
        contains(
            "dim_broker: open versions are the live keys, one each: 1 <> 0, wrong are 1 (key "
                + DurableKey.key("0999")
                + " is deleted and has 1 open versions)"));
  }

  @Test
  void nothingIsProvedOfALakeWithoutAPublishedCut(@TempDir Path empty) {
    Reconciliation reconciliation =
        Reconciliation.of(empty.toString(), sound.tables(), sound.store());

    IllegalStateException refused =
        assertThrows(IllegalStateException.class, reconciliation::checks);

    assertThat(refused.getMessage(), containsString("has no published cut; run the nightly"));
  }

  @Test
  void whatIsNotPublishedIsNotLookedAt() throws IOException {
    lake.change(SILVER, rows -> List.of());
    try (var cuts = Files.list(lake.root().resolve("_published"))) {
      Files.delete(cuts.sorted().reduce((earlier, later) -> later).orElseThrow());
    }

    assertThat(lake.differences(), empty());
  }

  private static UnaryOperator<List<Row>> without(Predicate<Row> gone) {
    return rows -> rows.stream().filter(gone.negate()).toList();
  }

  private static UnaryOperator<List<Row>> changing(long id, UnaryOperator<Row> change) {
    return rows ->
        rows.stream()
            .map(
                row -> row.<Long>getValue("premium_transaction_id") == id ? change.apply(row) : row)
            .toList();
  }

  private static Row with(Row row, String column, @Nullable Object value) {
    return Row.fromRow(row).withFieldValue(column, value).build();
  }

  private static Row waiting(Row entry, String key) {
    return with(
        with(with(entry, "source_key", key), "reason", "FUTURE_WATERMARK"),
        "modified_date",
        Instant.parse("2030-01-01T00:00:00Z"));
  }
}
