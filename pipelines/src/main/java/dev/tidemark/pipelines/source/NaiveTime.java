// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Times that a source keeps without a zone, where the zone's clocks go back in autumn and an hour
 * occurs twice.
 */
final class NaiveTime {
  private NaiveTime() {}

  /**
   * The latest naive time that can have been written by {@code instant}: the end of the hour that
   * occurs twice.
   */
  static LocalDateTime latestAt(Instant instant, ZoneId zone) {
    LocalDateTime local = LocalDateTime.ofInstant(instant, zone);
    ZoneOffsetTransition transition = zone.getRules().getTransition(local);
    return transition != null && transition.isOverlap() ? transition.getDateTimeBefore() : local;
  }

  /** Start of an hour that occurred twice and meets {@code [from, to]}; else {@code from}. */
  static LocalDateTime startOfRepeatedHour(ZoneId zone, LocalDateTime from, LocalDateTime to) {
    ZoneRules rules = zone.getRules();
    if (rules.isFixedOffset()) {
      return from;
    }
    // A day around the interval in UTC holds every transition that can touch it locally.
    Instant at = from.toInstant(ZoneOffset.UTC).minus(Duration.ofDays(1));
    Instant end = to.toInstant(ZoneOffset.UTC).plus(Duration.ofDays(1));
    ZoneOffsetTransition transition = rules.nextTransition(at);
    while (transition != null && transition.getInstant().isBefore(end)) {
      boolean meets =
          transition.isOverlap()
              && !transition.getDateTimeAfter().isAfter(to)
              && transition.getDateTimeBefore().isAfter(from);
      if (meets) {
        return transition.getDateTimeAfter();
      }
      transition = rules.nextTransition(transition.getInstant());
    }
    return from;
  }
}
