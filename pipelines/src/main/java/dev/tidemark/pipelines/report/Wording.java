// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Figures and days as a reader in London writes them. */
final class Wording {

  /** Stands where there is no figure. */
  static final String NONE = "–";

  private static final String MINUS = "−";
  private static final int LONGEST = 600;
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH);
  private static final DateTimeFormatter MONTH =
      DateTimeFormatter.ofPattern("MMM uuuu", Locale.ENGLISH);

  private Wording() {}

  /** Pounds and pence, {@code 1,234.50}. */
  static String money(@Nullable BigDecimal amount) {
    return amount == null ? NONE : grouped("#,##0.00", amount.setScale(2, RoundingMode.HALF_UP));
  }

  /** Round pounds of a scale, {@code £500}, {@code £20k} or {@code £1.5m}. */
  static String pounds(BigDecimal amount) {
    for (int[] unit : new int[][] {{6, 'm'}, {3, 'k'}}) {
      if (amount.abs().compareTo(BigDecimal.ONE.scaleByPowerOfTen(unit[0])) >= 0) {
        return grouped("£#,##0.###", amount.movePointLeft(unit[0])) + (char) unit[1];
      }
    }
    return grouped("£#,##0", amount);
  }

  static String count(long number) {
    return grouped("#,##0", BigDecimal.valueOf(number));
  }

  /** So many of something: {@code 1 section}, {@code 1,200 sections}. */
  static String count(long number, String one, String several) {
    return count(number) + " " + (number == 1 ? one : several);
  }

  /**
   * A percentage to one place. It is cut, not rounded, so that 100.0 % is never said of what is
   * below it.
   */
  static String percent(@Nullable BigDecimal percentage) {
    return percentage == null
        ? NONE
        : grouped("#,##0.0", percentage.setScale(1, RoundingMode.DOWN)) + " %";
  }

  /** A ratio as a percentage to one place, rounded. */
  static String ratio(@Nullable BigDecimal ratio) {
    return ratio == null ? NONE : grouped("#,##0.0", tenths(ratio)) + " %";
  }

  /** A difference of two ratios, in percentage points and with its sign. */
  static String points(@Nullable BigDecimal difference) {
    if (difference == null) {
      return NONE;
    }
    BigDecimal points = tenths(difference);
    return (points.signum() > 0 ? "+" : "") + grouped("#,##0.0", points) + " pts";
  }

  private static BigDecimal tenths(BigDecimal ratio) {
    return ratio.multiply(HUNDRED).setScale(1, RoundingMode.HALF_UP);
  }

  static String day(LocalDate day) {
    return DAY.format(day);
  }

  static String time(Instant time) {
    return TIME.format(time.atZone(ZoneOffset.UTC));
  }

  static String month(YearMonth month) {
    return MONTH.format(month);
  }

  /** What a table sorts by; an absent figure comes first. */
  static String sortable(@Nullable BigDecimal value) {
    return value == null ? "" : value.toPlainString();
  }

  /** One line of a bounded length. */
  static String line(@Nullable String text) {
    String line = String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " …";
  }

  private static String grouped(String pattern, BigDecimal number) {
    String text =
        new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT))
            .format(number.abs());
    return number.signum() < 0 ? MINUS + text : text;
  }
}
