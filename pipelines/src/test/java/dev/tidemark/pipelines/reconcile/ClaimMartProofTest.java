// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.run.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A lake whose marts of claims are written by hand, and then made wrong: CL-1 has a position that
 * is not its latest, CL-2 no sterling, and nobody described the section of CL-3.
 */
class ClaimMartProofTest {

  private static final String FACTS = "gold/fact_claim_transaction";
  private static final String BY_CLAIM = "mart/claims_paid_90d_by_claim";
  private static final String BY_COVERHOLDER = "mart/claims_paid_90d_by_coverholder";
  private static final String LOSS_RATIO = "mart/loss_ratio";
  private static final String CH001 = key("CH001");
  private static final String CH002 = key("CH002");

  private static final String CLAIMS =
      """
      claim_key | claim_transaction_id | umr        | section_no | coverholder_key | bordereau_month | payment_date | paid_movement_gbp | paid_gbp | outstanding_gbp | incurred_gbp | is_latest_position
      CL-1      | 1                    | B0999CH001 | S1         | %1$s            | 2024-01-01      | 2024-01-10   | 500.00            | 500.00   | 0.00            | 500.00       | 0
      CL-1      | 2                    | B0999CH001 | S1         | %1$s            | 2024-04-01      | 2024-04-08   | 500.00            | 1000.00  | 450.00          | 1450.00      | 1
      CL-2      | 3                    | B0999CH001 | S1         | %1$s            | 2024-04-01      | 2024-04-09   | null              | null     | null            | null         | 1
      CL-3      | 4                    | B0999CH009 | S9         | null            | 2024-03-01      | null         | 7.00              | 7.00     | 0.00            | 7.00         | 1
      """
          .formatted(CH001);

  private static SmallLake sound;

  private SmallLake lake;

  @BeforeAll
  static void createsASoundLake(@TempDir Path folder) {
    sound = SmallLake.create(folder.resolve("lake"));
    sound.write(
        FACTS,
        CLAIMS,
        " | contract_section_key | contract_section_version_key | contract_key | certificate_ref"
            + " | claim_ref | paid_to_date | paid_movement | outstanding | recoveries_to_date"
            + " | version_count | dq_flags | load_run_id | loaded_at",
        " | S | V | C | CERT | CL | 0.00 | 0.00 | 0.00 | 0.00 | 1 | none | run-2"
            + " | 2024-05-02T02:00:00Z");
    sound.write(
        BY_CLAIM,
        """
        claim_key | umr        | section_no | payment_date | paid_day_gbp | paid_last_90_days_gbp
        CL-1      | B0999CH001 | S1         | 2024-01-10   | 500.00       | 500.00
        CL-1      | B0999CH001 | S1         | 2024-04-08   | 500.00       | 1000.00
        CL-2      | B0999CH001 | S1         | 2024-04-09   | 0.00         | 0.00
        CL-3      | B0999CH009 | S9         | 2024-03-31   | 7.00         | 7.00
        """,
        " | certificate_ref | claim_ref | contract_section_key",
        " | CERT | CL | S");
    sound.write(
        BY_COVERHOLDER,
        """
        coverholder_key | payment_date | paid_day_gbp | paid_last_90_days_gbp
        %1$s            | 2024-01-10   | 500.00       | 500.00
        %1$s            | 2024-04-08   | 500.00       | 1000.00
        %1$s            | 2024-04-09   | 0.00         | 500.00
        null            | 2024-03-31   | 7.00         | 7.00
        """
            .formatted(CH001),
        "",
        "");
    sound.write(
        LOSS_RATIO,
        """
        coverholder_key | gwp_gbp | paid_gbp | outstanding_gbp | incurred_gbp | claim_count
        %1$s            | 4250.00 | 1000.00  | 450.00          | 1450.00      | 2
        %2$s            | 8000.00 | 0.00     | 0.00            | 0.00         | 0
        null            | null    | 7.00     | 0.00            | 7.00         | 1
        """
            .formatted(CH001, CH002),
        "",
        "");
  }

  @BeforeEach
  void copiesIt(@TempDir Path folder) throws IOException {
    lake = sound.copiedTo(folder.resolve("lake"));
  }

  @Test
  void everyMartOfASoundLakeAgreesWithItsFacts() {
    assertThat(
        proof(sound).stream().map(Check::toString).toList(),
        contains(
            "claim: paid movement GBP of the facts is that of claims_paid_90d_by_claim, by section"
                + " and day: 1007.00 = 1007.00",
            "claim: days of claims_paid_90d_by_coverholder that are not those of the facts: 0 = 0",
            "claim: accounts of loss_ratio that are not those of the facts: 0 = 0"));
  }

  @Test
  void aPaymentThatIsNotInTheMartsIsNamed() {
    lake.change(BY_CLAIM, rows -> without(rows, "claim_key", "CL-3"));
    lake.change(BY_COVERHOLDER, rows -> without(rows, "coverholder_key", null));

    assertThat(
        differences(),
        contains(
            "claim: paid movement GBP of the facts is that of claims_paid_90d_by_claim, by section"
                + " and day: 1007.00 <> 1000.00 (B0999CH009/S9 2024-03-31: 7.00 <> none)",
            "claim: days of claims_paid_90d_by_coverholder that are not those of the facts: 1"
                + " (coverholder_key null on 2024-03-31: 7.00, of ninety days 7.00 <> none) <> 0"));
  }

  @Test
  void aDayThatHasLeftTheWindowAndStillCountsIsNamed() {
    lake.change(
        BY_COVERHOLDER,
        rows ->
            rows.stream()
                .map(
                    row ->
                        row.getValue("paid_day_gbp").toString().equals("0.00")
                            ? Row.fromRow(row)
                                .withFieldValue(
                                    "paid_last_90_days_gbp", row.getValue("paid_day_gbp"))
                                .build()
                            : row)
                .toList());

    assertThat(
        differences(),
        contains(
            "claim: days of claims_paid_90d_by_coverholder that are not those of the facts: 1"
                + " (coverholder_key "
                + CH001
                + " on 2024-04-09: 0.00, of ninety days 500.00 <> 0.00, of ninety days 0.00) <> 0"));
  }

  @Test
  void anAccountThatIsMissingAndOneThatShouldBeAreNamed() {
    lake.change(LOSS_RATIO, rows -> without(rows, "coverholder_key", null));
    assertThat(
        differences(),
        contains(
            "claim: accounts of loss_ratio that are not those of the facts: 1 (coverholder_key"
                + " null, year null, class_of_business_key null: gwp null, paid 7.00, outstanding"
                + " 0.00, incurred 7.00, claims 1 <> none) <> 0"));

    lake.change(FACTS, rows -> without(rows, "claim_key", "CL-3"));
    lake.change(BY_CLAIM, rows -> without(rows, "claim_key", "CL-3"));
    lake.change(BY_COVERHOLDER, rows -> without(rows, "coverholder_key", null));
    assertThat(differences(), is(empty()));
  }

  @Test
  void aLakeWithoutSuchMartsHasNothingToProve(@TempDir Path folder) {
    assertThat(proof(SmallLake.create(folder.resolve("before"))), is(empty()));
  }

  private List<String> differences() {
    return proof(lake).stream().filter(check -> !check.holds()).map(Check::toString).toList();
  }

  private static List<Check> proof(SmallLake lake) {
    return ClaimMartProof.of(Cut.latest(lake.root().toString(), lake.tables(), lake.store()));
  }

  private static List<Row> without(List<Row> rows, String column, @Nullable String value) {
    return rows.stream()
        .filter(row -> !String.valueOf(value).equals(String.valueOf(row.<Object>getValue(column))))
        .toList();
  }
}
