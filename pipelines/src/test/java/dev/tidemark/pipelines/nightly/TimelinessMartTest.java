// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasNoRows;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;

import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.SectionMonths;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class TimelinessMartTest {

  /** UMR, section, coverholder, due days, interval, first day of the period. */
  private static final String SECTIONS =
      """
      B0999CH001 | S1 | CH001 | null | null      | 2024-01-01
      B0999CH001 | S2 | CH001 | 10   | MONTHLY   | 2024-01-01
      B0999CH001 | S3 | CH001 | null | QUARTERLY | 2024-02-15
      B0999CH002 | S2 | CH002 | 15   | MONTHLY   | 2024-01-01
      """;

  @Test
  void theWorkedExampleIsSentAndSentAgain() {
    assertThat(
        timeliness(
            """
            B0999CH001 | S1 | CH001 | 2024-02-01 | 2 | 0 | %s
            B0999CH001 | S1 | CH001 | 2024-01-01 | 3 | 0 | %s
            B0999CH002 | S2 | CH002 | 2024-01-01 | 1 | 0 | %s
            B0999CH002 | S2 | CH002 | 2024-03-01 | 1 | 0 | %s
            """,
            times("2024-03-04"),
            times("2024-02-05", "2024-02-12"),
            times("2024-02-20"),
            times("2024-04-08")),
        hasRows(
            Marts.BORDEREAU_TIMELINESS_SCHEMA,
            """
            contract_section_key | coverholder_key | coverholder_id | umr        | section_no | bordereau_month | month_end  | first_submitted | last_submitted | submission_count | days_after_month_end | due_date   | days_late | is_late | prev_month_submitted | months_since_prev
            %1$s                 | %3$s            | CH001          | B0999CH001 | S1         | 2024-01-01      | 2024-01-31 | 2024-02-05      | 2024-02-12     | 2                | 5                    | 2024-02-15 | 0         | false   | null                 | null
            %1$s                 | %3$s            | CH001          | B0999CH001 | S1         | 2024-02-01      | 2024-02-29 | 2024-03-04      | 2024-03-04     | 1                | 4                    | 2024-03-15 | 0         | false   | 2024-01-01           | 1
            %2$s                 | %4$s            | CH002          | B0999CH002 | S2         | 2024-01-01      | 2024-01-31 | 2024-02-20      | 2024-02-20     | 1                | 20                   | 2024-02-15 | 5         | true    | null                 | null
            %2$s                 | %4$s            | CH002          | B0999CH002 | S2         | 2024-03-01      | 2024-03-31 | 2024-04-08      | 2024-04-08     | 1                | 8                    | 2024-04-15 | 0         | false   | 2024-01-01           | 2
            """
                .formatted(
                    key("B0999CH001", "S1"), key("B0999CH002", "S2"), key("CH001"), key("CH002"))));
  }

  /**
   * One file with bad rows: its time stands in silver and in quarantine, under two coverholders.
   */
  @Test
  void whatSilverAndQuarantineHaveOfOneSubmissionIsOneSubmission() {
    assertThat(
        timeliness(
            """
            B0999CH001 | S1 | CH001 | 2024-01-01 | 3 | 0 | %s
            B0999CH001 | S1 | CH009 | 2024-01-01 | 0 | 1 | %s
            B0999CH001 | S1 | null  | 2024-01-01 | 0 | 2 | %s
            """,
            times("2024-02-05", "2024-02-12"),
            times("2024-02-05"),
            times("2024-02-05", "2024-02-01")),
        hasCells(
            Marts.BORDEREAU_TIMELINESS_SCHEMA,
            """
            coverholder_id | bordereau_month | first_submitted | last_submitted | submission_count
            CH001          | 2024-01-01      | 2024-02-01      | 2024-02-12     | 3
            """));
  }

  /** Times of one day are distinct; the day is that of UTC. */
  @Test
  void submissionsAreDistinctByTheMicrosecondAndDatedInUtc() {
    assertThat(
        timeliness(
            "B0999CH001 | S1 | CH001 | 2024-01-01 | 3 | 0 | %s",
            Samples.times(
                "2024-02-15T00:00:00Z",
                "2024-02-15T00:00:00.000001Z",
                "2024-02-15T23:59:59.999999Z")),
        hasCells(
            Marts.BORDEREAU_TIMELINESS_SCHEMA,
            """
            first_submitted | last_submitted | submission_count | days_late | is_late
            2024-02-15      | 2024-02-15     | 3                | 0         | false
            """));
  }

  @Test
  void theSectionSaysWhenItsBordereauxFallDue() {
    assertThat(
        timeliness(
            """
            B0999CH001 | S2 | CH001 | 2024-02-01 | 1 | 0 | %1$s
            B0999CH001 | S1 | CH001 | 2024-02-01 | 1 | 0 | %1$s
            """,
            times("2024-03-11")),
        hasCells(
            Marts.BORDEREAU_TIMELINESS_SCHEMA,
            """
            section_no | due_date   | days_late | is_late
            S1         | 2024-03-15 | 0         | false
            S2         | 2024-03-10 | 1         | true
            """));
  }

  /** February to April and May to July; each month that was sent has its row. */
  @Test
  void aQuarterlyMonthIsJudgedByTheEndOfItsQuarter() {
    assertThat(
        timeliness(
            """
            B0999CH001 | S3 | CH001 | 2024-03-01 | 1 | 0 | %s
            B0999CH001 | S3 | CH001 | 2024-07-01 | 1 | 0 | %s
            """,
            times("2024-05-16"), times("2024-08-15")),
        hasCells(
            Marts.BORDEREAU_TIMELINESS_SCHEMA,
            """
            bordereau_month | month_end  | due_date   | days_after_month_end | days_late | is_late | prev_month_submitted | months_since_prev
            2024-03-01      | 2024-04-30 | 2024-05-15 | 16                   | 1         | true    | null                 | null
            2024-07-01      | 2024-07-31 | 2024-08-15 | 15                   | 0         | false   | 2024-03-01           | 4
            """));
  }

  @Test
  void aMonthWithoutSubmissionTimesIsThereWithoutDates() {
    assertThat(
        timeliness(
            """
            B0999CH001 | S1 | CH001 | 2023-12-01 | 1 | 0 | 0x
            B0999CH001 | S1 | CH001 | 2024-01-01 | 0 | 1 | %s
            """,
            times("2024-01-31")),
        hasCells(
            Marts.BORDEREAU_TIMELINESS_SCHEMA,
            """
            bordereau_month | first_submitted | last_submitted | submission_count | days_after_month_end | due_date   | days_late | is_late | prev_month_submitted | months_since_prev
            2023-12-01      | null            | null           | 0                | null                 | 2024-01-15 | null      | null    | null                 | null
            2024-01-01      | 2024-01-31      | 2024-01-31     | 1                | 0                    | 2024-02-15 | 0         | false   | 2023-12-01           | 1
            """));
  }

  @Test
  void whatWasNotSentOrIsDeletedHasNoRow() {
    assertThat(timeliness("B0999CH001 | S1 | CH001 | 2024-01-01 | 0 | 0 | 0x"), hasNoRows());
  }

  /** Each coverholder that the rows name has months of its own, and so has nobody. */
  @Test
  void anUnknownSectionIsJudgedByTheDefaultForWhoeverItsRowsName() {
    assertThat(
        timeliness(
            """
            B0999CH009 | S9 | CH009 | 2024-03-01 | 1 | 0 | %1$s
            B0999CH009 | S9 | CH009 | 2024-01-01 | 0 | 1 | %1$s
            B0999CH009 | S9 | CH008 | 2024-02-01 | 1 | 0 | %1$s
            B0999CH009 | S9 | null  | 2024-02-01 | 0 | 1 | %1$s
            B0999CH009 | S9 | null  | 2023-02-01 | 0 | 1 | %1$s
            """,
            times("2024-03-16")),
        hasCells(
            Marts.BORDEREAU_TIMELINESS_SCHEMA,
            """
            coverholder_id | coverholder_key | bordereau_month | due_date   | days_late | prev_month_submitted | months_since_prev
            CH008          | %1$s            | 2024-02-01      | 2024-03-15 | 1         | null                 | null
            CH009          | %2$s            | 2024-01-01      | 2024-02-15 | 30        | null                 | null
            CH009          | %2$s            | 2024-03-01      | 2024-04-15 | 0         | 2024-01-01           | 2
            null           | null            | 2023-02-01      | 2023-03-15 | 367       | null                 | null
            null           | null            | 2024-02-01      | 2024-03-15 | 1         | 2023-02-01           | 12
            """
                .formatted(key("CH008"), key("CH009"))));
  }

  /** UMR, section, coverholder, month, live and quarantined versions, submission times. */
  private static List<Row> timeliness(String months, Object... times) {
    ReferenceData reference =
        Samples.reference(
            "umr | section_no | coverholder_id | bordereau_due_days | bordereau_interval"
                + " | period_from | period_to | year_of_account | class_of_business | valid_from"
                + " | is_deleted | is_current | _batch_id\n"
                + withCells(
                    SECTIONS,
                    " | 2025-12-31 | 2024 | Property | 2023-12-01T00:00:00Z | false | true | 1"));
    return Samples.rows(
        Samples.made(
            new TimelinessMart(),
            new MartStage.Context(reference, new Accounts(), LocalDate.of(2024, 4, 20)),
            Map.of(
                FactTables.SECTION_MONTHS,
                Samples.blocks(
                    SectionMonths.SCHEMA,
                    "umr | section_no | coverholder_id | bordereau_month | live_versions"
                        + " | quarantined_versions | submission_times | deleted_versions"
                        + " | fact_rows | rows_without_gbp | gwp_gbp | commission_gbp | net_gbp\n"
                        + withCells(
                            months.formatted(times), " | 1 | 0 | 0 | 0.00 | 0.00 | 0.00")))),
        Marts.BORDEREAU_TIMELINESS);
  }

  private static String withCells(String rows, String cells) {
    return rows.lines().map(row -> row + cells + "\n").reduce("", String::concat);
  }

  private static String times(String... days) {
    String[] times = days.clone();
    for (int i = 0; i < times.length; i++) {
      times[i] += "T09:30:00Z";
    }
    return Samples.times(times);
  }
}
