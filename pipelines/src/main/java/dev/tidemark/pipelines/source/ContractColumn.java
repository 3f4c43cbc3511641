// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;

/**
 * One column that a source table must have.
 *
 * @param sourceName the name as the contract writes it, e.g. {@code PremiumTransactionId}
 * @param type its type
 * @param nullable whether the contract allows NULL; a NULL where it does not is landed all the
 *     same, and judged later
 * @param personal whether it holds personal data, which never leaves landing
 */
public record ContractColumn(String sourceName, SqlType type, boolean nullable, boolean personal)
    implements Serializable {

  /** The landed name, e.g. {@code premium_transaction_id}. */
  public String name() {
    return ColumnNames.snakeCase(sourceName);
  }
}
