// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static dev.tidemark.testing.RowMatchers.hasNoRows;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.testing.Rows;
import dev.tidemark.testing.RowsMatcher;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class ChangedSumsTest {

  private static final RowLayout DAYS = RowLayout.of(PaidDays.SCHEMA);
  private static final RowLayout MONTHS = RowLayout.of(SectionMonths.SCHEMA);

  private static final String STORED =
      """
      S1 | CH001 | 2024-01-31 | 3 | 300.00
      S1 | null  | 2024-01-31 | 1 | 7.00
      S2 | CH002 | 2024-01-31 | 2 | 50.00
      """;

  /** 100.00 of three in all is corrected to 80.00; what is of nobody is another sum. */
  @Test
  void whatLeavesIsTakenAwayAndWhatComesIsAdded() {
    ChangedSums sums =
        change(
            STORED, "S1 | CH001 | 2024-01-31 | 1 | 100.00", "S1 | CH001 | 2024-01-31 | 1 | 80.00");

    assertThat(rows(sums.before()), are("S1 | CH001 | 2024-01-31 | 3 | 300.00"));
    assertThat(rows(sums.after()), are("S1 | CH001 | 2024-01-31 | 3 | 280.00"));
  }

  @Test
  void aSumOfNoRowsIsGoneAndOneThatWasNotThereComes() {
    ChangedSums sums =
        change(STORED, "S1 | null | 2024-01-31 | 1 | 7.00", "S3 | CH002 | 2024-02-29 | 1 | 0.00");

    assertThat(rows(sums.before()), are("S1 | null | 2024-01-31 | 1 | 7.00"));
    assertThat(rows(sums.after()), are("S3 | CH002 | 2024-02-29 | 1 | 0.00"));
  }

  @Test
  void ofNothingNothingChanges() {
    ChangedSums sums = change(STORED, "", "");

    assertThat(rows(sums.before()), hasNoRows());
    assertThat(rows(sums.after()), hasNoRows());
  }

  @Test
  void aSubmissionStaysWhileARowOfItIsLeft() {
    String columns =
        "umr | section_no | coverholder_id | bordereau_month | live_versions | submission_times"
            + " | deleted_versions | quarantined_versions | fact_rows | rows_without_gbp | gwp_gbp"
            + " | commission_gbp | net_gbp\n";
    String month = "U | S1 | CH001 | 2024-01-01 | %d | %s | 0 | 0 | 0 | 0 | 0.00 | 0.00 | 0.00";
    String first = "2024-02-01T00:00:00Z";
    String second = "2024-02-02T00:00:00Z";

    ChangedSums sums =
        ChangedSums.of(
            RowKey.of(MONTHS, SectionMonths.KEY),
            months(columns + month.formatted(3, Samples.times(first, first, second))),
            months(columns + month.formatted(2, Samples.times(first, second))),
            months(columns));

    assertThat(
        sums.after().toRows(MONTHS),
        hasRows(SectionMonths.SCHEMA, columns + month.formatted(1, Samples.times(first))));
  }

  @Test
  void whatIsNotStoredCannotLeave() {
    assertThat(refusal("S1 | CH001 | 2024-01-31 | 4 | 300.00"), is("payments would be -1"));
    assertThat(
        refusal("S2 | CH002 | 2024-01-31 | 2 | 49.00"), is("sums of no rows would not be 0"));
  }

  private static String refusal(String leaving) {
    return String.valueOf(
        assertThrows(ArithmeticException.class, () -> change(STORED, leaving, "")).getMessage());
  }

  private static ChangedSums change(String stored, String leaving, String coming) {
    return ChangedSums.of(RowKey.of(DAYS, PaidDays.KEY), days(stored), days(leaving), days(coming));
  }

  private static RowsMatcher are(String days) {
    return hasRows(PaidDays.SCHEMA, table(days));
  }

  private static RowBlocks days(String days) {
    return RowBlocks.of(PaidDays.SCHEMA, Rows.table(PaidDays.SCHEMA, table(days)));
  }

  private static RowBlocks months(String table) {
    return RowBlocks.of(SectionMonths.SCHEMA, Rows.table(SectionMonths.SCHEMA, table));
  }

  private static String table(String days) {
    return "umr | section_no | coverholder_id | payment_date | payments | paid_gbp\n"
        + days.lines().map(day -> "U | " + day + "\n").reduce("", String::concat);
  }

  private static List<Row> rows(RowBlocks days) {
    return days.toRows(DAYS);
  }
}
