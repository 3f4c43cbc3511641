// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasNoRows;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.SectionMonths;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class SectionMartsTest {

  private static final LocalDate AS_OF = LocalDate.of(2024, 4, 20);

  private static final String SECTION =
      "umr | section_no | coverholder_id | year_of_account | period_from | period_to | gpi_limit"
          + " | gpi_currency | bordereau_interval | valid_from | valid_to | is_deleted"
          + " | class_of_business | is_current | _batch_id\n";

  private static final String MONTH =
      "umr | section_no | coverholder_id | bordereau_month | live_versions | quarantined_versions"
          + " | fact_rows | gwp_gbp | deleted_versions | rows_without_gbp | commission_gbp"
          + " | net_gbp | submission_times\n";

  private static final String WORKED_EXAMPLE =
      """
      B0999CH001 | S1 | CH001 | 2024-01-01 | 3 | 0 | 2 | 2050.00
      B0999CH001 | S1 | CH001 | 2024-02-01 | 2 | 0 | 2 | 2150.00
      B0999CH002 | S2 | CH002 | 2024-01-01 | 1 | 0 | 1 | 5000.00
      B0999CH002 | S2 | CH002 | 2024-03-01 | 1 | 0 | 1 | 3000.00
      """;

  /** S1 has a limit of 5,000.00: 2,050.00 are 41 %, 4,200.00 are 84 %. S2 has none. */
  private static final String WORKED_SECTIONS =
      """
      B0999CH001 | S1 | CH001 | 2024 | 2024-01-01 | 2024-12-31 | 5000.00 | GBP  | MONTHLY | 2023-12-01T00:00:00Z | null | false
      B0999CH002 | S2 | CH002 | 2024 | 2024-01-01 | 2024-12-31 | null    | null | null    | 2023-12-01T00:00:00Z | null | false
      """;

  private static final String S1 =
      "B0999CH001 | S1 | CH001 | 2024 | 2024-01-01 | 2024-12-31 | null | null | null"
          + " | 2023-12-01T00:00:00Z | null | false\n";

  @Test
  void theWorkedExampleUsesItsLimitMonthByMonth() {
    assertThat(
        marts(WORKED_SECTIONS, WORKED_EXAMPLE).gpi,
        hasRows(
            Marts.GPI_UTILISATION_SCHEMA,
            """
            contract_section_key | umr        | section_no | coverholder_key | year_of_account | bordereau_month | month_gwp_gbp | cumulative_gwp_gbp | gpi_limit_gbp | utilisation_pct | alert_level | limit_flag | first_notify_month | first_breach_month
            %1$s                 | B0999CH001 | S1         | %3$s            | 2024            | 2024-01-01      | 2050.00       | 2050.00            | 5000.00       | 41              | OK          | null       | null               | null
            %1$s                 | B0999CH001 | S1         | %3$s            | 2024            | 2024-02-01      | 2150.00       | 4200.00            | 5000.00       | 84              | NOTIFY      | null       | 2024-02-01         | null
            %2$s                 | B0999CH002 | S2         | %4$s            | 2024            | 2024-01-01      | 5000.00       | 5000.00            | null          | null            | NO_LIMIT    | null       | null               | null
            %2$s                 | B0999CH002 | S2         | %4$s            | 2024            | 2024-03-01      | 3000.00       | 8000.00            | null          | null            | NO_LIMIT    | null       | null               | null
            """
                .formatted(
                    key("B0999CH001", "S1"), key("B0999CH002", "S2"), key("CH001"), key("CH002"))));
  }

  @Test
  void theWorkedExampleHasItsIslandsAndItsMissingMonths() {
    Collected marts = marts(WORKED_SECTIONS, WORKED_EXAMPLE);

    assertThat(
        marts.islands,
        hasRows(
            Marts.ISLANDS_BY_SECTION_SCHEMA,
            """
            contract_section_key | umr        | section_no | island_no | run_start  | run_end    | months_in_run
            %1$s                 | B0999CH001 | S1         | 1         | 2024-01-01 | 2024-02-01 | 2
            %2$s                 | B0999CH002 | S2         | 1         | 2024-01-01 | 2024-01-01 | 1
            %2$s                 | B0999CH002 | S2         | 2         | 2024-03-01 | 2024-03-01 | 1
            """
                .formatted(key("B0999CH001", "S1"), key("B0999CH002", "S2"))));
    assertThat(
        marts.covered,
        hasRows(
            CoverholderIslands.COVERED_SCHEMA,
            """
            coverholder_key | coverholder_id | covered_month
            %1$s            | CH001          | 2024-01-01
            %1$s            | CH001          | 2024-02-01
            %2$s            | CH002          | 2024-01-01
            %2$s            | CH002          | 2024-03-01
            """
                .formatted(key("CH001"), key("CH002"))));
    assertThat(
        marts.missing,
        hasRows(
            Marts.MISSING_BORDEREAUX_SCHEMA,
            """
            contract_section_key | coverholder_id | umr        | section_no | missing_month | due_date   | kind
            %1$s                 | CH001          | B0999CH001 | S1         | 2024-03-01    | 2024-04-15 | TRAILING
            %2$s                 | CH002          | B0999CH002 | S2         | 2024-02-01    | 2024-03-15 | GAP
            """
                .formatted(key("B0999CH001", "S1"), key("B0999CH002", "S2"))));
  }

  @Test
  void aMonthIsMissingFromTheDayAfterItsDueDate() {
    assertThat(
        marts(WORKED_SECTIONS, WORKED_EXAMPLE, LocalDate.of(2024, 4, 15)).missing,
        hasCells(Marts.MISSING_BORDEREAUX_SCHEMA, "section_no | missing_month\nS2 | 2024-02-01"));
  }

  /** Quarters from February are named by April, July, October and January. */
  @Test
  void aQuarterlySectionCountsQuartersFromItsFirstMonth() {
    Collected marts =
        marts(
            "B0999CH001 | S1 | CH001 | 2024 | 2024-02-01 | 2025-01-31 | null | null | QUARTERLY"
                + " | 2024-01-01T00:00:00Z | null | false",
            """
            B0999CH001 | S1 | CH001 | 2024-03-01 | 1 | 0 | 1 | 10.00
            B0999CH001 | S1 | CH001 | 2024-08-01 | 1 | 0 | 1 | 10.00
            """,
            LocalDate.of(2024, 12, 31));

    assertThat(
        marts.islands,
        hasCells(
            Marts.ISLANDS_BY_SECTION_SCHEMA,
            """
            island_no | run_start  | run_end    | months_in_run
            1         | 2024-04-01 | 2024-04-01 | 1
            2         | 2024-10-01 | 2024-10-01 | 1
            """));
    assertThat(
        marts.missing,
        hasCells(
            Marts.MISSING_BORDEREAUX_SCHEMA,
            "missing_month | due_date | kind\n2024-07-01 | 2024-08-15 | GAP"));
    assertThat(
        marts.covered,
        hasCells(
            CoverholderIslands.COVERED_SCHEMA,
            """
            covered_month
            2024-02-01
            2024-03-01
            2024-04-01
            2024-08-01
            2024-09-01
            2024-10-01
            """));
  }

  @Test
  void aSectionThatNeverReportedIsMissedFromItsStart() {
    Collected marts = marts(S1, "B0999CH001 | S1 | CH001 | 2024-01-01 | 0 | 0 | 0 | 0.00");

    assertThat(
        marts.missing,
        hasCells(
            Marts.MISSING_BORDEREAUX_SCHEMA,
            """
            missing_month | due_date   | kind
            2024-01-01    | 2024-02-15 | LEADING
            2024-02-01    | 2024-03-15 | LEADING
            2024-03-01    | 2024-04-15 | LEADING
            """));
    assertThat(marts.gpi, hasNoRows());
    assertThat(marts.islands, hasNoRows());
    assertThat(marts.covered, hasNoRows());
  }

  /** 700, 850, 1050 and 550 of 1,000.00. */
  @Test
  void theFirstMonthsOfNoticeAndBreachStayWhenTheTotalFallsBack() {
    assertThat(
        marts(
                "B0999CH001 | S1 | CH001 | 2024 | 2024-01-01 | 2024-12-31 | 1000.00 | GBP | null"
                    + " | 2023-12-01T00:00:00Z | null | false",
                """
                B0999CH001 | S1 | CH001 | 2024-04-01 | 1 | 0 | 1 | -500.00
                B0999CH001 | S1 | CH001 | 2024-03-01 | 1 | 0 | 1 | 200.00
                B0999CH001 | S1 | CH001 | 2024-02-01 | 1 | 0 | 1 | 150.00
                B0999CH001 | S1 | CH001 | 2024-01-01 | 1 | 0 | 1 | 700.00
                """)
            .gpi,
        hasCells(
            Marts.GPI_UTILISATION_SCHEMA,
            """
            bordereau_month | cumulative_gwp_gbp | utilisation_pct | alert_level | first_notify_month | first_breach_month
            2024-01-01      | 700.00             | 70              | OK          | null               | null
            2024-02-01      | 850.00             | 85              | NOTIFY      | 2024-02-01         | null
            2024-03-01      | 1050.00            | 105             | BREACH      | 2024-02-01         | 2024-03-01
            2024-04-01      | 550.00             | 55              | OK          | 2024-02-01         | 2024-03-01
            """));
  }

  @Test
  void theLimitIsThatOfTheVersionOpenAtTheMonthsEndElseTheFirst() {
    assertThat(
        marts(
                """
                B0999CH001 | S1 | CH001 | 2024 | 2024-01-01 | 2024-12-31 | 2000.00 | GBP | null | 2024-02-01T00:00:00Z        | 2024-02-29T23:59:59.999999Z | false
                B0999CH001 | S1 | CH001 | 2024 | 2024-01-01 | 2024-12-31 | 1000.00 | GBP | null | 2024-01-01T00:00:00Z        | 2024-02-01T00:00:00Z        | false
                B0999CH001 | S1 | CH001 | 2024 | 2024-01-01 | 2024-12-31 | 3000.00 | GBP | null | 2024-02-29T23:59:59.999999Z | null                        | false
                """,
                """
                B0999CH001 | S1 | CH001 | 2023-12-01 | 1 | 0 | 1 | 1.00
                B0999CH001 | S1 | CH001 | 2024-01-01 | 1 | 0 | 1 | 1.00
                B0999CH001 | S1 | CH001 | 2024-02-01 | 1 | 0 | 1 | 1.00
                """)
            .gpi,
        hasCells(
            Marts.GPI_UTILISATION_SCHEMA,
            """
            bordereau_month | gpi_limit_gbp
            2023-12-01      | 1000.00
            2024-01-01      | 1000.00
            2024-02-01      | 3000.00
            """));
  }

  /** 1,000.00 EUR at 0.853415 are 853.415, so 853.42; the rate is January's, not March's. */
  @Test
  void aForeignLimitIsConvertedInTheMonthOfPeriodFrom() {
    assertThat(
        marts(
                """
                B0999CH001 | S1 | CH001 | 2024 | 2024-01-15 | 2024-12-31 | 1000.00 | EUR  | null | 2023-12-01T00:00:00Z | null | false
                B0999CH001 | S2 | CH001 | 2024 | 2024-02-01 | 2024-12-31 | 1000.00 | EUR  | null | 2023-12-01T00:00:00Z | null | false
                B0999CH001 | S3 | CH001 | 2024 | 2024-01-01 | 2024-12-31 | 1000.00 | null | null | 2023-12-01T00:00:00Z | null | false
                B0999CH001 | S4 | CH001 | 2024 | 2024-01-01 | 2024-12-31 | -1.00   | GBP  | null | 2023-12-01T00:00:00Z | null | false
                B0999CH001 | S5 | CH001 | 2024 | 2024-01-01 | 2024-12-31 | 0.00    | GBP  | null | 2023-12-01T00:00:00Z | null | false
                """,
                """
                B0999CH001 | S1 | CH001 | 2024-03-01 | 1 | 0 | 1 | 853.41
                B0999CH001 | S1 | CH001 | 2024-04-01 | 1 | 0 | 1 | 0.01
                B0999CH001 | S2 | CH001 | 2024-03-01 | 1 | 0 | 1 | 853.42
                B0999CH001 | S3 | CH001 | 2024-03-01 | 1 | 0 | 1 | 853.42
                B0999CH001 | S4 | CH001 | 2024-03-01 | 1 | 0 | 1 | 853.42
                B0999CH001 | S5 | CH001 | 2024-03-01 | 1 | 0 | 1 | 853.42
                """)
            .gpi,
        hasCells(
            Marts.GPI_UTILISATION_SCHEMA,
            """
            section_no | bordereau_month | gpi_limit_gbp | alert_level | limit_flag
            S1         | 2024-03-01      | 853.42        | NOTIFY      | null
            S1         | 2024-04-01      | 853.42        | BREACH      | null
            S2         | 2024-03-01      | null          | NO_LIMIT    | LIMIT_RATE_MISSING
            S3         | 2024-03-01      | null          | NO_LIMIT    | LIMIT_RATE_MISSING
            S4         | 2024-03-01      | null          | NO_LIMIT    | LIMIT_INVALID
            S5         | 2024-03-01      | 0.00          | NO_LIMIT    | null
            """));
  }

  @Test
  void aDeletedSectionIsNotMissedButKeepsWhatItReported() {
    Collected marts =
        marts(
            "B0999CH001 | S1 | CH001 | 2024 | 2024-01-01 | 2024-12-31 | 100.00 | GBP | null"
                + " | 2023-12-01T00:00:00Z | 2024-01-10T00:00:00Z | true",
            "B0999CH001 | S1 | CH001 | 2024-02-01 | 1 | 0 | 1 | 50.00");

    assertThat(marts.missing, hasNoRows());
    assertThat(
        marts.gpi,
        hasCells(
            Marts.GPI_UTILISATION_SCHEMA,
            "bordereau_month | gpi_limit_gbp | alert_level\n2024-02-01 | 100.00 | OK"));
    assertThat(
        marts.islands,
        hasCells(Marts.ISLANDS_BY_SECTION_SCHEMA, "run_start | months_in_run\n2024-02-01 | 1"));
  }

  @Test
  void anUnknownSectionIsMonthlyWithoutLimitAndYearAndIsNotMissed() {
    Collected marts =
        marts(
            S1,
            """
            B0999CH009 | S9 | CH009 | 2024-01-01 | 1 | 0 | 1 | 1.00
            B0999CH009 | S9 | null  | 2024-02-01 | 1 | 0 | 1 | 2.00
            """);

    assertThat(
        marts.gpi,
        hasCells(
            Marts.GPI_UTILISATION_SCHEMA,
            """
            section_no | coverholder_key | year_of_account | bordereau_month | cumulative_gwp_gbp | alert_level
            S9         | %1$s            | null            | 2024-01-01      | 1.00               | NO_LIMIT
            S9         | %1$s            | null            | 2024-02-01      | 3.00               | NO_LIMIT
            """
                .formatted(key("CH009"))));
    assertThat(
        marts.islands,
        hasCells(Marts.ISLANDS_BY_SECTION_SCHEMA, "run_end | months_in_run\n2024-02-01 | 2"));
    assertThat(
        marts.covered,
        hasCells(
            CoverholderIslands.COVERED_SCHEMA,
            "coverholder_id | covered_month\nCH009 | 2024-01-01"));
    assertThat(marts.missing, hasNoRows());
  }

  @Test
  void aQuarantinedBordereauWasSentByTheSectionsCoverholderAndADeletedOneWasNot() {
    Collected marts =
        marts(
            S1,
            """
            B0999CH001 | S1 | CH009 | 2024-01-01 | 0 | 2 | 0 | 0.00
            B0999CH001 | S1 | null  | 2024-02-01 | 0 | 1 | 0 | 0.00
            B0999CH001 | S1 | CH001 | 2024-03-01 | 0 | 0 | 0 | 0.00
            """);

    assertThat(marts.gpi, hasNoRows());
    assertThat(
        marts.islands,
        hasCells(
            Marts.ISLANDS_BY_SECTION_SCHEMA,
            "run_start | run_end | months_in_run\n2024-01-01 | 2024-02-01 | 2"));
    assertThat(
        marts.covered,
        hasCells(
            CoverholderIslands.COVERED_SCHEMA,
            "coverholder_id | covered_month\nCH001 | 2024-01-01\nCH001 | 2024-02-01"));
    assertThat(
        marts.missing,
        hasCells(Marts.MISSING_BORDEREAUX_SCHEMA, "missing_month | kind\n2024-03-01 | TRAILING"));
  }

  @Test
  void oneMonthByTwoCoverholdersIsOneMonthOfTheSection() {
    assertThat(
        marts(
                S1,
                """
                B0999CH001 | S1 | CH001 | 2024-01-01 | 1 | 0 | 1 | 1.00
                B0999CH001 | S1 | CH002 | 2024-01-01 | 1 | 0 | 1 | 2.00
                """)
            .gpi,
        hasCells(
            Marts.GPI_UTILISATION_SCHEMA,
            "bordereau_month | month_gwp_gbp | cumulative_gwp_gbp\n2024-01-01 | 3.00 | 3.00"));
  }

  /** The rows that came, by mart, and the months that coverholders' bordereaux cover. */
  private record Collected(
      List<Row> gpi, List<Row> islands, List<Row> missing, List<Row> covered) {}

  private static Collected marts(String sections, String months) {
    return marts(sections, months, AS_OF);
  }

  private static Collected marts(String sections, String months, LocalDate asOf) {
    ReferenceData reference =
        Samples.reference(SECTION + withCells(sections, " | Property | true | 1"));
    RowBlocks reported =
        Samples.blocks(
            SectionMonths.SCHEMA, MONTH + withCells(months, " | 0 | 0 | 0.00 | 0.00 | 0x"));
    Map<String, RowBlocks> partials = Map.of(FactTables.SECTION_MONTHS, reported);
    MartRows made =
        Samples.made(
            new SectionMarts(), new MartStage.Context(reference, new Accounts(), asOf), partials);
    RowBlocksBuilder covered = new RowBlocksBuilder();
    new CoverholderIslands().select(Samples.partials(reference, partials), covered);
    return new Collected(
        Samples.rows(made, Marts.GPI_UTILISATION),
        Samples.rows(made, Marts.ISLANDS_BY_SECTION),
        Samples.rows(made, Marts.MISSING_BORDEREAUX),
        covered.build().toRows(RowLayout.of(CoverholderIslands.COVERED_SCHEMA)));
  }

  private static String withCells(String rows, String cells) {
    return rows.lines().map(row -> row + cells + "\n").reduce("", String::concat);
  }
}
