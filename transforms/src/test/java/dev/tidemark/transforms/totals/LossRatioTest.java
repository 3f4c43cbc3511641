// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LossRatioTest {

  /** 1,450.00 of 4,200.00 are 0.3452380…, and 0.045238 above 0.3. */
  @Test
  void premiumAndClaimsAddUpAndAreHeldAgainstThePlan() {
    LossRatio account = new LossRatio();
    account.addPremium(money("2050.00"));
    account.addClaims(1, money("1000.00"), money("450.00"), money("1450.00"));
    account.addPremium(money("2150.00"));
    account.addClaims(2, money("0.00"), money("0.00"), money("0.00"));

    assertThat(
        account.against(new BigDecimal("0.3")),
        is(
            new LossRatio.Experience(
                money("4200.00"),
                money("1000.00"),
                money("450.00"),
                money("1450.00"),
                3,
                new BigDecimal("0.345238"),
                new BigDecimal("0.300000"),
                new BigDecimal("0.045238"))));
  }

  @Test
  void premiumWithoutClaimsHasARatioOfZero() {
    LossRatio account = new LossRatio();
    account.addPremium(money("100.00"));

    assertThat(
        account.against(new BigDecimal("0.650000")),
        is(
            new LossRatio.Experience(
                money("100.00"),
                money("0.00"),
                money("0.00"),
                money("0.00"),
                0,
                new BigDecimal("0.000000"),
                new BigDecimal("0.650000"),
                new BigDecimal("-0.650000"))));
  }

  @Test
  void claimsWithoutPremiumHaveNoPremiumAndNoRatio() {
    LossRatio account = new LossRatio();
    account.addClaims(1, money("10.00"), money("5.00"), money("15.00"));

    assertThat(
        account.against(new BigDecimal("0.65")),
        is(
            new LossRatio.Experience(
                null,
                money("10.00"),
                money("5.00"),
                money("15.00"),
                1,
                null,
                new BigDecimal("0.650000"),
                null)));
  }

  @Test
  void withoutAPlanThereIsNoVariance() {
    LossRatio account = new LossRatio();
    account.addPremium(money("100.00"));
    account.addClaims(1, money("50.00"), money("0.00"), money("50.00"));

    LossRatio.Experience experience = account.against(null);

    assertThat(experience.incurredLossRatio(), is(new BigDecimal("0.500000")));
    assertThat(experience.plannedLossRatio(), is(nullValue()));
    assertThat(experience.variance(), is(nullValue()));
  }

  /** Half of a millionth goes away from zero, with either sign. */
  @ParameterizedTest
  @CsvSource(
      value = {
        "100.00       | 83.61      | 0.836100",
        "3.00         | 1.00       | 0.333333",
        "3.00         | 2.00       | 0.666667",
        "20000.00     | 0.01       | 0.000001",
        "20000.01     | 0.01       | 0.000000",
        "20000.00     | -0.01      | -0.000001",
        "20000.01     | -0.01      | 0.000000",
        "100.00       | 0.00       | 0.000000",
        "0.01         | 9999999999.99 | 999999999999.000000",
        "0.00         | 0.00       | null",
        "0.00         | 1.00       | null",
        "-0.01        | 0.00       | null",
        "-0.01        | -1.00      | null",
        "null         | 0.00       | null",
        "null         | 1.00       | null",
      },
      delimiter = '|',
      nullValues = "null")
  void theRatioIsRoundedOnceAndNeedsPremiumAboveZero(
      @Nullable BigDecimal gwp, BigDecimal incurred, @Nullable BigDecimal expected) {
    assertThat(LossRatio.ratio(gwp, incurred), is(expected));
  }

  @Test
  void aRatioThatDoesNotFitFailsByName() {
    assertThat(
        assertThrows(
                ArithmeticException.class,
                () -> LossRatio.ratio(money("0.01"), money("10000000000.00")))
            .getMessage(),
        is("incurred_loss_ratio: 1000000000000.000000 does not fit DECIMAL(18,6)"));
  }

  @Test
  void sumsBeyondAnAmountWiden() {
    LossRatio account = new LossRatio();
    for (int i = 0; i < 2; i++) {
      account.addPremium(money("9999999999999999.99"));
      account.addClaims(
          1, money("9999999999999999.99"), money("0.00"), money("9999999999999999.99"));
    }

    LossRatio.Experience experience = account.against(null);

    assertThat(experience.gwpGbp(), is(money("19999999999999999.98")));
    assertThat(experience.paidGbp(), is(money("19999999999999999.98")));
    assertThat(experience.incurredLossRatio(), is(new BigDecimal("1.000000")));
  }

  private static BigDecimal money(String amount) {
    return new BigDecimal(amount);
  }
}
