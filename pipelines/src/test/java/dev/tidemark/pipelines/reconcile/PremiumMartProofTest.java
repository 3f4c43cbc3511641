// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.run.Check;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A lake whose marts of premium are written by hand, and then made wrong. Nobody described its
 * sections; its one claim has paid 100.00 and 50.00 outstanding in February, and 120.00 and nothing
 * in April.
 */
class PremiumMartProofTest {

  private static final String CLAIMS = "gold/fact_claim_transaction";
  private static final String MONTHLY = "mart/premium_monthly";
  private static final String TIMELINESS = "mart/bordereau_timeliness";
  private static final String LARGEST = "mart/largest_risks";
  private static final String CH001 = key("CH001");
  private static final String CH002 = key("CH002");

  private static final String NOT_MONTHLY =
      "premium: months of premium_monthly that are not those of the facts: ";
  private static final String NOT_SENT =
      "premium: months of bordereau_timeliness that are not those of silver and quarantine: ";
  private static final String NOT_PREMIUM =
      "premium: risks of largest_risks whose premium is not that of the facts: ";
  private static final String NOT_RANKED =
      "premium: risks that largest_risks leaves out or ranks otherwise than by premium: ";

  private static SmallLake sound;

  private SmallLake lake;

  @BeforeAll
  static void createsASoundLake(@TempDir Path folder) {
    sound = SmallLake.create(folder.resolve("lake"));
    sound.change(
        CLAIMS,
        rows ->
            Stream.of(
                    rows.get(0),
                    Row.fromRow(rows.get(0))
                        .withFieldValue("bordereau_month", LocalDate.parse("2024-04-01"))
                        .withFieldValue("paid_movement_gbp", new BigDecimal("20.00"))
                        .withFieldValue("incurred_gbp", new BigDecimal("120.00"))
                        .build())
                .toList());
    sound.write(
        MONTHLY,
        """
        umr        | section_no | coverholder_key | coverholder_id | bordereau_month | transaction_count | gwp_gbp | commission_gbp | net_gbp | paid_movement_gbp | incurred_change_gbp | rows_without_gbp
        B0999CH001 | S1         | %1$s            | CH001          | 2024-01-01      | 2                 | 2100.00 | 210.00         | 1890.00 | 0.00              | 0.00                | 0
        B0999CH001 | S1         | %1$s            | CH001          | 2024-02-01      | 2                 | 2150.00 | 215.00         | 1935.00 | 0.00              | 0.00                | 0
        B0999CH001 | S1         | null            | null           | 2024-02-01      | 0                 | 0.00    | 0.00           | 0.00    | 100.00            | 150.00              | 0
        B0999CH001 | S1         | null            | null           | 2024-04-01      | 0                 | 0.00    | 0.00           | 0.00    | 20.00             | -30.00              | 0
        B0999CH002 | S2         | %2$s            | CH002          | 2024-01-01      | 1                 | 5000.00 | 500.00         | 4500.00 | 0.00              | 0.00                | 0
        B0999CH002 | S2         | %2$s            | CH002          | 2024-03-01      | 2                 | 3000.00 | 300.00         | 2700.00 | 0.00              | 0.00                | 1
        """
            .formatted(CH001, CH002),
        " | contract_section_key",
        " | S");
    sound.write(
        TIMELINESS,
        """
        umr        | section_no | coverholder_key | coverholder_id | bordereau_month | first_submitted | last_submitted | submission_count | prev_month_submitted | months_since_prev
        B0999CH001 | S1         | %1$s            | CH001          | 2024-01-01      | 2024-02-05      | 2024-02-12     | 2                | null                 | null
        B0999CH001 | S1         | %1$s            | CH001          | 2024-02-01      | 2024-03-04      | 2024-03-04     | 1                | 2024-01-01           | 1
        B0999CH002 | S2         | %2$s            | CH002          | 2024-01-01      | 2024-02-20      | 2024-02-20     | 1                | null                 | null
        B0999CH002 | S2         | %2$s            | CH002          | 2024-03-01      | 2024-04-08      | 2024-04-08     | 1                | 2024-01-01           | 2
        """
            .formatted(CH001, CH002),
        " | contract_section_key | month_end | due_date",
        " | S | 2024-12-31 | 2024-12-31");
    sound.write(
        LARGEST,
        """
        umr        | section_no | rank | certificate_ref | premium_gbp
        B0999CH001 | S1         | 1    | CERT-1003       | 2000.00
        B0999CH001 | S1         | 2    | CERT-1001       | 1400.00
        B0999CH001 | S1         | 3    | CERT-1002       | 850.00
        B0999CH002 | S2         | 1    | CERT-2001       | 5000.00
        B0999CH002 | S2         | 2    | CERT-2002       | 3000.00
        """,
        " | contract_section_key",
        " | S");
  }

  @BeforeEach
  void copiesIt(@TempDir Path folder) throws IOException {
    lake = sound.copiedTo(folder.resolve("lake"));
  }

  @Test
  void everyMartOfASoundLakeAgrees() {
    List<String> lines = sound.reconciliation().checks().stream().map(Check::toString).toList();

    assertThat(
        lines,
        hasItems(
            NOT_MONTHLY + "0 = 0",
            NOT_SENT + "0 = 0",
            NOT_PREMIUM + "0 = 0",
            NOT_RANKED + "0 = 0"));
  }

  @Test
  void aSumOfAMonthThatIsNotThatOfItsFactsIsNamed() {
    lake.change(
        MONTHLY,
        changing(
            row -> row.getValue("incurred_change_gbp").toString().equals("-30.00"),
            row -> with(row, "incurred_change_gbp", new BigDecimal("120.00"))));

    String figures = "0 transactions, 0 without GBP, gwp 0.00, commission 0.00, net 0.00,";
    assertThat(
        differences(),
        contains(
            NOT_MONTHLY
                + "1 (B0999CH001/S1 2024-04, coverholder_key null: "
                + figures
                + " paid movement 20.00, incurred change -30.00 <> "
                + figures
                + " paid movement 20.00, incurred change 120.00) <> 0"));
  }

  @Test
  void aMonthThatIsMissingAndOneThatShouldBeAreNamed() {
    lake.change(
        MONTHLY,
        changing(
            row -> row.getInt64("rows_without_gbp") == 1,
            row -> with(row, "bordereau_month", LocalDate.parse("2024-05-01"))));

    assertThat(
        differences(),
        contains(
            NOT_MONTHLY
                + "2 (B0999CH002/S2 2024-03, coverholder_key "
                + CH002
                + ": 2 transactions, 1 without GBP, gwp 3000.00, commission 300.00, net 2700.00,"
                + " paid movement 0.00, incurred change 0.00 <> none; 1 more) <> 0"));
  }

  @Test
  void aSubmissionThatIsNotCountedIsNamed() {
    lake.change(
        TIMELINESS,
        changing(
            row -> row.getInt64("submission_count") == 2,
            row -> with(row, "submission_count", 3L)));

    String dates = " times, first 2024-02-05, last 2024-02-12, before it null, months since null";
    assertThat(
        differences(),
        contains(
            NOT_SENT
                + "1 (B0999CH001/S1 2024-01, coverholder_key "
                + CH001
                + ": sent 2"
                + dates
                + " <> sent 3"
                + dates
                + ") <> 0"));
  }

  /** Of March in S2 nothing is left but the row without an amount, which is quarantined. */
  @Test
  void aMonthThatIsOnlyInQuarantineWasSent() {
    lake.change(
        "silver/premium_transaction",
        without(
            row ->
                row.getString("umr").equals("B0999CH002")
                    && row.getValue("bordereau_month").equals(LocalDate.parse("2024-03-01"))));
    assertThat(of(NOT_SENT), is(empty()));

    lake.change("quarantine/premium_transaction", rows -> List.of());
    assertThat(
        of(NOT_SENT),
        contains(
            NOT_SENT
                + "1 (B0999CH002/S2 2024-03, coverholder_key "
                + CH002
                + ": none <> sent 1 times, first 2024-04-08, last 2024-04-08, before it 2024-01-01,"
                + " months since 2) <> 0"));
  }

  @Test
  void aDescribedSectionsBordereauxAreItsCoverholders() {
    lake.change(
        "gold/dim_contract_section",
        changing(
            row -> row.getString("section_no").equals("S2"),
            row -> with(with(row, "is_inferred", false), "coverholder_key", CH001)));
    lake.change(
        TIMELINESS,
        changing(
            row -> row.getString("section_no").equals("S2"),
            row -> with(row, "coverholder_key", CH001)));

    assertThat(of(NOT_SENT), is(empty()));
  }

  @Test
  void aRiskOfAnotherPremiumIsNamed() {
    lake.change(
        LARGEST,
        changing(
            row -> row.getString("certificate_ref").equals("CERT-1001"),
            row -> with(row, "premium_gbp", new BigDecimal("1250.00"))));

    assertThat(
        differences(),
        contains(NOT_PREMIUM + "1 (B0999CH001/S1 CERT-1001: 1400.00 <> 1250.00) <> 0"));
  }

  @Test
  void aRiskThatIsLeftOutIsNamedAndSoIsAWrongRank() {
    lake.change(LARGEST, without(row -> row.getString("certificate_ref").equals("CERT-1003")));

    assertThat(
        differences(), contains(NOT_RANKED + "3 (B0999CH001/S1 CERT-1001: 1 <> 2; 2 more) <> 0"));
  }

  @Test
  void aSectionMayNotHaveFewerRanksThanItHasRisksFor() {
    lake.change(LARGEST, without(row -> row.getString("certificate_ref").equals("CERT-2002")));

    assertThat(
        differences(), contains(NOT_RANKED + "1 (B0999CH002/S2 CERT-2002: 3000.00 <> none) <> 0"));
  }

  @Test
  void aLakeWithoutSuchMartsHasNothingToProve(@TempDir Path folder) {
    Cut before = cut(SmallLake.create(folder.resolve("before")));

    assertThat(MonthlyProof.of(before), is(empty()));
    assertThat(TimelinessProof.of(before), is(empty()));
    assertThat(LargestRisksProof.of(before), is(empty()));
  }

  private List<String> of(String name) {
    return differences().stream().filter(line -> line.startsWith(name)).toList();
  }

  private List<String> differences() {
    Cut cut = cut(lake);
    return Stream.of(MonthlyProof.of(cut), TimelinessProof.of(cut), LargestRisksProof.of(cut))
        .flatMap(List::stream)
        .filter(check -> !check.holds())
        .map(Check::toString)
        .toList();
  }

  private static Cut cut(SmallLake lake) {
    return Cut.latest(lake.root().toString(), lake.tables(), lake.store());
  }

  private static UnaryOperator<List<Row>> without(Predicate<Row> gone) {
    return rows -> rows.stream().filter(gone.negate()).toList();
  }

  private static UnaryOperator<List<Row>> changing(Predicate<Row> which, UnaryOperator<Row> how) {
    return rows -> rows.stream().map(row -> which.test(row) ? how.apply(row) : row).toList();
  }

  private static Row with(Row row, String column, @Nullable Object value) {
    return Row.fromRow(row).withFieldValue(column, value).build();
  }
}
