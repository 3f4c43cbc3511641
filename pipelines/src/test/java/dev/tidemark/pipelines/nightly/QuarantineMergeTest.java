// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasNoRows;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.testing.RowsMatcher;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.SectionMonths;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuarantineMergeTest {

  private static final TableSpec QUARANTINE = Samples.TABLES.quarantine("PremiumTransaction");

  private final Path root;

  QuarantineMergeTest(@TempDir Path root) {
    this.root = root;
  }

  @Test
  void aBadRowGoesInOnceAndAMendedOneComesOut() {
    Lake lake = new Lake(root, QUARANTINE);
    BucketOutcome first =
        merge(
            lake,
            """
            1 | NO_AMOUNT | 2024-02-01T00:00:00Z | 1 | U | S1 | 2024-01-01 | 2024-02-01T00:00:00Z | false
            1 | NO_KEY    | 2024-02-02T00:00:00Z | 1 | U | S1 | 2024-01-01 | 2024-02-01T00:00:00Z | false
            2 | NO_AMOUNT | null                 | 1 | U | S1 | 2024-01-01 | 2024-02-02T00:00:00Z | false
            """);

    assertThat(lake.rows(0), entries("1 | NO_KEY | 1\n2 | NO_AMOUNT | 1"));
    assertThat(
        first.figures(), is(Map.of("PremiumTransaction.landed_bad_keys", BigDecimal.valueOf(2))));

    BucketOutcome second = merge(lake, "", mended(1, 77));

    assertThat(lake.rows(0), entries("2 | NO_AMOUNT | 1"));
    assertThat(second.figures(), is(Map.of("PremiumTransaction.landed_bad_keys", BigDecimal.ZERO)));

    merge(lake, "", mended(2));

    assertThat(lake.rows(0), hasNoRows());
  }

  @Test
  void aBadRowThatComesAgainIsUnchanged() {
    Lake lake = new Lake(root, QUARANTINE);
    String row = "1 | NO_KEY | 2024-02-02T00:00:00Z | %d | null | S1 | 2024-01-01 | null | false";
    merge(lake, row.formatted(1));
    BucketOutcome again = merge(lake, row.formatted(2));

    assertThat(again.changes().get(0).isEmpty(), is(true));
    assertThat(lake.rows(0), entries("1 | NO_KEY | 1"));
  }

  @Test
  void whatIsQuarantinedWasSubmittedUnlessDeletedOrWithoutAPlace() {
    BucketOutcome outcome =
        merge(
            new Lake(root, QUARANTINE),
            """
            1 | NO_AMOUNT | null | 1 | U    | S1   | 2024-01-01 | 2024-02-02T00:00:00Z | false
            2 | NO_AMOUNT | null | 1 | U    | S1   | 2024-01-01 | 2024-02-01T00:00:00Z | false
            3 | NO_AMOUNT | null | 1 | U    | S1   | 2024-01-01 | 2024-02-01T00:00:00Z | false
            4 | NO_AMOUNT | null | 1 | U    | S1   | 2024-02-01 | null                 | false
            5 | NO_AMOUNT | null | 1 | U    | S1   | 2024-03-01 | 2024-02-01T00:00:00Z | true
            6 | NO_KEY    | null | 1 | null | S1   | 2024-01-01 | 2024-02-01T00:00:00Z | false
            7 | NO_KEY    | null | 1 | U    | null | 2024-01-01 | 2024-02-01T00:00:00Z | false
            """);

    assertThat(
        RowBlocks.of(outcome.partials("silver/section_month"))
            .toRows(RowLayout.of(SectionMonths.SCHEMA)),
        hasRows(
            SectionMonths.SCHEMA,
            """
            umr | section_no | coverholder_id | bordereau_month | live_versions | deleted_versions | quarantined_versions | fact_rows | rows_without_gbp | gwp_gbp | commission_gbp | net_gbp | submission_times
            U   | S1         | CH001          | 2024-01-01      | 0             | 0                | 3                    | 0         | 0                | 0.00    | 0.00           | 0.00    | %s
            U   | S1         | CH001          | 2024-02-01      | 0             | 0                | 1                    | 0         | 0                | 0.00    | 0.00           | 0.00    | 0x
            """
                .formatted(
                    Samples.times(
                        "2024-02-01T00:00:00Z", "2024-02-02T00:00:00Z", "2024-02-01T00:00:00Z"))));
  }

  @Test
  void anEntryThatWaitsStaysUntilItsRowComesGood() {
    Lake lake = new Lake(root, QUARANTINE);
    String row = "1 | %s | %s | %d | U | S1 | 2024-01-01 | null | false";
    merge(lake, row.formatted("NO_AMOUNT", "2024-02-02T00:00:00Z", 1));
    merge(lake, row.formatted("FUTURE_WATERMARK", "2030-01-01T00:00:00Z", 2));
    assertThat(lake.rows(0), entries("1 | FUTURE_WATERMARK | 2"));

    BucketOutcome again = merge(lake, row.formatted("FUTURE_WATERMARK", "2030-01-01T00:00:00Z", 3));
    assertThat(again.changes().get(0).isEmpty(), is(true));

    merge(lake, "", mended(1));
    assertThat(lake.rows(0), hasNoRows());
  }

  @Test
  void aKeyOfAnotherTableIsMendedByItsText() {
    TableSpec quarantine = Samples.TABLES.quarantine("ContractSection");
    Lake lake = new Lake(root, quarantine);
    String header = "source_key | reason | payload | batch_id\n";
    BucketRows bad = lake.incoming(header + "\"[\\\"U\\\",\\\"S1\\\"]\" | NULL_SEQUENCE | {} | 1");
    mergeSections(lake, quarantine, bad);
    assertThat(lake.rows(0).size(), is(1));

    RowWriter mended = new RowWriter(quarantine.layout()).clear();
    mended.setString(0, "[\"U\",\"S1\"]");
    RowBlocksBuilder keys = new RowBlocksBuilder();
    keys.append(mended);
    mergeSections(
        lake, quarantine, BucketRows.of(quarantine.rowKey(), "batch_id", keys.build().blocks()));
    assertThat(lake.rows(0), hasNoRows());
  }

  private static void mergeSections(Lake lake, TableSpec quarantine, BucketRows incoming) {
    BucketOutcome outcome = new BucketOutcome();
    new QuarantineMerge("ContractSection", quarantine).merge(lake.merge(0), incoming, outcome);
    outcome.changes().forEach(lake::commit);
  }

  @Test
  void claimsHaveNoSectionMonthsOfPremium() {
    BucketOutcome outcome =
        merge(
            TransactionTable.CLAIM,
            new Lake(root, QUARANTINE),
            "1 | NO_AMOUNT | null | 1 | U | S1 | 2024-01-01 | 2024-02-02T00:00:00Z | false",
            new MovedRows());

    assertThat(outcome.partials("silver/section_month"), is(empty()));
  }

  @Test
  void anOlderBadImageLeavesTheEntryOfTheLaterOneAndChangesNothing() {
    Lake lake = new Lake(root, QUARANTINE);
    String row = "1 | %s | %s | %d | U | S1 | 2024-01-01 | null | false";
    merge(lake, row.formatted("NO_AMOUNT", "2024-02-02T00:00:00Z", 1));
    BucketOutcome older = merge(lake, row.formatted("NO_KEY", "2024-02-01T00:00:00Z", 2));
    BucketOutcome untimed = merge(lake, row.formatted("NO_KEY", "null", 3));

    assertThat(lake.rows(0), entries("1 | NO_AMOUNT | 1"));
    for (BucketOutcome outcome : List.of(older, untimed)) {
      assertThat(
          outcome.figures(),
          is(
              Map.of(
                  "PremiumTransaction.landed_bad_keys", BigDecimal.ZERO,
                  "PremiumTransaction.unchanged", BigDecimal.ONE)));
    }

    BucketOutcome equal = merge(lake, row.formatted("NO_KEY", "2024-02-02T00:00:00Z", 4));

    assertThat(lake.rows(0), entries("1 | NO_KEY | 4"));
    assertThat(
        equal.figures(),
        is(
            Map.of(
                "PremiumTransaction.landed_bad_keys", BigDecimal.ONE,
                "PremiumTransaction.equal_update_times", BigDecimal.ONE)));
  }

  @Test
  void aBadImageWhoseRowHasALaterOneElsewhereAddsNothing() {
    Lake lake = new Lake(root, QUARANTINE);
    MovedRows moved = new MovedRows();
    moved.add(1, MovedRows.ELSEWHERE);
    moved.add(2, MovedRows.ELSEWHERE | MovedRows.COUNTED_ELSEWHERE);
    BucketOutcome outcome =
        merge(
            lake,
            """
            1 | NO_KEY | 2024-02-02T00:00:00Z | 1 | null | S1 | 2024-01-01 | null | false
            1 | NO_KEY | null                 | 1 | null | S1 | 2024-01-01 | null | false
            2 | NO_KEY | 2024-02-02T00:00:00Z | 1 | null | S1 | 2024-01-01 | null | false
            """,
            moved);

    assertThat(lake.rows(0), hasNoRows());
    assertThat(
        outcome.figures(),
        is(
            Map.of(
                "PremiumTransaction.landed_bad_keys", BigDecimal.ZERO,
                "PremiumTransaction.unchanged", BigDecimal.ONE)));
  }

  @Test
  void aRowThatWaitsHasAnEntryBesideItsImageAndCountsByThat() {
    Lake lake = new Lake(root, QUARANTINE);
    BucketOutcome outcome =
        merge(
            lake,
            "1 | FUTURE_WATERMARK | 2030-01-01T00:00:00Z | 1 | U | S1 | 2024-01-01 | null | false",
            mended(1));

    assertThat(lake.rows(0), entries("1 | FUTURE_WATERMARK | 1"));
    assertThat(
        outcome.figures(), is(Map.of("PremiumTransaction.landed_bad_keys", BigDecimal.ZERO)));
  }

  /** What quarantine is told when rows came good. */
  private static MovedRows mended(long... ids) {
    MovedRows moved = new MovedRows();
    for (long id : ids) {
      moved.add(id, MovedRows.ELSEWHERE | MovedRows.STORED | MovedRows.COUNTED_ELSEWHERE);
    }
    return moved;
  }

  private static BucketOutcome merge(Lake lake, String rows) {
    return merge(lake, rows, new MovedRows());
  }

  private static BucketOutcome merge(Lake lake, String rows, MovedRows moved) {
    return merge(TransactionTable.PREMIUM, lake, rows, moved);
  }

  /** Merges entries: key, reason, update time, batch, place, month, submission, deleted. */
  private static BucketOutcome merge(
      TransactionTable table, Lake lake, String rows, MovedRows moved) {
    String header =
        "source_key | reason | modified_date | batch_id | _umr | _section_no | _bordereau_month"
            + " | _submitted_at | _is_deleted | _coverholder_id | payload\n";
    BucketOutcome outcome = new BucketOutcome();
    new QuarantineMerge(table.tableName(), QUARANTINE)
        .merge(
            lake.merge(0),
            lake.incoming(
                header
                    + rows.lines().map(row -> row + " | CH001 | {}\n").reduce("", String::concat),
                moved),
            outcome);
    outcome.changes().forEach(lake::commit);
    return outcome;
  }

  private static RowsMatcher entries(String rows) {
    return hasCells(QUARANTINE.schema(), "source_key | reason | batch_id\n" + rows);
  }
}
