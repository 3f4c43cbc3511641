// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.nightly.DerivedBucket.Sent;
import dev.tidemark.pipelines.table.TableMismatchException;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.LargestRisks.Ranking;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An ambiguous key is counted where it is derived, so the count tells what was. */
class TouchedGroupsTest {

  private static final String DERIVED = "PremiumTransaction.ambiguous_duplicates";

  private final DerivedBucket bucket;

  TouchedGroupsTest(@TempDir Path root) {
    bucket = new DerivedBucket(root, TransactionTable.PREMIUM, Ranking.DEFAULT);
  }

  /** Every certificate has one ambiguous key: two rows of one time, and of two amounts. */
  @BeforeEach
  void load() {
    List<Sent> rows = new ArrayList<>();
    for (int certificate = 1; certificate <= 9; certificate++) {
      rows.add(row(certificate, certificate, 100));
      rows.add(row(100 + certificate, certificate, 200));
    }
    bucket.run(rows, List.of(), false);
  }

  @Test
  void aFirstLoadDerivesAll() {
    assertThat(bucket.figures().get(DERIVED), is(BigDecimal.valueOf(9)));
  }

  @Test
  void aNightDerivesWhatItTouches() {
    bucket.run(List.of(row(1, 1, 300), row(2, 2, 100)), List.of(), false);

    assertThat(bucket.figures().get(DERIVED), is(BigDecimal.ONE));
  }

  /** Row 1 of certificate 1 becomes one of certificate 2, which has three rows then. */
  @Test
  void aRowThatMovesTouchesTheGroupThatItLeaves() {
    bucket.run(List.of(row(1, 2, 300)), List.of(), false);

    assertThat(bucket.figures().get(DERIVED), is(BigDecimal.ONE));
    assertThat(bucket.figures().get("section_month.fact_rows"), is(BigDecimal.valueOf(9)));
    assertThat(bucket.figures().get("section_month.live_versions"), is(BigDecimal.valueOf(18)));
  }

  @Test
  void rowsThatComeAgainTouchNothing() {
    bucket.run(List.of(row(1, 1, 100), row(101, 1, 200)), List.of(), false);

    assertThat(bucket.figures().get(DERIVED), is(nullValue()));
    assertThat(bucket.isUnchanged(), is(true));
  }

  @Test
  void aBucketThatIsDueIsDerivedWhole() {
    bucket.run(List.of(row(1, 1, 300)), List.of(), true);

    assertThat(bucket.figures().get(DERIVED), is(BigDecimal.valueOf(9)));
  }

  @Test
  void aBucketOfWhichMostChangedIsDerivedWhole() {
    List<Sent> rows = new ArrayList<>();
    for (int certificate = 1; certificate <= 3; certificate++) {
      rows.add(row(certificate, certificate, 300));
    }
    bucket.run(rows, List.of(), false);

    assertThat(bucket.figures().get(DERIVED), is(BigDecimal.valueOf(9)));
  }

  @Test
  void sumsThatDoNotHoldWhatLeavesAreRefusedByName() {
    bucket.lose("silver/section_month");

    assertThat(
        assertThrows(
                TableMismatchException.class,
                () -> bucket.run(List.of(), List.of(row(1, 1, 100)), false))
            .getMessage(),
        startsWith(
            "table silver/section_month does not hold the sums of the rows that change"
                + " (live_versions would be -1"));
  }

  private static Sent row(long id, int certificate, int amount) {
    return new Sent(id, 1, certificate, 1, "NEW", 1, amount, "GBP", 1, false);
  }
}
