// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * What one account wrote and what it cost: premium and claims added up, and the ratio of the two.
 *
 * <pre>{@code
 * LossRatio account = new LossRatio();
 * account.addPremium(new BigDecimal("4200.00"));
 * account.addClaims(1, new BigDecimal("1000.00"), new BigDecimal("450.00"), new BigDecimal("1450.00"));
 * account.against(new BigDecimal("0.300000")).incurredLossRatio(); // 0.345238
 * }</pre>
 *
 * <p>Each figure is the sum of what was added, DECIMAL(38,2). An account that premium was never
 * added to has no premium, which is another thing than 0.00; one without claims has 0.00 of them.
 */
public final class LossRatio {
  private static final int SCALE = 6;
  private static final int PRECISION = 18;

  private final WideTotal gwp = new WideTotal("gwp_gbp", 2);
  private final WideTotal paid = new WideTotal("paid_gbp", 2);
  private final WideTotal outstanding = new WideTotal("outstanding_gbp", 2);
  private final WideTotal incurred = new WideTotal("incurred_gbp", 2);
  private boolean hasPremium;
  private long claims;

  /** An account that nothing is known of. */
  public LossRatio() {}

  /**
   * The figures of an account.
   *
   * @param gwpGbp null without premium
   * @param incurredLossRatio null where there is no premium above 0
   * @param plannedLossRatio null without a plan
   * @param variance incurred less planned, null if either is
   */
  public record Experience(
      @Nullable BigDecimal gwpGbp,
      BigDecimal paidGbp,
      BigDecimal outstandingGbp,
      BigDecimal incurredGbp,
      long claimCount,
      @Nullable BigDecimal incurredLossRatio,
      @Nullable BigDecimal plannedLossRatio,
      @Nullable BigDecimal variance) {}

  /** Adds premium in sterling. */
  public void addPremium(BigDecimal gwpGbp) {
    hasPremium = true;
    gwp.add(gwpGbp);
  }

  /** Adds claims, what their latest positions say in sterling. */
  public void addClaims(
      long count, BigDecimal paidGbp, BigDecimal outstandingGbp, BigDecimal incurredGbp) {
    claims = Math.addExact(claims, count);
    paid.add(paidGbp);
    outstanding.add(outstandingGbp);
    incurred.add(incurredGbp);
  }

  /** The figures, beside a planned ratio. */
  public Experience against(@Nullable BigDecimal planned) {
    BigDecimal written = hasPremium ? gwp.value() : null;
    BigDecimal ratio = ratio(written, incurred.value());
    BigDecimal plan = planned == null ? null : planned.setScale(SCALE);
    return new Experience(
        written,
        paid.value(),
        outstanding.value(),
        incurred.value(),
        claims,
        ratio,
        plan,
        ratio == null || plan == null ? null : checked("variance", ratio.subtract(plan)));
  }

  /** incurred ÷ premium, rounded HALF_UP once; null where there is no premium above 0. */
  static @Nullable BigDecimal ratio(@Nullable BigDecimal gwpGbp, BigDecimal incurredGbp) {
    return gwpGbp == null || gwpGbp.signum() <= 0
        ? null
        : checked("incurred_loss_ratio", incurredGbp.divide(gwpGbp, SCALE, RoundingMode.HALF_UP));
  }

  private static BigDecimal checked(String column, BigDecimal ratio) {
    if (ratio.precision() > PRECISION) {
      throw new ArithmeticException(
          column + ": " + ratio.toPlainString() + " does not fit DECIMAL(18,6)");
    }
    return ratio;
  }
}
