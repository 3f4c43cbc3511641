// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasEntry;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.testing.RowsMatcher;
import dev.tidemark.transforms.conform.TransactionTable;
import java.math.BigDecimal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SilverMergeTest {

  private static final TableSpec SILVER = Samples.TABLES.silver("PremiumTransaction");
  private static final String EQUAL_TIMES = "PremiumTransaction.equal_update_times";

  private final Lake lake;
  private BucketOutcome outcome = new BucketOutcome();

  SilverMergeTest(@TempDir Path root) {
    lake = new Lake(root, SILVER);
  }

  @Test
  void aFirstLoadKeepsTheNewestImageOfEachSourceKey() {
    merge(
        0,
        """
        1 | 1.00 | 2024-02-01T00:00:00Z        | 1
        1 | 2.00 | 2024-02-01T00:00:00.000001Z | 1
        2 | 3.00 | null                        | 1
        3 | 4.00 | null                        | 1
        3 | 5.00 | 2024-02-01T00:00:00Z        | 1
        """);

    assertThat(
        lake.rows(0),
        silver(
            """
            1 | 2.00 | 1
            2 | 3.00 | 1
            3 | 5.00 | 1
            """));
    assertThat(outcome.figures(), hasEntry("PremiumTransaction.inserted", BigDecimal.valueOf(3)));
  }

  @Test
  void anOlderImageDoesNotOverwriteANewerOne() {
    merge(0, "1 | 1.00 | 2024-02-02T00:00:00Z | 1");
    TableChange change =
        merge(
            0,
            """
            1 | 9.00 | 2024-02-01T00:00:00Z | 2
            2 | 3.00 | 2024-02-01T00:00:00Z | 2
            """);

    assertThat(
        lake.rows(0),
        silver(
            """
            1 | 1.00 | 1
            2 | 3.00 | 2
            """));
    assertThat(change.inserted(), is(1L));
    assertThat(change.updated() + change.deleted(), is(0L));
  }

  @Test
  void anImageWithoutAnUpdateTimeIsOlderThanOneWithIt() {
    merge(0, "1 | 1.00 | 2024-02-02T00:00:00Z | 1\n2 | 2.00 | null | 1");
    merge(0, "1 | 8.00 | null | 2\n2 | 9.00 | 2024-02-02T00:00:00Z | 2");

    assertThat(lake.rows(0), silver("1 | 1.00 | 1\n2 | 9.00 | 2"));
  }

  @Test
  void theImageOfTheLaterBatchWinsAtAnEqualUpdateTimeAndIsCounted() {
    merge(0, "1 | 1.00 | 2024-02-02T00:00:00Z | 1\n2 | 2.00 | 2024-02-02T00:00:00Z | 1");
    outcome = new BucketOutcome();
    merge(0, "1 | 1.50 | 2024-02-02T00:00:00Z | 2\n2 | 2.00 | 2024-02-02T00:00:00Z | 2");

    // the second was read again and changed nothing: it keeps the batch that brought it
    assertThat(lake.rows(0), silver("1 | 1.50 | 2\n2 | 2.00 | 1"));
    assertThat(outcome.figures(), hasEntry(EQUAL_TIMES, BigDecimal.ONE));
  }

  @Test
  void ofTwoImagesWithoutAnUpdateTimeTheLaterBatchWinsAndOneThatIsReadAgainChangesNothing() {
    merge(0, "1 | 1.00 | null | 1\n2 | 2.00 | null | 1");
    TableChange change = merge(0, "1 | 1.50 | null | 2\n2 | 2.00 | null | 2");

    assertThat(lake.rows(0), silver("1 | 1.50 | 2\n2 | 2.00 | 1"));
    assertThat(change.updated(), is(1L));
    assertThat(change.unchanged(), is(1L));
  }

  @Test
  void anOlderImageIsCountedAmongTheRowsThatChangedNothing() {
    merge(0, "1 | 1.00 | 2024-02-02T00:00:00Z | 1");
    outcome = new BucketOutcome();
    merge(0, "1 | 9.00 | 2024-02-01T00:00:00Z | 2");

    assertThat(outcome.figures(), hasEntry("PremiumTransaction.unchanged", BigDecimal.ONE));
    assertThat(outcome.figures(), hasEntry("PremiumTransaction.updated", BigDecimal.ZERO));
  }

  @Test
  void aBatchThatComesAgainChangesNothing() {
    String rows = "1 | 1.00 | 2024-02-02T00:00:00Z | 1\n2 | 2.00 | null | 1";
    merge(0, rows);
    TableChange again = merge(0, rows);

    assertThat(again.isEmpty(), is(true));
    assertThat(again.unchanged(), is(2L));
    assertThat(outcome.figures(), not(hasKey(EQUAL_TIMES)));
  }

  @Test
  void aRowWhoseLatestImageLiesElsewhereLeavesAndCountsWhereThatIs() {
    merge(0, "1 | 1.00 | 2024-02-01T00:00:00Z | 1\n2 | 2.00 | 2024-02-01T00:00:00Z | 1");
    outcome = new BucketOutcome();
    MovedRows toOne = new MovedRows();
    toOne.add(1, MovedRows.IN_SILVER);
    merge(1, "1 | 1.00 | 2024-02-03T00:00:00Z | 2", toOne);
    MovedRows fromNull = new MovedRows();
    fromNull.add(1, MovedRows.ELSEWHERE | MovedRows.STORED | MovedRows.COUNTED_ELSEWHERE);
    TableChange left = merge(0, "", fromNull);

    assertThat(left.deleted(), is(1L));
    assertThat(lake.rows(0), silver("2 | 2.00 | 1"));
    assertThat(lake.rows(1), silver("1 | 1.00 | 2"));
    assertThat(counts(), is("0 new, 1 changed, 0 same"));
  }

  @Test
  void anImageWhoseRowHasALaterOneElsewhereIsLeftOutAndChangesNothing() {
    MovedRows moved = new MovedRows();
    moved.add(1, MovedRows.ELSEWHERE | MovedRows.IN_SILVER);
    moved.add(2, MovedRows.ELSEWHERE | MovedRows.COUNTED_ELSEWHERE);
    moved.add(3, MovedRows.COUNTED_ELSEWHERE);
    TableChange change =
        merge(
            0,
            """
            1 | 1.00 | 2024-02-01T00:00:00Z | 2
            1 | 1.10 | 2024-02-02T00:00:00Z | 2
            2 | 2.00 | 2024-02-01T00:00:00Z | 2
            3 | 3.00 | 2024-02-01T00:00:00Z | 2
            4 | 4.00 | 2024-02-01T00:00:00Z | 2
            """,
            moved);

    assertThat(lake.rows(0), silver("3 | 3.00 | 2\n4 | 4.00 | 2"));
    assertThat(change.deleted(), is(0L));
    // the first counts here once, the second and third at another place
    assertThat(counts(), is("1 new, 0 changed, 1 same"));
  }

  @Test
  void twoImagesOfOneBatchWithOneUpdateTimeAreCounted() {
    merge(
        0,
        """
        1 | 1.00 | 2024-02-01T00:00:00Z | 1
        1 | 2.00 | 2024-02-01T00:00:00Z | 1
        2 | 3.00 | 2024-02-01T00:00:00Z | 1
        2 | 3.00 | 2024-02-01T00:00:00Z | 1
        """);

    assertThat(outcome.figures(), hasEntry(EQUAL_TIMES, BigDecimal.ONE));
  }

  @Test
  void nothingIncomingChangesNothing() {
    merge(0, "1 | 1.00 | 2024-02-01T00:00:00Z | 1");

    assertThat(merge(0, "").isEmpty(), is(true));
    assertThat(lake.rows(0), silver("1 | 1.00 | 1"));
  }

  private String counts() {
    return "%s new, %s changed, %s same"
        .formatted(
            outcome.figures().get("PremiumTransaction.inserted"),
            outcome.figures().get("PremiumTransaction.updated"),
            outcome.figures().get("PremiumTransaction.unchanged"));
  }

  private TableChange merge(int bucket, String rows) {
    return merge(bucket, rows, new MovedRows());
  }

  /** Merges premium: id, amount, update time, batch; and commits. */
  private TableChange merge(int bucket, String rows, MovedRows moved) {
    String header =
        "premium_transaction_id | gross_premium | modified_date | _batch_id | _version\n";
    BucketMerge merge = lake.merge(bucket);
    TableChange change =
        SilverMerge.ofTransactions(TransactionTable.PREMIUM, SILVER, LoadMarks.none())
            .merge(
                merge,
                lake.incoming(
                    header + rows.lines().map(row -> row + " | 0\n").reduce("", String::concat),
                    moved),
                outcome);
    lake.commit(change);
    // what the facts are derived from is what readers will see
    assertThat(merge.result().toRows(SILVER.layout()), hasRows(lake.rows(bucket)));
    return change;
  }

  private static RowsMatcher silver(String rows) {
    return hasCells(SILVER.schema(), "premium_transaction_id | gross_premium | _batch_id\n" + rows);
  }
}
