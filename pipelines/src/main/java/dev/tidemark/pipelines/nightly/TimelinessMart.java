// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.calendar.Timeliness;
import dev.tidemark.transforms.facts.DistinctTimes;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.facts.SectionMonths;
import dev.tidemark.transforms.keys.DurableKey;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * {@code bordereau_timeliness}: a row for each month that a coverholder sent for a section, with
 * the month that it had sent before. A month was sent if it has a live or a quarantined version.
 *
 * <p>A known section's bordereaux are its coverholder's, whoever a quarantined row names; of an
 * unknown section each is of the coverholder that its rows name, or of nobody. Days are those of
 * UTC. A month of which no version says when it was submitted has a row without dates.
 */
final class TimelinessMart {

  private static final RowLayout LAYOUT = RowLayout.of(SectionMonths.SCHEMA);
  private static final int UMR = LAYOUT.column("umr");
  private static final int SECTION_NO = LAYOUT.column("section_no");
  private static final int COVERHOLDER = LAYOUT.column("coverholder_id");
  private static final int MONTH = LAYOUT.column("bordereau_month");
  private static final int LIVE = LAYOUT.column("live_versions");
  private static final int QUARANTINED = LAYOUT.column("quarantined_versions");
  private static final int SUBMISSION_TIMES = LAYOUT.column("submission_times");

  private final ReferenceData reference;
  private final DurableKey keys = new DurableKey();

  TimelinessMart(ReferenceData reference) {
    this.reference = reference;
  }

  /** Makes the rows of the sections of a bucket of section months. */
  void of(RowBlocks months, Consumer<Row> out) {
    KeyGroups sections = KeyGroups.of(months, RowKey.of(LAYOUT, "umr", "section_no"));
    RowView row = new RowView(LAYOUT);
    for (int s = 0; s < sections.groupCount(); s++) {
      row.at(months, sections.ref(s, 0));
      Reporting reporting =
          new Reporting(
              row.getString(UMR),
              row.getString(SECTION_NO),
              reference.section(row.getString(UMR), row.getString(SECTION_NO)));
      for (int i = 0; i < sections.groupSize(s); i++) {
        reporting.add(row.at(months, sections.ref(s, i)));
      }
      reporting.write(out);
    }
  }

  /** What one section reported, and when. */
  private final class Reporting {

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
      if (month.getLong(LIVE) + month.getLong(QUARANTINED) == 0) {
        return;
      }
      String sender = Section.coverholderOf(section, month.getStringOrNull(COVERHOLDER));
      // silver and quarantine may both have rows of one submission
      sent.computeIfAbsent(sender, coverholder -> new TreeMap<>())
          .computeIfAbsent(
              MonthIndex.ofEpochDay(month.getInt(MONTH)), number -> new DistinctTimes())
          .addAll(month.getBytes(SUBMISSION_TIMES));
    }

    void write(Consumer<Row> out) {
      String sectionKey = keys.of(umr, sectionNo);
      sent.forEach(
          (coverholder, months) -> {
            Integer previous = null;
            for (Map.Entry<Integer, DistinctTimes> month : months.entrySet()) {
              out.accept(row(sectionKey, coverholder, month.getKey(), month.getValue(), previous));
              previous = month.getKey();
            }
          });
    }

    private Row row(
        String sectionKey,
        @Nullable String coverholder,
        int month,
        DistinctTimes times,
        @Nullable Integer previous) {
      boolean isDated = times.count() > 0;
      LocalDate first = isDated ? day(times.first()) : null;
      Timeliness timeliness = timeliness(month, first);
      return Row.withSchema(Marts.BORDEREAU_TIMELINESS_SCHEMA)
          .addValues(
              sectionKey,
              coverholder == null ? null : keys.of(coverholder),
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
              previous == null ? null : month - previous)
          .build();
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
