// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import dev.tidemark.pipelines.config.FindingKind;
import dev.tidemark.pipelines.control.Observation;
import dev.tidemark.pipelines.table.TableRows;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bordereaux that came late, for {@value #DAYS} days: what was late stays late for ever, and nobody
 * wants to hear of last year's.
 *
 * @param observations those that came late lately
 * @param from the day on which that was judged
 * @param until the first day on which one of them is not lately any more; null if there is none
 */
record LateFindings(List<Observation> observations, LocalDate from, @Nullable LocalDate until) {

  static final String MART = "mart/bordereau_timeliness";
  static final int DAYS = 31;

  static LateFindings of(TableRows mart, LocalDate asOf) {
    TableRows rows =
        mart.only(
            "coverholder_id",
            "umr",
            "section_no",
            "bordereau_month",
            "first_submitted",
            "days_late",
            "is_late");
    int coverholder = rows.layout().column("coverholder_id");
    int umr = rows.layout().column("umr");
    int section = rows.layout().column("section_no");
    int month = rows.layout().column("bordereau_month");
    int submitted = rows.layout().column("first_submitted");
    int days = rows.layout().column("days_late");
    int late = rows.layout().column("is_late");
    long last = asOf.toEpochDay() - DAYS;
    List<Observation> found = new ArrayList<>();
    int[] earliest = {Integer.MAX_VALUE};
    rows.forEach(
        row -> {
          if (row.isNull(late) || !row.getBoolean(late) || row.getInt(submitted) <= last) {
            return;
          }
          earliest[0] = Math.min(earliest[0], row.getInt(submitted));
          String sender = row.isNull(coverholder) ? "nobody named" : row.getString(coverholder);
          String bordereau =
              row.getString(umr)
                  + "/"
                  + row.getString(section)
                  + " "
                  + LocalDate.ofEpochDay(row.getInt(month)).toString().substring(0, 7);
          found.add(
              MartFindings.observation(
                  FindingKind.LATE,
                  bordereau + " of " + sender,
                  "coverholder "
                      + sender
                      + " sent "
                      + bordereau
                      + " on "
                      + LocalDate.ofEpochDay(row.getInt(submitted))
                      + ", "
                      + row.getInt(days)
                      + (row.getInt(days) == 1 ? " day late" : " days late")));
        });
    found.sort(Comparator.comparing(Observation::about));
    return new LateFindings(
        List.copyOf(found),
        asOf,
        found.isEmpty() ? null : LocalDate.ofEpochDay(earliest[0]).plusDays(DAYS));
  }

  /** What was judged, to compare with: {@code 17 from 2024-06-03 until 2024-06-20}. */
  String basis(long version) {
    return version + " from " + from + (until == null ? "" : " until " + until);
  }

  /** Whether what was judged by a basis is the same for a version and a day. */
  static boolean stillHolds(@Nullable String basis, long version, LocalDate asOf) {
    if (basis == null) {
      return false;
    }
    String[] words = basis.split(" ");
    return words[0].equals(Long.toString(version))
        && !asOf.isBefore(LocalDate.parse(words[2]))
        && (words.length < 5 || asOf.isBefore(LocalDate.parse(words[4])));
  }
}
