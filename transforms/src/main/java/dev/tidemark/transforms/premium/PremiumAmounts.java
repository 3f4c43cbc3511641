// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

/**
 * The derived amounts of one premium row, in pence of its original currency.
 *
 * <p>Premium, tax and fee take the sign that the transaction type gives them; commission =
 * round(gross × percentage / 100, 2), once per row; net = gross − commission. Tax and fee stand
 * outside net. A row that footed before rounding foots after it.
 *
 * <p>Example: RETURN_PREMIUM of 201.00 at 12.5 % gives gross −201.00, commission −25.13, net
 * −175.87.
 */
public record PremiumAmounts(
    long grossPremiumSigned,
    long commissionAmount,
    long netPremium,
    long taxAmount,
    long feeAmount) {

  /**
   * The amounts of a row.
   *
   * @param sign what the transaction type does to signs
   * @param gross premium as sent, in pence
   * @param commissionPct in ten-thousandths of a percent, 0 where none was sent
   * @param tax as sent, in pence, 0 where none was sent
   * @param fee as sent, in pence, 0 where none was sent
   */
  public static PremiumAmounts of(
      SignRule sign, long gross, long commissionPct, long tax, long fee) {
    long signed = sign.signed(gross);
    long commission = Money.percentOf("commission_amount", signed, commissionPct);
    long net = Money.minus("net_premium", signed, commission);
    return new PremiumAmounts(signed, commission, net, sign.signed(tax), sign.signed(fee));
  }

  /** The amounts in sterling at a rate in hundred-millionths. */
  public GbpAmounts inGbp(long rateToGbp) {
    long gross = Money.convert("gross_premium_gbp", grossPremiumSigned, rateToGbp);
    long commission = Money.convert("commission_gbp", commissionAmount, rateToGbp);
    return new GbpAmounts(gross, commission, Money.minus("net_premium_gbp", gross, commission));
  }

  /** Sterling amounts in pence: premium and commission converted, net by subtraction. */
  public record GbpAmounts(long grossPremiumGbp, long commissionGbp, long netPremiumGbp) {}
}
