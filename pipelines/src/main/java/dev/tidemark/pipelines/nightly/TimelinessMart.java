// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.calendar.ReportingCalendar;
import dev.tidemark.transforms.calendar.Timeliness;
import dev.tidemark.transforms.facts.DistinctTimes;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.keys.DurableKey;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * {@code bordereau_timeliness}: a row for each month that a coverholder sent for a section, with the
 * month that it had sent before. The days of what was sent are those of UTC. A month of which no
 * version says when it was submitted has a row without dates, that is neither late nor in time.
 */
final class TimelinessMart {

  private final DurableKey keys = new DurableKey();

  /** Makes the rows of a section. */
  void of(ReportedSection reported, Consumer<Row> out) {
    String sectionKey = keys.of(reported.umr(), reported.sectionNo());
    ReportingCalendar calendar = reported.calendar();
    Section section = reported.section();
    Integer dueDays = section == null ? null : section.bordereauDueDays();
    reported
        .submittedBy()
        .forEach(
            (coverholder, months) -> {
              for (Map.Entry<Integer, DistinctTimes> month : months.entrySet()) {
                out.accept(
                    row(
                        reported,
                        sectionKey,
                        coverholder,
                        month,
                        previous(months, month.getKey()),
                        Timeliness.of(
                            calendar, dueDays, month.getKey(), firstDay(month.getValue()))));
              }
            });
  }

  private static @Nullable Integer previous(TreeMap<Integer, DistinctTimes> months, int month) {
    return months.lowerKey(month);
  }

  private Row row(
      ReportedSection reported,
      String sectionKey,
      @Nullable String coverholder,
      Map.Entry<Integer, DistinctTimes> submitted,
      @Nullable Integer previous,
      Timeliness timeliness) {
    int month = submitted.getKey();
    DistinctTimes times = submitted.getValue();
    return Row.withSchema(Marts.BORDEREAU_TIMELINESS_SCHEMA)
        .addValues(
            sectionKey,
            coverholder == null ? null : keys.of(coverholder),
            coverholder,
            reported.umr(),
            reported.sectionNo(),
            MonthIndex.firstDay(month),
            timeliness.monthEnd(),
            firstDay(times),
            times.count() == 0 ? null : day(times.last()),
            (long) times.count(),
            timeliness.daysAfterMonthEnd(),
            timeliness.dueDate(),
            timeliness.daysLate(),
            timeliness.isLate(),
            previous == null ? null : MonthIndex.firstDay(previous),
            previous == null ? null : month - previous)
        .build();
  }

  private static @Nullable LocalDate firstDay(DistinctTimes times) {
    return times.count() == 0 ? null : day(times.first());
  }

  private static LocalDate day(long time) {
    return LocalDate.ofInstant(RowView.instant(time), ZoneOffset.UTC);
  }
}
