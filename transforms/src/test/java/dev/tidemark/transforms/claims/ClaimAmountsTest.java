// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.claims;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.premium.DqFlag;
import dev.tidemark.transforms.premium.Money;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimAmountsTest {

  /** What was sent, and paid to date of the position before; then what is derived. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      textBlock =
          """
          # this month | before | to date | position before | paid to date | movement | flags
          40.00        | 60.00  | 101.00  | 60.00           | 101.00       | 40.00    | ''
          40.00        | 60.00  | -       | 99.00           | 100.00       | 40.00    | ''
          40.00        | -      | -       | -               | 40.00        | 40.00    | ''
          40.00        | -      | -       | 30.00           | 40.00        | 40.00    | ''
          -            | 60.00  | 101.00  | 60.00           | 101.00       | 41.00    | ''
          -            | -      | 101.00  | -               | 101.00       | 101.00   | ''
          -            | 60.00  | 101.00  | -               | 101.00       | 101.00   | ''
          0.00         | -      | 101.00  | 101.00          | 101.00       | 0.00     | ''
          -            | -      | 80.00   | 100.00          | 80.00        | -20.00   | PAID_DECREASED
          -25.00       | 100.00 | -       | 100.00          | 75.00        | -25.00   | PAID_DECREASED
          5.00         | -      | 99.99   | 100.00          | 99.99        | 5.00     | PAID_DECREASED
          -            | -      | -10.00  | -               | -10.00       | -10.00   | ''
          """)
  void thePaidFiguresAreTheFirstThatCanBeTold(
      @Nullable BigDecimal paidThisMonth,
      @Nullable BigDecimal previouslyPaid,
      @Nullable BigDecimal paidToDate,
      @Nullable BigDecimal positionBefore,
      BigDecimal expectedToDate,
      BigDecimal expectedMovement,
      String flags) {
    ClaimAmounts amounts =
        ClaimAmounts.of(
            new SentAmounts(
                pence(paidThisMonth),
                pence(previouslyPaid),
                pence(paidToDate),
                SentAmounts.NONE,
                SentAmounts.NONE),
            ClaimStatus.OPEN,
            pence(positionBefore));

    assertThat(amounts.paidToDate(), is(pence(expectedToDate)));
    assertThat(amounts.paidMovement(), is(pence(expectedMovement)));
    assertThat(amounts.outstanding(), is(0L));
    assertThat(amounts.recoveriesToDate(), is(0L));
    assertThat(DqFlag.text(amounts.flags()), is(flags));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      textBlock =
          """
          OPEN      | 310.00 | 310.00 | ''
          REOPENED  | 310.00 | 310.00 | ''
          -         | 310.00 | 310.00 | ''
          CLOSED    | 310.00 | 0.00   | CLOSED_WITH_RESERVE
          DENIED    | 0.01   | 0.00   | CLOSED_WITH_RESERVE
          WITHDRAWN | -0.01  | 0.00   | CLOSED_WITH_RESERVE
          CLOSED    | 0.00   | 0.00   | ''
          CLOSED    | -      | 0.00   | ''
          OPEN      | -      | 0.00   | ''
          OPEN      | -45.00 | -45.00 | OUTSTANDING_NEGATIVE
          REOPENED  | -45.00 | -45.00 | OUTSTANDING_NEGATIVE
          """)
  void aReserveEndsWithTheClaim(
      @Nullable ClaimStatus status,
      @Nullable BigDecimal sent,
      BigDecimal outstanding,
      String flags) {
    ClaimAmounts amounts =
        ClaimAmounts.of(
            new SentAmounts(0, SentAmounts.NONE, SentAmounts.NONE, pence(sent), SentAmounts.NONE),
            status,
            SentAmounts.NONE);

    assertThat(amounts.outstanding(), is(pence(outstanding)));
    assertThat(DqFlag.text(amounts.flags()), is(flags));
  }

  /**
   * At 0.853415: 99.99 is 85.3330 and so 85.33; 100.01 is 85.3500 and so 85.35; −0.50 is −0.4267
   * and so −0.43; 10.00 is 8.5342 and so 8.53.
   */
  @Test
  void eachAmountIsConvertedAndRoundedOnceAndTheRestAddsUp() {
    assertThat(
        new ClaimAmounts(9_999, -50, 10_001, 1_000, DqFlag.NONE).inGbp(85_341_500),
        is(new ClaimAmounts.GbpAmounts(8_533, -43, 8_535, 853, 17_068, 16_215)));
  }

  @Test
  void whatDoesNotFitIsNamed() {
    SentAmounts sum = new SentAmounts(Money.MAX, 1, SentAmounts.NONE, 0, 0);
    SentAmounts high = new SentAmounts(SentAmounts.NONE, 0, Money.MAX, Money.MAX, -1);

    assertThat(
        told(() -> ClaimAmounts.of(sum, null, SentAmounts.NONE)),
        is("paid_to_date: 10000000000000000.00 does not fit DECIMAL(18,2)"));
    assertThat(
        told(() -> ClaimAmounts.of(high, null, -1)),
        is("paid_movement: 10000000000000000.00 does not fit DECIMAL(18,2)"));
    ClaimAmounts amounts = ClaimAmounts.of(high, null, SentAmounts.NONE);
    assertThat(
        told(() -> amounts.inGbp(Money.RATE_ONE)),
        is("incurred_gbp: 19999999999999999.98 does not fit DECIMAL(18,2)"));
    assertThat(
        told(() -> amounts.inGbp(2 * Money.RATE_ONE)),
        is("paid_gbp: 19999999999999999.98 does not fit DECIMAL(18,2)"));
    assertThat(
        told(() -> new ClaimAmounts(Money.MAX, 0, 0, -1, DqFlag.NONE).inGbp(Money.RATE_ONE)),
        is("net_incurred_gbp: 10000000000000000.00 does not fit DECIMAL(18,2)"));
  }

  @Test
  void whatWasPaidBeforeAloneIsNoPaidFigure() {
    assertThat(SentAmounts.hasPaid(null, null), is(false));
    assertThat(SentAmounts.hasPaid(BigDecimal.ONE, null), is(true));
    assertThat(SentAmounts.hasPaid(null, BigDecimal.ONE), is(true));
    SentAmounts before =
        new SentAmounts(SentAmounts.NONE, 5, SentAmounts.NONE, SentAmounts.NONE, SentAmounts.NONE);
    assertThrows(IllegalArgumentException.class, before::derivedPaidToDate);
  }

  private static String told(Runnable derivation) {
    return String.valueOf(assertThrows(ArithmeticException.class, derivation::run).getMessage());
  }

  private static long pence(@Nullable BigDecimal amount) {
    return amount == null ? SentAmounts.NONE : Money.ofDecimal("test", amount);
  }
}
