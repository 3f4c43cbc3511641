// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The condition {@code mark > low AND mark <= high}, its bounds as parameters of the column's own
 * type. Rows without a mark do not meet it.
 */
record MarkPredicate(String sql, List<Mark> marks) implements Serializable {

  /** The rows that belong to the window. */
  static MarkPredicate counted(SourceTable table, MarkWindow window) {
    return between(table, window.low(), window.high());
  }

  /** The rows that are read for the window: the overlap too. */
  static MarkPredicate read(SourceTable table, MarkWindow window) {
    return between(table, window.readLow(), window.high());
  }

  private static MarkPredicate between(SourceTable table, @Nullable Mark low, Mark high) {
    String column = table.quotedWatermark();
    String upper = column + " <= " + table.dialect().markParameter(high.type());
    return low == null
        ? new MarkPredicate(upper, List.of(high))
        : new MarkPredicate(
            column + " > " + table.dialect().markParameter(low.type()) + " AND " + upper,
            List.of(low, high));
  }

  static void bind(PreparedStatement statement, List<Mark> marks) throws SQLException {
    for (int i = 0; i < marks.size(); i++) {
      statement.setString(i + 1, marks.get(i).text());
    }
  }
}
