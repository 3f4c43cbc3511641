// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasNoRows;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.transforms.facts.LargestRisks.RankedBy.CERTIFICATE;
import static dev.tidemark.transforms.facts.LargestRisks.RankedBy.TRANSACTION;
import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasToString;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.facts.LargestRisks.RankedBy;
import dev.tidemark.transforms.facts.LargestRisks.Ranking;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class LargestRisksTest {

  /** CERT-1001 is 1,250.00 and 150.00 together. */
  @Test
  void theWorkedExamplesTopTwoAreTwoCertificatesOfEachSection() {
    assertThat(
        risks(2, CERTIFICATE, PremiumFactsTest.derive(Samples.WORKED_EXAMPLE).facts()),
        hasRows(
            LargestRisks.SCHEMA,
            """
            contract_section_key | umr        | section_no | rank | certificate_ref | premium_transaction_id | premium_gbp
            %1$s                 | B0999CH001 | S1         | 1    | CERT-1003       | null                   | 2000.00
            %1$s                 | B0999CH001 | S1         | 2    | CERT-1001       | null                   | 1400.00
            %2$s                 | B0999CH002 | S2         | 1    | CERT-2001       | null                   | 5000.00
            %2$s                 | B0999CH002 | S2         | 2    | CERT-2002       | null                   | 3000.00
            """
                .formatted(key("B0999CH001", "S1"), key("B0999CH002", "S2"))));
  }

  @Test
  void byTransactionEachIsRankedByItself() {
    assertThat(
        risks(2, TRANSACTION, PremiumFactsTest.derive(Samples.WORKED_EXAMPLE).facts()),
        hasRows(
            LargestRisks.SCHEMA,
            """
            contract_section_key | umr        | section_no | rank | certificate_ref | premium_transaction_id | premium_gbp
            %1$s                 | B0999CH001 | S1         | 1    | CERT-1003       | 4                      | 2000.00
            %1$s                 | B0999CH001 | S1         | 2    | CERT-1001       | 2                      | 1250.00
            %2$s                 | B0999CH002 | S2         | 1    | CERT-2001       | 6                      | 5000.00
            %2$s                 | B0999CH002 | S2         | 2    | CERT-2002       | 7                      | 3000.00
            """
                .formatted(key("B0999CH001", "S1"), key("B0999CH002", "S2"))));
  }

  private static final String TIES =
      """
      1 | A | 1 | 300.00  | NEW   | GBP
      2 | B | 1 | 250.00  | NEW   | GBP
      3 | B | 2 | -50.00  | MTA   | GBP
      4 | C | 1 | 200.00  | NEW   | GBP
      5 | D | 1 | 0.01    | NEW   | GBP
      6 | E | 1 | 900.00  | NEW   | GBP
      7 | E | 2 | 900.00  | CANC  | GBP
      8 | F | 1 | 100.00  | CANC  | GBP
      9 | G | 1 | null    | NIL   | GBP
      10 | H | 1 | 800.00 | NEW   | SEK
      11 | I | 1 | 150.00 | NEW   | GBP
      12 | I | 2 | 700.00 | AP    | SEK
      """;

  /** E nets to 0, F to -100, G to nothing; nobody has a rate for H and a part of I. */
  @Test
  void tiesShareARankAndWhatNetsToNothingOrHasNoSterlingIsLeftOut() {
    assertThat(
        risks(10, CERTIFICATE, facts(TIES)),
        hasCells(
            LargestRisks.SCHEMA,
            """
            rank | certificate_ref | premium_gbp
            1    | A               | 300.00
            2    | B               | 200.00
            2    | C               | 200.00
            3    | I               | 150.00
            4    | D               | 0.01
            """));
  }

  @Test
  void aTransactionCountsWhateverItsCertificateNetsTo() {
    assertThat(
        risks(3, TRANSACTION, facts(TIES)),
        hasCells(
            LargestRisks.SCHEMA,
            """
            rank | certificate_ref | premium_transaction_id | premium_gbp
            1    | E               | 6                      | 900.00
            2    | A               | 1                      | 300.00
            3    | B               | 2                      | 250.00
            """));
  }

  /** A certificate reference means nothing beyond its section. */
  @Test
  void oneCertificateInTwoSectionsIsTwoRisks() {
    RowBlocks facts =
        PremiumFactsTest.derive(
                """
                premium_transaction_id | umr        | section_no | certificate_ref | transaction_type | bordereau_month | original_currency | gross_premium
                1                      | B0999CH001 | S1         | A               | NEW              | 2024-01-01      | GBP               | 10.00
                2                      | B0999CH001 | S2         | A               | NEW              | 2024-01-01      | GBP               | 30.00
                3                      | B0999CH002 | S1         | A               | NEW              | 2024-01-01      | GBP               | 20.00
                """)
            .facts();

    assertThat(
        risks(1, CERTIFICATE, facts),
        hasCells(
            LargestRisks.SCHEMA,
            """
            umr        | section_no | rank | premium_gbp
            B0999CH001 | S1         | 1    | 10.00
            B0999CH001 | S2         | 1    | 30.00
            B0999CH002 | S1         | 1    | 20.00
            """));
  }

  /** A bucket that is derived in parts of whole certificates. */
  @Test
  void partsOfASectionRankTogether() {
    assertThat(
        risks(
            2,
            CERTIFICATE,
            facts("1 | A | 1 | 300.00 | NEW | GBP\n2 | B | 1 | 100.00 | NEW | GBP"),
            facts(""),
            facts("3 | C | 1 | 200.00 | NEW | GBP\n4 | D | 1 | 300.00 | NEW | GBP")),
        hasCells(
            LargestRisks.SCHEMA,
            "rank | certificate_ref\n1 | A\n1 | D\n2 | C"));
  }

  @Test
  void totalsBeyondADoubleAndALongAreExact() {
    assertThat(
        risks(
            2,
            CERTIFICATE,
            facts(
                """
                1 | A | 1 | 9999999999999999.99 | NEW | GBP
                2 | A | 2 | 0.01                | AP  | GBP
                3 | B | 1 | 9999999999999999.99 | NEW | GBP
                """)),
        hasCells(
            LargestRisks.SCHEMA,
            """
            rank | certificate_ref | premium_gbp
            1    | A               | 10000000000000000.00
            2    | B               | 9999999999999999.99
            """));
  }

  @Test
  void withoutFactsThereAreNone() {
    assertThat(risks(10, CERTIFICATE, RowBlocks.of(List.of())), hasNoRows());
  }

  @Test
  void aRankingIsSaidInWords() {
    assertThat(Ranking.DEFAULT, hasToString("10 by certificate"));
    assertThat(new Ranking(5, TRANSACTION), hasToString("5 by transaction"));
  }

  private static List<Row> risks(int ranks, RankedBy by, RowBlocks... parts) {
    LargestRisks risks = new LargestRisks(new Ranking(ranks, by));
    for (RowBlocks part : parts) {
      risks.add(part);
    }
    return risks.toBlocks().toRows(RowLayout.of(LargestRisks.SCHEMA));
  }

  /** In section S1: id, certificate, number, premium, type, currency. */
  private static RowBlocks facts(String rows) {
    String cells = " | B0999CH001 | S1 | 2024-02-01\n";
    return PremiumFactsTest.derive(
            "premium_transaction_id | certificate_ref | transaction_seq | gross_premium"
                + " | transaction_type | original_currency | umr | section_no | bordereau_month\n"
                + rows.lines().map(row -> row + cells).reduce("", String::concat))
        .facts();
  }
}
