// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

/**
 * A derived amount does not fit its column. It is never cut, wrapped or left null: the run ends,
 * and the message names whose amount it is, the column and the value.
 */
public final class UnfitAmountException extends ArithmeticException {

  private static final long serialVersionUID = 1L;

  /**
   * @param of the row that the amount was derived for, as its readers know it
   * @param unfit names column and value
   */
  public UnfitAmountException(String of, ArithmeticException unfit) {
    super(
        of
            + ": "
            + unfit.getMessage()
            + "; correct the amounts, percentages and rates that it is made of at the source");
    initCause(unfit);
  }
}
