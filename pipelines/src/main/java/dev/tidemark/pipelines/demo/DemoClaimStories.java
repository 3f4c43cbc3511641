// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * What becomes of some claims in the end: one in ten is denied or withdrawn, one that was closed is
 * reopened, one gets a part of what was paid back. No position is added or taken away.
 */
final class DemoClaimStories {

  private static final BigDecimal NOTHING = new BigDecimal("0.00");

  private DemoClaimStories() {}

  /** The positions of a claim, in the order of their months, as its story has them. */
  static List<SourceRow> told(int claim, List<SourceRow> positions) {
    if (positions.isEmpty()) {
      return positions;
    }
    List<SourceRow> told = new ArrayList<>(positions);
    int last = positions.size() - 1;
    switch (claim % 40) {
      case 5 -> told.set(last, ended(told.get(last), "DENIED"));
      case 15 -> told.set(last, ended(told.get(last), "Withdrawn"));
      case 25 -> {
        if (last > 0) {
          told.set(last - 1, ended(told.get(last - 1), "CLOSED"));
          told.set(last, reopened(told.get(last)));
        }
      }
      case 35 -> told.set(last, paidBack(told.get(last)));
      default -> {}
    }
    return told;
  }

  /** Ended with its month, and nothing outstanding. */
  private static SourceRow ended(SourceRow row, String status) {
    LocalDate month = row.get("BordereauMonth", LocalDate.class);
    return row.with("ClaimStatus", status)
        .with("ClosedDate", month.plusMonths(1).minusDays(1))
        .with("Outstanding", NOTHING);
  }

  private static SourceRow reopened(SourceRow row) {
    LocalDate month = row.get("BordereauMonth", LocalDate.class);
    return row.with("ClaimStatus", "REOPENED")
        .with("ClosedDate", null)
        .with("ReopenedDate", month.plusDays(9))
        .with("Outstanding", new BigDecimal("250.00"));
  }

  /** A tenth of what was paid before comes back: less is paid to date than was. */
  private static SourceRow paidBack(SourceRow row) {
    BigDecimal before = row.get("PreviouslyPaid", BigDecimal.class);
    BigDecimal back = before.movePointLeft(1).setScale(2, RoundingMode.HALF_UP);
    return row.with("PaidThisMonth", back.negate()).with("PaidToDate", before.subtract(back));
  }
}
