// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.calendar.Timeliness;
import dev.tidemark.transforms.facts.DistinctTimes;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.facts.SectionMonths;
import dev.tidemark.transforms.keys.DurableKey;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code bordereau_timeliness}: a row for each month that a coverholder sent for a section, with
 * the month that it had sent before. A month was sent if it has a live or a quarantined version.
 *
 * <p>A known section's bordereaux are its coverholder's, whoever a quarantined row names; of an
 * unknown section each is of the coverholder that its rows name, or of nobody. Days are those of
 * UTC. A month of which no version says when it was submitted has a row without dates.
 */
final class TimelinessMart implements MartStage {

  private static final RowLayout LAYOUT = RowLayout.of(SectionMonths.SCHEMA);
  private static final RowKey SECTION = RowKey.of(LAYOUT, "umr", "section_no");
  private static final int UMR = LAYOUT.column("umr");
  private static final int SECTION_NO = LAYOUT.column("section_no");
  private static final int SUBMISSION_TIMES = LAYOUT.column("submission_times");

  @Override
  public List<String> marts() {
    return List.of(Marts.BORDEREAU_TIMELINESS);
  }

  @Override
  public RowKey key() {
    return SECTION;
  }

  @Override
  public void select(AffectedPartials partials, RowBlocksBuilder selected) {
    partials.months(
        MartScope.SECTION,
        (row, section) -> {
          if (SectionMarts.isSubmitted(row)) {
            selected.append(row);
          }
        });
  }

  @Override
  public void make(RowBlocks selected, Context context, MartRows made) {
    KeyGroups sections = KeyGroups.of(selected, SECTION);
    DurableKey keys = new DurableKey();
    RowView row = new RowView(LAYOUT);
    for (int s = 0; s < sections.groupCount(); s++) {
      row.at(selected, sections.ref(s, 0));
      Reporting reporting =
          new Reporting(
              row.getString(UMR),
              row.getString(SECTION_NO),
              context.reference().section(row.getString(UMR), row.getString(SECTION_NO)));
      for (int i = 0; i < sections.groupSize(s); i++) {
        reporting.add(row.at(selected, sections.ref(s, i)));
      }
      reporting.write(keys, made);
    }
  }

  /** What one section reported, and when. */
  private static final class Reporting {

    private final String umr;
    private final String sectionNo;
    private final @Nullable Section section;

    /** By coverholder, nobody last; then by month. */
    private final TreeMap<@Nullable String, TreeMap<Integer, DistinctTimes>> sent =
        new TreeMap<>(Comparator.nullsLast(Comparator.naturalOrder()));

    Reporting(String umr, String sectionNo, @Nullable Section section) {
      this.umr = umr;
      this.sectionNo = sectionNo;
      this.section = section;
    }

    void add(RowView month) {
      String sender = Section.coverholderOf(section, SectionMarts.coverholder(month));
      // silver and quarantine may both have rows of one submission
      sent.computeIfAbsent(sender, coverholder -> new TreeMap<>())
          .computeIfAbsent(SectionMarts.month(month), number -> new DistinctTimes())
          .addAll(month.getBytes(SUBMISSION_TIMES));
    }

    void write(DurableKey keys, MartRows made) {
      String sectionKey = keys.of(umr, sectionNo);
      sent.forEach(
          (coverholder, months) -> {
            String coverholderKey = coverholder == null ? null : keys.of(coverholder);
            Integer previous = null;
            for (Map.Entry<Integer, DistinctTimes> month : months.entrySet()) {
              write(sectionKey, coverholderKey, coverholder, month, previous, made);
              previous = month.getKey();
            }
          });
    }

    private void write(
        String sectionKey,
        @Nullable String coverholderKey,
        @Nullable String coverholder,
        Map.Entry<Integer, DistinctTimes> sentMonth,
        @Nullable Integer previous,
        MartRows made) {
      int month = sentMonth.getKey();
      DistinctTimes times = sentMonth.getValue();
      boolean isDated = times.count() > 0;
      LocalDate first = isDated ? day(times.first()) : null;
      Timeliness timeliness = timeliness(month, first);
      made.add(
          Marts.BORDEREAU_TIMELINESS,
          sectionKey,
          coverholderKey,
          coverholder,
          umr,
          sectionNo,
          MonthIndex.firstDay(month),
          timeliness.monthEnd(),
          first,
          isDated ? day(times.last()) : null,
          (long) times.count(),
          timeliness.daysAfterMonthEnd(),
          timeliness.dueDate(),
          timeliness.daysLate(),
          timeliness.isLate(),
          previous == null ? null : MonthIndex.firstDay(previous),
          previous == null ? null : month - previous);
    }

    private Timeliness timeliness(int month, @Nullable LocalDate firstSubmitted) {
      return Timeliness.of(
          SectionMarts.calendar(section),
          section == null ? null : section.bordereauDueDays(),
          month,
          firstSubmitted);
    }
  }

  private static LocalDate day(long time) {
    return LocalDate.ofInstant(RowView.instant(time), ZoneOffset.UTC);
  }
}
