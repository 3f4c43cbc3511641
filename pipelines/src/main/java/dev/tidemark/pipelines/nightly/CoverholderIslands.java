// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.islands.BordereauIslands;
import dev.tidemark.transforms.islands.IslandsKernel;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;

/**
 * The runs of reported months of each coverholder, from the months that its bordereaux cover. A
 * known section's bordereaux are its coverholder's, whoever a quarantined row names. A section
 * month without a live or quarantined version is no submission.
 */
final class CoverholderIslands implements MartStage {

  /** A month that a coverholder's bordereaux cover; it may come from several buckets. */
  static final Schema COVERED_SCHEMA =
      Schema.builder()
          .addStringField("coverholder_key")
          .addStringField("coverholder_id")
          .addField("covered_month", Columns.DATE)
          .build();

  private static final RowLayout COVERED = RowLayout.of(COVERED_SCHEMA);
  private static final List<String> COVERHOLDER = List.of("coverholder_key", "coverholder_id");
  private static final RowKey KEY = RowKey.of(COVERED, COVERHOLDER);

  private record Covered(String coverholder, int month) {}

  @Override
  public List<String> marts() {
    return List.of(Marts.ISLANDS_BY_COVERHOLDER);
  }

  @Override
  public RowKey key() {
    return KEY;
  }

  @Override
  public void select(AffectedPartials partials, RowBlocksBuilder selected) {
    Set<Covered> months = new HashSet<>();
    partials.months(
        MartScope.COVERHOLDER,
        (row, section) -> {
          String coverholder = Section.coverholderOf(section, SectionMarts.coverholder(row));
          if (coverholder != null && SectionMarts.isSubmitted(row)) {
            for (int month :
                BordereauIslands.coveredMonths(
                    SectionMarts.calendar(section), SectionMarts.month(row))) {
              months.add(new Covered(coverholder, month));
            }
          }
        });
    RowWriter row = new RowWriter(COVERED);
    for (Covered covered : months) {
      row.clear();
      row.setStringOrNull(0, partials.keyOf(covered.coverholder()));
      row.setString(1, covered.coverholder());
      row.setInt(2, Math.toIntExact(MonthIndex.firstDay(covered.month()).toEpochDay()));
      selected.append(row);
    }
  }

  @Override
  public void make(RowBlocks selected, Context context, MartRows made) {
    new IslandsKernel(
            COVERED,
            RowLayout.of(Marts.ISLANDS_BY_COVERHOLDER_SCHEMA),
            COVERHOLDER,
            "covered_month")
        .run(selected, block -> made.addBlock(Marts.ISLANDS_BY_COVERHOLDER, block));
  }
}
