// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.premium.DqFlag;
import org.jspecify.annotations.Nullable;

/**
 * When a risk runs, and whether that is within the period of its contract section. Days are counted
 * from 1970-01-01.
 */
final class RiskRule {

  private RiskRule() {}

  /**
   * Whether {@code period_from <= inception <= period_to}; null without an inception, or a section.
   */
  static @Nullable Boolean isWithinPeriod(@Nullable Integer inception, @Nullable Section section) {
    if (inception == null || section == null) {
      return null;
    }
    return section.periodFrom().toEpochDay() <= inception
        && inception <= section.periodTo().toEpochDay();
  }

  /**
   * The days of cover, both ends counted; null without one of them. An expiry before the inception
   * is kept as it is: 0 or less.
   */
  static @Nullable Integer coverDays(@Nullable Integer inception, @Nullable Integer expiry) {
    return inception == null || expiry == null
        ? null
        : Math.toIntExact((long) expiry - inception + 1);
  }

  /** The flags NO_INCEPTION and OUTSIDE_PERIOD. */
  static int flags(@Nullable Integer inception, @Nullable Boolean isWithinPeriod) {
    if (inception == null) {
      return DqFlag.NO_INCEPTION.bit();
    }
    return Boolean.FALSE.equals(isWithinPeriod) ? DqFlag.OUTSIDE_PERIOD.bit() : DqFlag.NONE;
  }
}
