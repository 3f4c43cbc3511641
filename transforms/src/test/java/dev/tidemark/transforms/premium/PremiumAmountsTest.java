// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.premium.PremiumAmounts.GbpAmounts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PremiumAmountsTest {
  @ParameterizedTest
  @CsvSource({
    "201.00, 0.5, 1.01",
    "201.00, 12.5, 25.13",
    "-0.50, 25, -0.13",
    "0.01, 50, 0.01",
    "-0.01, 50, -0.01",
    "0.01, 49.9999, 0.00",
    "-0.01, 49.9999, 0.00",
    "100.00, 0, 0.00",
    "100.00, -10, -10.00",
    "100.00, 110, 110.00",
    // beyond the long fast path: 1234567890123456.78 × 12.3456 % = 152414813443081.48023168
    "1234567890123456.78, 12.3456, 152414813443081.48",
    "-1234567890123456.78, 12.3456, -152414813443081.48",
    "9999999999999999.99, 100, 9999999999999999.99"
  })
  void commissionIsRoundedOnceAwayFromZero(String gross, BigDecimal pct, String commission) {
    PremiumAmounts amounts =
        PremiumAmounts.of(
            SignRule.AS_SENT, pence(gross), Money.ofPercentage("commission_pct", pct), 0, 0);
    assertThat(Money.toDecimal(amounts.commissionAmount()), is(new BigDecimal(commission)));
    assertThat(
        Money.toDecimal(amounts.netPremium()),
        is(new BigDecimal(gross).subtract(new BigDecimal(commission))));
  }

  @ParameterizedTest
  @CsvSource({
    "99.99, 0.853415, 85.33",
    "-99.99, 0.853415, -85.33",
    "0.01, 0.5, 0.01",
    "0.01, 0.49999999, 0.00",
    "-0.01, 0.49999999, 0.00",
    // beyond the long fast path: the product is 8534149999999999.99146585
    "9999999999999999.99, 0.853415, 8534149999999999.99"
  })
  void sterlingIsRoundedOnceAwayFromZero(String amount, BigDecimal rate, String gbp) {
    long converted = Money.convert("x", pence(amount), Money.ofRate("rate_to_gbp", rate));
    assertThat(Money.toDecimal(converted), is(new BigDecimal(gbp)));
  }

  @Test
  void theRowFootsInSterlingBecauseNetIsASubtraction() {
    // 100.05 at 10 %: commission 10.01, net 90.04; × 0.85: 85.0425, 8.5085 → 85.04, 8.51
    PremiumAmounts amounts = PremiumAmounts.of(SignRule.PLUS_ABS, 10005, 100_000, 0, 0);
    assertThat(amounts, is(new PremiumAmounts(10005, 1001, 9004, 0, 0)));
    assertThat(amounts.inGbp(85_000_000), is(new GbpAmounts(8504, 851, 7653)));
  }

  @ParameterizedTest
  @CsvSource({
    "PLUS_ABS, -20100, -500, 300, 20100, 2513, 500, 300",
    "MINUS_ABS, 20100, 500, -300, -20100, -2513, -500, -300",
    "AS_SENT, -20100, 500, -300, -20100, -2513, 500, -300",
    "ZERO, 20100, 500, 300, 0, 0, 0, 0"
  })
  void taxAndFeeAreSignedByTheSameRuleAndStandOutsideNet(
      SignRule sign, long gross, long tax, long fee, long signed, long comm, long tax2, long fee2) {
    assertThat(
        PremiumAmounts.of(sign, gross, 125_000, tax, fee),
        is(new PremiumAmounts(signed, comm, signed - comm, tax2, fee2)));
  }

  @Test
  void anAmountThatOutgrowsItsColumnFailsByName() {
    ArithmeticException commission =
        assertThrows(
            ArithmeticException.class,
            () -> PremiumAmounts.of(SignRule.AS_SENT, Money.MAX, 1_000_001, 0, 0));
    assertThat(
        commission.getMessage(),
        is("commission_amount: 10000009999999999.99 does not fit DECIMAL(18,2)"));
    ArithmeticException net =
        assertThrows(
            ArithmeticException.class,
            () -> PremiumAmounts.of(SignRule.AS_SENT, Money.MAX, -1_000, 0, 0));
    assertThat(
        net.getMessage(), is("net_premium: 10009999999999999.99 does not fit DECIMAL(18,2)"));
    PremiumAmounts largest = PremiumAmounts.of(SignRule.AS_SENT, Money.MAX, 0, 0, 0);
    ArithmeticException gbp =
        assertThrows(ArithmeticException.class, () -> largest.inGbp(Money.MAX));
    assertThat(
        gbp.getMessage(),
        is("gross_premium_gbp: 99999999999999999800000000.00 does not fit DECIMAL(18,2)"));
  }

  @Property(tries = 2000)
  void everyProductEqualsTheDecimalOne(
      @ForAll @LongRange(min = -Money.MAX, max = Money.MAX) long amount,
      @ForAll @LongRange(min = -1_000_000, max = 1_000_000) long percentage,
      @ForAll @LongRange(min = 0, max = 100_000_000) long rate) {
    assertThat(
        Money.toDecimal(Money.percentOf("x", amount, percentage)),
        is(
            Money.toDecimal(amount)
                .multiply(BigDecimal.valueOf(percentage, 6))
                .setScale(2, RoundingMode.HALF_UP)));
    assertThat(
        Money.toDecimal(Money.convert("x", amount, rate)),
        is(
            Money.toDecimal(amount)
                .multiply(BigDecimal.valueOf(rate, 8))
                .setScale(2, RoundingMode.HALF_UP)));
  }

  @Test
  void aDecimalThatIsNoMoneyIsRejectedByName() {
    ArithmeticException places =
        assertThrows(
            ArithmeticException.class,
            () -> Money.ofDecimal("tax_amount", new BigDecimal("1.005")));
    assertThat(places.getMessage(), is("tax_amount: 1.005 has more than 2 decimal places"));
    ArithmeticException size =
        assertThrows(
            ArithmeticException.class,
            () -> Money.ofDecimal("tax_amount", new BigDecimal("1E+30")));
    assertThat(size.getMessage(), is("tax_amount: 1000000000000000000000000000000 is too large"));
    assertThat(Money.ofDecimal("tax_amount", new BigDecimal("1.500")), is(150L));
  }

  private static long pence(String amount) {
    return Money.ofDecimal("amount", new BigDecimal(amount));
  }
}
