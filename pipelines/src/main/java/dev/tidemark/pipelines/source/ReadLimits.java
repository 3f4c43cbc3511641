// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What a statement may take from the source. */
final class ReadLimits {
  private ReadLimits() {}

  static void apply(DatabaseConfig database, PreparedStatement statement) throws SQLException {
    statement.setFetchSize(database.fetchSize());
    // Zero would mean no limit at all.
    statement.setQueryTimeout(
        (int) Math.max(1, Math.min(Integer.MAX_VALUE, database.statementTimeout().toSeconds())));
  }
}
