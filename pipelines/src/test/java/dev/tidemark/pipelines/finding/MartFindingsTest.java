// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.Judged;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.RowBlocks;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Findings of marts that are written and published as a run does it. */
class MartFindingsTest {

  private static final LocalDate DAY = LocalDate.parse("2024-06-10");
  private static final String GPI = "mart/gpi_utilisation";
  private static final String MISSING = "mart/missing_bordereaux";
  private static final String LATE = "mart/bordereau_timeliness";

  private final Path root;
  private final TidemarkConfig config;
  private final DeltaTableStore store;
  private final Map<String, Long> published = new LinkedHashMap<>();
  private final Map<String, String> known = new LinkedHashMap<>();
  private long batch;

  MartFindingsTest(@TempDir Path root) {
    this.root = root;
    config =
        TidemarkConfig.parse(
            "source: {url: 'jdbc:h2:mem:unasked'}\nlake: {root: '%s', buckets: 1}\n"
                .formatted(root));
    store = DeltaTableStore.in(root.toString());
  }

  @Test
  void theLastMonthOfASectionDecidesAndAKeyHoldsWhileThePercentageRises() {
    publish(GPI, gpi("B1/S1 | 2024-04 | BREACH | 101.0000", "B1/S1 | 2024-05 | NOTIFY | 99.9999"));

    assertThat(
        judge(DAY),
        contains(
            GPI
                + ": gpi-notify B1/S1: section B1/S1 has written 99.9 % of its premium limit up to"
                + " 2024-05"));

    publish(GPI, gpi("B1/S1 | 2024-05 | BREACH | 117.6500", "B2/S1 | 2024-05 | NONE | 79.9000"));

    assertThat(
        judge(DAY),
        contains(
            GPI
                + ": gpi-breach B1/S1: section B1/S1 has written 117.6 % of its premium limit up"
                + " to 2024-05"));
  }

  @Test
  void aMartIsReadAgainWhenItIsAnotherVersionOnly() {
    publish(GPI, gpi("B1/S1 | 2024-05 | BREACH | 117.6500"));
    assertThat(judge(DAY).size(), is(1));

    assertThat(judge(DAY), is(empty()));
    assertThat(judge(DAY.plusDays(400)), is(empty()));

    publish(GPI, gpi("B1/S1 | 2024-05 | NONE | 12.0000"));
    assertThat(judge(DAY), contains(GPI + ": nothing"));
  }

  @Test
  void whatIsOwedIsAFindingForEachMonth() {
    publish(
        MISSING,
        """
        contract_section_key | coverholder_id | umr | section_no | missing_month | due_date | kind
        B1/S1 | CH001 | B1 | S1 | 2024-04-01 | 2024-05-15 | GAP
        B1/S1 | CH001 | B1 | S1 | 2024-03-01 | 2024-04-15 | GAP
        """);

    assertThat(
        judge(DAY),
        contains(
            MISSING
                + ": missing B1/S1 2024-03: coverholder CH001 has not sent B1/S1 2024-03, which"
                + " was due on 2024-04-15",
            MISSING
                + ": missing B1/S1 2024-04: coverholder CH001 has not sent B1/S1 2024-04, which"
                + " was due on 2024-05-15"));
  }

  @Test
  void whatWasLateIsToldForAMonthAndThenOver() {
    publish(
        LATE,
        timeliness(
            "CH001 | 2024-02 | 2024-05-10 | 60 | true",
            "CH001 | 2024-03 | 2024-05-11 | 26 | true",
            "CH001 | 2024-04 | 2024-05-16 | 1 | true",
            "CH001 | 2024-05 | 2024-06-09 | -6 | false",
            "null | 2024-06 | null | null | null"));

    String march = " of CH001: coverholder CH001 sent B1/S1 2024-03 on 2024-05-11, 26 days late";
    String april = " of CH001: coverholder CH001 sent B1/S1 2024-04 on 2024-05-16, 1 day late";
    assertThat(
        judge(DAY),
        contains(LATE + ": late B1/S1 2024-03" + march, LATE + ": late B1/S1 2024-04" + april));
    assertThat(known.get(LATE), is(published.get(LATE) + " from 2024-06-10 until 2024-06-11"));
    assertThat(judge(DAY), is(empty()));

    assertThat(judge(DAY.plusDays(1)), contains(LATE + ": late B1/S1 2024-04" + april));
    assertThat(judge(DAY.plusDays(5)), is(empty()));
    assertThat(judge(DAY.plusDays(6)), contains(LATE + ": nothing"));
    assertThat(judge(DAY.plusDays(60)), is(empty()));
  }

  @Test
  void anEarlierDayThanWasJudgedLastIsJudgedAnew() {
    publish(LATE, timeliness("CH001 | 2024-03 | 2024-05-11 | 26 | true"));
    assertThat(judge(DAY.plusDays(30)), contains(LATE + ": nothing"));

    assertThat(judge(DAY).size(), is(1));
  }

  @Test
  void aLakeInWhichNothingIsPublishedHasNoFindings() {
    assertThat(judge(DAY), is(empty()));
  }

  /** Judges as a run does, and remembers by what. */
  private List<String> judge(LocalDate asOf) {
    List<String> found = new ArrayList<>();
    for (Judged judged : MartFindings.of(config, asOf, known)) {
      known.put(judged.scope(), String.valueOf(judged.basis()));
      judged
          .observations()
          .forEach(o -> found.add(judged.scope() + ": " + o.key() + ": " + o.text()));
      if (judged.observations().isEmpty()) {
        found.add(judged.scope() + ": nothing");
      }
    }
    return found;
  }

  private static String gpi(String... sections) {
    StringBuilder table =
        new StringBuilder(
            "contract_section_key | umr | section_no | bordereau_month | alert_level"
                + " | utilisation_pct | month_gwp_gbp | cumulative_gwp_gbp\n");
    for (String section : sections) {
      String[] cells = section.split(" \\| ");
      String[] names = cells[0].split("/");
      table.append(
          "%s | %s | %s | %s-01 | %s | %s | 0.0000 | 0.0000%n"
              .formatted(cells[0], names[0], names[1], cells[1], cells[2], cells[3]));
    }
    return table.toString();
  }

  private static String timeliness(String... months) {
    StringBuilder table =
        new StringBuilder(
            "contract_section_key | umr | section_no | month_end | due_date | submission_count"
                + " | coverholder_id | bordereau_month | first_submitted | days_late | is_late\n");
    for (String month : months) {
      String[] cells = month.split(" \\| ");
      table.append(
          "B1/S1 | B1 | S1 | %2$s-28 | %2$s-28 | 1 | %1$s | %2$s-01 | %3$s | %4$s | %5$s%n"
              .formatted((Object[]) cells));
    }
    return table.toString();
  }

  private void publish(String path, String text) {
    TableSpec spec = LakeTables.of(config.lake(), Map.of()).at(path);
    List<byte[]> blocks = new ArrayList<>();
    var packer = spec.packer();
    Rows.table(spec.schema(), text)
        .forEach(row -> packer.add(row, (bucket, block) -> blocks.add(block)));
    packer.flush((bucket, block) -> blocks.add(block));
    TableSnapshot snapshot = store.pin(spec);
    List<TableChange> changes =
        List.of(
            BucketMerge.of(spec, snapshot, 0, root.toString(), UUID.randomUUID().toString())
                .replaceWith(RowBlocks.of(blocks)));
    batch++;
    published.put(path, store.commit(spec, snapshot.version(), changes, "test." + path, batch));
    PublishedCut.of(batch, "night-" + batch, Instant.parse("2024-06-10T02:00:00Z"), published)
        .publish(root.toString());
  }
}
