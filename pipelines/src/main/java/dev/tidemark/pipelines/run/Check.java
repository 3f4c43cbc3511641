// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/**
 * One identity of the reconciliation.
 *
 * @param name what is compared, as a sentence
 * @param left the figure on the left
 * @param right the figure on the right
 * @param holds whether it is as it should be
 */
public record Check(String name, String left, String right, boolean holds) {

  @Override
  public String toString() {
    return name + ": " + left + (holds ? " = " : " <> ") + right;
  }
}
