// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.totals.GpiUtilisation.Month;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpiUtilisationTest {
  @Test
  void theWorkedExampleRunsUpTo4200And8000() {
    // S1: 1,250.00 + 800.00, then 2,000.00 + 150.00; S2: 5,000.00, then 3,000.00
    assertThat(
        run("5000.00", "2050.00", "2150.00"),
        contains("2050.00 41.000000 OK - -", "4200.00 84.000000 NOTIFY 1 -"));
    assertThat(
        run("8000.00", "5000.00", "3000.00"),
        contains("5000.00 62.500000 OK - -", "8000.00 100.000000 BREACH 1 1"));
  }

  @Test
  void theFirstMonthsStayWhenALaterMonthFallsBack() {
    assertThat(
        run("100.00", "79.99", "0.01", "20.00", "-50.00", "60.00"),
        contains(
            "79.99 79.990000 OK - -",
            "80.00 80.000000 NOTIFY 1 -",
            "100.00 100.000000 BREACH 1 2",
            "50.00 50.000000 OK 1 2",
            "110.00 110.000000 BREACH 1 2"));
  }

  @Test
  void aMonthThatBreachesAtOnceIsAlsoTheFirstToNotify() {
    assertThat(run("100.00", "500.00"), contains("500.00 500.000000 BREACH 0 0"));
  }

  @Test
  void theLevelIsComparedExactlyAndNotByTheRoundedPercentage() {
    // 79.9999999...9 % rounds to 80.000000 and is still OK
    assertThat(
        run("9999999999999999.00", "7999999999999999.19"),
        contains("7999999999999999.19 80.000000 OK - -"));
  }

  @Test
  void aNullAmountCountsZero() {
    assertThat(
        run("100.00", "10.00", null, "5.00"),
        contains("10.00 10.000000 OK - -", "10.00 10.000000 OK - -", "15.00 15.000000 OK - -"));
  }

  @Test
  void withoutALimitThereIsNoPercentage() {
    assertThat(run(null, "10.00"), contains("10.00 null NO_LIMIT - -"));
    assertThat(run("0.00", "10.00"), contains("10.00 null NO_LIMIT - -"));
  }

  @Test
  void aPercentageThatOutgrowsItsColumnFailsByName() {
    // 99,999,999.99 of a penny is 999,999,999,900 %, twelve digits; a penny more is thirteen
    assertThat(run("0.01", "99999999.99"), contains("99999999.99 999999999900.000000 BREACH 0 0"));
    assertThat(
        assertThrows(ArithmeticException.class, () -> run("0.01", "100000000.00")).getMessage(),
        is("utilisation_pct: 1000000000000.000000 does not fit DECIMAL(18,6)"));
  }

  @Test
  void aLimitThatOutgrowsItsColumnFailsByName() {
    BigDecimal largest = new BigDecimal("9999999999999999.99");
    assertThat(GpiLimit.of(largest, null, BigDecimal.ONE).limitGbp(), is(largest));
    assertThat(
        assertThrows(
                ArithmeticException.class,
                () -> GpiLimit.of(largest, null, new BigDecimal("1.00000001")))
            .getMessage(),
        is("gpi_limit_gbp: 10000000099999999.99 does not fit DECIMAL(18,2)"));
  }

  @Test
  void noMonthsGiveNoRows() {
    assertThat(GpiUtilisation.of(List.of()), empty());
  }

  @Test
  void monthsMayComeInAnyOrderButOnlyOnce() {
    GpiLimit none = GpiLimit.of(null, null, null);
    Month first = new Month(24288, new BigDecimal("1.00"), none);
    Month second = new Month(24289, new BigDecimal("2.00"), none);
    assertThat(
        GpiUtilisation.of(List.of(second, first)).stream()
            .map(row -> row.cumulativeGwpGbp().toPlainString())
            .toList(),
        contains("1.00", "3.00"));
    assertThat(
        assertThrows(
                IllegalArgumentException.class,
                () -> GpiUtilisation.of(List.of(first, second, first)))
            .getMessage(),
        containsString("2024-01-01 occurs twice"));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "1000.00, 1, 1000.00, -",
        "1000.01, 0.85341500, 853.42, -",
        "0.01, 0.4, 0.00, -",
        "-, 1, -, -",
        "-, -, -, -",
        "0.00, -, 0.00, -",
        "1000.00, -, -, LIMIT_RATE_MISSING",
        "-1000.00, 1, -, LIMIT_INVALID",
        "-1000.00, -, -, LIMIT_INVALID"
      })
  void theLimitIsRoundedToPenceOrSaysWhyItCannotBeUsed(
      BigDecimal limit, BigDecimal rate, BigDecimal gbp, GpiLimit.Flag flag) {
    assertThat(GpiLimit.of(limit, null, rate), is(new GpiLimit(gbp, new BigDecimal("80"), flag)));
  }

  @Test
  void aSectionMaySetItsOwnNotifiableShare() {
    GpiLimit limit = GpiLimit.of(new BigDecimal("100.00"), new BigDecimal("50.00"), BigDecimal.ONE);
    assertThat(GpiUtilisation.level(new BigDecimal("49.99"), limit), is(AlertLevel.OK));
    assertThat(GpiUtilisation.level(new BigDecimal("50.00"), limit), is(AlertLevel.NOTIFY));
  }

  /** Rows as "cumulative percentage level first-notify first-breach", months counted from 0. */
  private static List<String> run(@Nullable String limit, @Nullable String... amounts) {
    GpiLimit gpi = GpiLimit.of(limit == null ? null : new BigDecimal(limit), null, BigDecimal.ONE);
    List<Month> months = new ArrayList<>();
    for (String amount : amounts) {
      months.add(new Month(months.size(), amount == null ? null : new BigDecimal(amount), gpi));
    }
    return GpiUtilisation.of(months).stream()
        .map(
            row ->
                row.cumulativeGwpGbp().toPlainString()
                    + " "
                    + (row.utilisationPct() == null ? "null" : row.utilisationPct().toPlainString())
                    + " "
                    + row.alertLevel()
                    + " "
                    + (row.firstNotifyMonth() == null ? "-" : row.firstNotifyMonth())
                    + " "
                    + (row.firstBreachMonth() == null ? "-" : row.firstBreachMonth()))
        .toList();
  }
}
