// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What figures are compared by: a section, perhaps its month and currency.
 *
 * @param month epoch day of the month's first day, or of a day; null when time does not matter
 * @param currency null when currencies do not matter, or there is none
 */
record Group(String umr, String sectionNo, @Nullable Integer month, @Nullable String currency)
    implements Comparable<Group> {

  private static final Comparator<Group> ORDER =
      Comparator.comparing(Group::umr)
          .thenComparing(Group::sectionNo)
          .thenComparing(Group::month, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(Group::currency, Comparator.nullsLast(Comparator.naturalOrder()));

  static Group section(String umr, String sectionNo) {
    return new Group(umr, sectionNo, null, null);
  }

  /** A section and a day, or a month by its first day. */
  static Group on(String umr, String sectionNo, int day) {
    return new Group(umr, sectionNo, day, null);
  }

  @Override
  public int compareTo(Group other) {
    return ORDER.compare(this, other);
  }

  /** For instance {@code B0999CH001/S1 2024-01 GBP}. */
  @Override
  public String toString() {
    String text = umr + "/" + sectionNo;
    if (month != null) {
      LocalDate first = LocalDate.ofEpochDay(month);
      text += " " + (first.getDayOfMonth() == 1 ? YearMonth.from(first) : first);
    }
    return currency == null ? text : text + " " + currency;
  }
}
