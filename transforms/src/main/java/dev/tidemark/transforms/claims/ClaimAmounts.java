// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.claims;

import dev.tidemark.transforms.premium.DqFlag;
import dev.tidemark.transforms.premium.Money;
import org.jspecify.annotations.Nullable;

/**
 * The derived amounts of one position of a claim, in pence of its original currency.
 *
 * <table>
 * <caption>The first that was sent, or can be told, counts</caption>
 * <tr><td>paid to date</td><td>paid to date; previously paid + paid this month; paid this month</td></tr>
 * <tr><td>paid movement</td><td>paid this month; paid to date − that of the position before; paid to date</td></tr>
 * <tr><td>outstanding</td><td>0.00 when closed, denied or withdrawn; what was sent; 0.00</td></tr>
 * <tr><td>recoveries</td><td>what was sent; 0.00</td></tr>
 * </table>
 *
 * <p>Example: 100.00 paid to date after 40.00 in the position before, 60.00 outstanding, 10.00
 * recovered, at 0.5: paid 50.00, movement 30.00, outstanding 30.00, recoveries 5.00, incurred
 * 80.00, net incurred 75.00 in sterling.
 *
 * @param flags CLOSED_WITH_RESERVE, OUTSTANDING_NEGATIVE, PAID_DECREASED
 */
public record ClaimAmounts(
    long paidToDate, long paidMovement, long outstanding, long recoveriesToDate, int flags) {

  /**
   * The amounts of a position.
   *
   * @param status null when none or another was sent
   * @param paidBefore paid to date of the claim's position before, {@link SentAmounts#NONE} without
   *     one
   */
  public static ClaimAmounts of(SentAmounts sent, @Nullable ClaimStatus status, long paidBefore) {
    long paid = Money.checked("paid_to_date", sent.derivedPaidToDate());
    boolean hasBefore = paidBefore != SentAmounts.NONE;
    long movement = paid;
    if (sent.paidThisMonth() != SentAmounts.NONE) {
      movement = sent.paidThisMonth();
    } else if (hasBefore) {
      movement = Money.minus("paid_movement", paid, paidBefore);
    }
    long reserve = orZero(sent.outstanding());
    boolean isSettled = status != null && !status.hasReserve();
    int flags = DqFlag.NONE;
    if (isSettled && reserve != 0) {
      flags |= DqFlag.CLOSED_WITH_RESERVE.bit();
    }
    if (!isSettled && reserve < 0) {
      flags |= DqFlag.OUTSTANDING_NEGATIVE.bit();
    }
    if (hasBefore && paid < paidBefore) {
      flags |= DqFlag.PAID_DECREASED.bit();
    }
    return new ClaimAmounts(
        paid, movement, isSettled ? 0 : reserve, orZero(sent.recoveriesToDate()), flags);
  }

  private static long orZero(long amount) {
    return amount == SentAmounts.NONE ? 0 : amount;
  }

  /** The amounts in sterling at a rate in hundred-millionths, each rounded once. */
  public GbpAmounts inGbp(long rateToGbp) {
    long paid = Money.convert("paid_gbp", paidToDate, rateToGbp);
    long movement = Money.convert("paid_movement_gbp", paidMovement, rateToGbp);
    long reserve = Money.convert("outstanding_gbp", outstanding, rateToGbp);
    long recoveries = Money.convert("recoveries_gbp", recoveriesToDate, rateToGbp);
    long incurred = Money.plus("incurred_gbp", paid, reserve);
    return new GbpAmounts(
        paid,
        movement,
        reserve,
        recoveries,
        incurred,
        Money.minus("net_incurred_gbp", incurred, recoveries));
  }

  /**
   * Sterling amounts in pence: four converted, incurred = paid + outstanding, net of recoveries.
   */
  public record GbpAmounts(
      long paidGbp,
      long paidMovementGbp,
      long outstandingGbp,
      long recoveriesGbp,
      long incurredGbp,
      long netIncurredGbp) {}
}
