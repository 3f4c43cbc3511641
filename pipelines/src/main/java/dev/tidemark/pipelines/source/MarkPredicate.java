// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A condition on a table's mark, its bounds as parameters of the column's own type. */
record MarkPredicate(String sql, List<Mark> marks) implements Serializable {

  /** The rows that belong to the window. */
  static MarkPredicate counted(SourceTable table, MarkWindow window) {
    return between(table, window.low(), window.high());
  }

  /** The rows of a scope. */
  static MarkPredicate read(SourceTable table, ReadScope scope) {
    List<String> parts = new ArrayList<>();
    List<Mark> marks = new ArrayList<>();
    MarkWindow window = scope.window();
    if (window != null) {
      MarkPredicate within = between(table, window.readLow(), window.high());
      parts.add(within.sql());
      marks.addAll(within.marks());
    }
    Mark future = scope.futureAfter();
    if (future != null) {
      parts.add(table.quotedWatermark() + " > " + table.markParameter());
      marks.add(future);
    }
    if (scope.unmarked() == ReadScope.Unmarked.READ) {
      parts.add(table.quotedWatermark() + " IS NULL");
    }
    if (parts.isEmpty()) {
      return new MarkPredicate("1 = 1", List.of());
    }
    String sql =
        parts.size() == 1
            ? parts.get(0)
            : parts.stream().map(part -> "(" + part + ")").collect(Collectors.joining(" OR "));
    return new MarkPredicate(sql, List.copyOf(marks));
  }

  private static MarkPredicate between(SourceTable table, @Nullable Mark low, Mark high) {
    String column = table.quotedWatermark();
    String upper = column + " <= " + table.markParameter();
    return low == null
        ? new MarkPredicate(upper, List.of(high))
        : new MarkPredicate(
            column + " > " + table.markParameter() + " AND " + upper, List.of(low, high));
  }

  static void bind(PreparedStatement statement, List<Mark> marks) throws SQLException {
    for (int i = 0; i < marks.size(); i++) {
      statement.setString(i + 1, marks.get(i).text());
    }
  }
}
