// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DigestsTest {

  private static SmallLake sound;

  @BeforeAll
  static void createsALake(@TempDir Path folder) {
    sound = SmallLake.create(folder.resolve("lake"));
  }

  @Test
  void everyTableOfTheCutHasALineInColumns() {
    List<String> lines = sound.digests().lines();

    assertThat(
        lines.stream().map(line -> line.replaceAll("[0-9a-f]{64}$", "<sha256>")).toList(),
        contains(
            "gold/dim_broker                        1 rows  <sha256>",
            "gold/dim_broker_history                1 rows  <sha256>",
            "gold/dim_contract                      2 rows  <sha256>",
            "gold/dim_contract_section              2 rows  <sha256>",
            "gold/dim_contract_section_history      2 rows  <sha256>",
            "gold/dim_coverholder                   2 rows  <sha256>",
            "gold/dim_coverholder_history           2 rows  <sha256>",
            "gold/dim_date                          4 rows  <sha256>",
            "gold/fact_claim_transaction            1 rows  <sha256>",
            "gold/fact_premium_transaction          7 rows  <sha256>",
            "gold/fact_risk_transaction             2 rows  <sha256>",
            "mart/gpi_utilisation                   4 rows  <sha256>",
            "quarantine/claim_transaction           0 rows  <sha256>",
            "quarantine/premium_transaction         1 rows  <sha256>",
            "quarantine/risk_transaction            0 rows  <sha256>",
            "silver/claim_transaction               1 rows  <sha256>",
            "silver/claim_transaction_superseded    0 rows  <sha256>",
            "silver/premium_transaction             9 rows  <sha256>",
            "silver/premium_transaction_superseded  2 rows  <sha256>",
            "silver/risk_transaction                4 rows  <sha256>",
            "silver/risk_transaction_superseded     2 rows  <sha256>",
            "silver/section_claim_month             1 rows  <sha256>",
            "silver/section_month                   4 rows  <sha256>",
            "silver/section_paid_day                1 rows  <sha256>",
            "silver/section_risk_month              2 rows  <sha256>"));
  }

  @Test
  void theSameContentInOtherFilesHasTheSameDigests(@TempDir Path folder) throws IOException {
    SmallLake other = sound.copiedTo(folder.resolve("lake"));
    other.change("silver/premium_transaction", rows -> List.of());
    List<Row> rows = new ArrayList<>(sound.read("silver/premium_transaction"));
    Collections.reverse(rows);
    other.change("silver/premium_transaction", none -> rows);

    assertThat(other.digests().lines(), is(sound.digests().lines()));
  }

  @Test
  void aChangedRowChangesTheLineOfItsTableAlone(@TempDir Path folder) throws IOException {
    SmallLake other = sound.copiedTo(folder.resolve("lake"));
    other.change(
        "gold/dim_broker",
        rows -> List.of(Row.fromRow(rows.get(0)).withFieldValue("broker_name", "Marsh").build()));

    List<String> changed = new ArrayList<>(other.digests().lines());
    changed.removeAll(sound.digests().lines());

    assertThat(changed, contains(startsWith("gold/dim_broker ")));
  }

  @Test
  void whoLoadedAFactAndWhenMakesNoDifference(@TempDir Path folder) throws IOException {
    SmallLake other = sound.copiedTo(folder.resolve("lake"));
    other.change("gold/fact_premium_transaction", rows -> List.of());
    other.change(
        "gold/fact_premium_transaction",
        none ->
            sound.read("gold/fact_premium_transaction").stream()
                .map(row -> Row.fromRow(row).withFieldValue("load_run_id", "another").build())
                .toList());

    assertThat(other.digests(), is(sound.digests()));
  }

  @Test
  void aTableThatIsNotInTheCutHasNoLine() {
    assertThat(sound.digests().lines(), not(hasItem(containsString("exchange_rate"))));
  }

  @Test
  void aLakeWithoutAPublishedCutHasNoDigests(@TempDir Path empty) {
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () -> Digests.of(empty.toString(), sound.tables(), sound.store()));

    assertThat(
        refused.getMessage(),
        allOf(containsString(empty.toString()), containsString("has no published cut")));
  }
}
