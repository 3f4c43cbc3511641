// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

/**
 * A source table, or a value in it, that is not what the table's contract promises. The message is
 * one sentence that names the table, the column, what was found and the remedy; personal data is
 * masked.
 */
public final class ContractViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ContractViolation(String message) {
    super(message);
  }
}
