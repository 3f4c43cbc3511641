// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.calendar;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How often a section reports: every month, or once for three months. */
public enum ReportingInterval {
  MONTHLY(1),
  QUARTERLY(3);

  private final int months;

  ReportingInterval(int months) {
    this.months = months;
  }

  /** The months that one bordereau covers. */
  public int months() {
    return months;
  }

  /**
   * The interval by its name in any case. Null, blank or unknown text is monthly, the field's rule.
   */
  public static ReportingInterval parse(@Nullable String text) {
    return text != null && text.strip().toUpperCase(Locale.ROOT).equals("QUARTERLY")
        ? QUARTERLY
        : MONTHLY;
  }
}
