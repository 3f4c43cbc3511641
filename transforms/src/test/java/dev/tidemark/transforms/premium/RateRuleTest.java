// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateRuleTest {
  private static final int MONTH = 24288;

  /** EUR has a rate in that month only; XXX has a rate that is none. */
  private static long rates(String currency, int month) {
    return switch (currency) {
      case "EUR" -> month == MONTH ? 85_000_000 : RateRule.NO_RATE;
      case "XXX" -> 0;
      default -> RateRule.NO_RATE;
    };
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // sent, section, settlement, row rate, month | currency, rate, flags
        "GBP, GBP, -, -, 24288, GBP, 1, ''",
        "GBP, EUR, EUR, 1.00000000, 24288, GBP, 1, ''",
        "GBP, GBP, -, 0.85, 24288, GBP, 1, RATE_ON_GBP",
        "GBP, GBP, -, 0, 24288, GBP, 1, RATE_ON_GBP",
        "-, GBP, -, 0.85, 24288, GBP, 1, 'CURRENCY_DEFAULTED,RATE_ON_GBP'",
        "-, GBP, -, -, 24288, GBP, 1, CURRENCY_DEFAULTED",
        "-, EUR, -, -, 24288, EUR, 0.85, CURRENCY_DEFAULTED",
        "-, EUR, -, 0.9, 24288, EUR, 0.9, CURRENCY_DEFAULTED",
        "-, -, GBP, 0.9, 24288, -, -, CURRENCY_MISSING",
        "EUR, GBP, GBP, 0.853415, 24288, EUR, 0.853415, ''",
        "EUR, GBP, -, 0.853415, 24288, EUR, 0.853415, ''",
        "EUR, GBP, -, 0, 24288, EUR, 0.85, ''",
        "EUR, GBP, -, -1, 24288, EUR, 0.85, ''",
        "EUR, GBP, USD, 1.1, 24288, EUR, 0.85, ''",
        "EUR, GBP, USD, 1.1, 24289, EUR, -, RATE_MISSING",
        "EUR, GBP, -, -, 24289, EUR, -, RATE_MISSING",
        "XXX, GBP, -, -, 24288, XXX, -, RATE_MISSING",
        "-, USD, EUR, 1.1, 24288, USD, -, 'CURRENCY_DEFAULTED,RATE_MISSING'"
      })
  void theFirstRuleThatHoldsGivesTheRate(
      String sent,
      String section,
      String settlement,
      BigDecimal rowRate,
      int month,
      String currency,
      BigDecimal rate,
      String flags) {
    RateRule.Decision decision =
        RateRule.decide(sent, section, settlement, unscaled(rowRate), month, RateRuleTest::rates);
    assertThat(decision.currency(), is(currency));
    assertThat(decision.rateToGbp(), is(unscaled(rate)));
    assertThat(decision.hasRate(), is(rate != null));
    assertThat(DqFlag.text(decision.flags()), is(flags));
  }

  private static long unscaled(BigDecimal rate) {
    return rate == null ? RateRule.NO_RATE : Money.ofRate("rate_of_exchange", rate);
  }
}
