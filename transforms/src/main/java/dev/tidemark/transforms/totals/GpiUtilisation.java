// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import dev.tidemark.transforms.calendar.MonthIndex;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The use of one section's limit of gross premium income (GPI), month by month.
 *
 * <p>The amounts run up in month order: {@code sum(month_gwp_gbp) over (order by bordereau_month
 * rows unbounded preceding)}; a month whose amount is null counts 0. Each month compares the total
 * with its own limit, exactly: BREACH from 100 %, NOTIFY from the notifiable percentage, else OK;
 * NO_LIMIT where the limit is null or 0. utilisation_pct is the rounded percentage for people to
 * read; it decides nothing.
 *
 * <p>first_notify_month is the first month that was NOTIFY or BREACH, first_breach_month the first
 * that was BREACH; both are null in the rows before and stay when a later month falls back.
 *
 * <p>Example: limit 5,000.00; 2,050.00 then 2,150.00 give 41 % OK and 84 % NOTIFY.
 */
public final class GpiUtilisation {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final int PCT_SCALE = 6;
  private static final int PCT_PRECISION = 18;

  private GpiUtilisation() {}

  /** The premium of one month (see {@code MonthIndex}) and the limit in force at its end. */
  public record Month(int month, @Nullable BigDecimal gwpGbp, GpiLimit limit) {}

  /** One row of the mart. */
  public record Utilisation(
      int month,
      BigDecimal monthGwpGbp,
      BigDecimal cumulativeGwpGbp,
      GpiLimit limit,
      @Nullable BigDecimal utilisationPct,
      AlertLevel alertLevel,
      @Nullable Integer firstNotifyMonth,
      @Nullable Integer firstBreachMonth) {}

  /** The rows of one section in month order. The months may come in any order, each once. */
  public static List<Utilisation> of(List<Month> months) {
    List<Month> ordered = new ArrayList<>(months);
    ordered.sort(Comparator.comparingInt(Month::month));
    requireDistinct(ordered);
    List<Utilisation> rows = new ArrayList<>();
    BigDecimal cumulative = BigDecimal.ZERO.setScale(2);
    Integer firstNotify = null;
    Integer firstBreach = null;
    for (Month month : ordered) {
      BigDecimal amount = month.gwpGbp() == null ? BigDecimal.ZERO.setScale(2) : month.gwpGbp();
      cumulative = WideTotal.checked("cumulative_gwp_gbp", cumulative.add(amount));
      AlertLevel level = level(cumulative, month.limit());
      boolean breach = level == AlertLevel.BREACH;
      if (firstNotify == null && (breach || level == AlertLevel.NOTIFY)) {
        firstNotify = month.month();
      }
      if (firstBreach == null && breach) {
        firstBreach = month.month();
      }
      rows.add(
          new Utilisation(
              month.month(),
              amount,
              cumulative,
              month.limit(),
              percentage(cumulative, month.limit()),
              level,
              firstNotify,
              firstBreach));
    }
    return rows;
  }

  /** The alert level of a running total; the comparison is exact, nothing is divided. */
  static AlertLevel level(BigDecimal cumulative, GpiLimit limit) {
    BigDecimal gbp = limit.limitGbp();
    if (gbp == null || gbp.signum() <= 0) {
      return AlertLevel.NO_LIMIT;
    }
    if (cumulative.compareTo(gbp) >= 0) {
      return AlertLevel.BREACH;
    }
    boolean notify =
        cumulative.multiply(HUNDRED).compareTo(gbp.multiply(limit.notifiablePct())) >= 0;
    return notify ? AlertLevel.NOTIFY : AlertLevel.OK;
  }

  private static @Nullable BigDecimal percentage(BigDecimal cumulative, GpiLimit limit) {
    BigDecimal gbp = limit.limitGbp();
    if (gbp == null || gbp.signum() <= 0) {
      return null;
    }
    BigDecimal pct = cumulative.multiply(HUNDRED).divide(gbp, PCT_SCALE, RoundingMode.HALF_UP);
    if (pct.precision() > PCT_PRECISION) {
      throw new ArithmeticException(
          "utilisation_pct: " + pct.toPlainString() + " does not fit DECIMAL(18,6)");
    }
    return pct;
  }

  private static void requireDistinct(List<Month> ordered) {
    for (int i = 1; i < ordered.size(); i++) {
      int month = ordered.get(i).month();
      if (month == ordered.get(i - 1).month()) {
        throw new IllegalArgumentException(
            "Month "
                + MonthIndex.firstDay(month)
                + " occurs twice in one section; sum the amounts of a month first.");
      }
    }
  }
}
