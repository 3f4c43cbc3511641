// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.util.Locale;

/**
 * The spellings of one column: PremiumTransactionId, PREMIUMTRANSACTIONID and
 * premium_transaction_id are one.
 */
final class ColumnNames {
  private ColumnNames() {}

  /** {@code PremiumTransactionId} → {@code premium_transaction_id}, {@code UMR} → {@code umr}. */
  static String snakeCase(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
        .replaceAll("([A-Z])([A-Z][a-z])", "$1_$2")
        .toLowerCase(Locale.ROOT);
  }

  /** Case and underscores ignored: what two spellings of one name have in common. */
  static String normalised(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }
}
