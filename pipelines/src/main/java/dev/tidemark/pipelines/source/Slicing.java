// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what a load reads into slices of about equal numbers of rows, by a key that is one whole
 * number, else by the mark.
 *
 * <p>The source is asked once for the values that stand at the ends of equal parts of its sorted
 * rows ({@code NTILE}). So gaps, skew and the ends of a type's range do not matter, no bound is
 * ever computed, and rows of one value stay together, however many they are. Slices by key are open
 * at both ends, and the first takes rows without a key, for the reader to refuse. Rows from the
 * future and rows without a mark are slices of their own.
 */
final class Slicing {
  /** Fewer rows are read faster than a further statement and file are worth. */
  static final long MIN_ROWS = 100_000;

  /**
   * Enough to even the lanes out; few enough for a source that has to scan the table for each of
   * them.
   */
  static final int PER_LANE = 4;

  private final SourceTable table;
  private final ReadScope scope;
  private final long rows;
  private final int parts;
  private final List<Slice> slices = new ArrayList<>();

  private Slicing(SourceTable table, ReadScope scope, long rows, int parts) {
    this.table = table;
    this.scope = scope;
    this.rows = rows;
    this.parts = parts;
  }

  /**
   * A cut for so many lanes.
   *
   * @param rows rows of the scope's window, or of the whole table
   */
  static Slicing of(SourceTable table, ReadScope scope, long rows, int lanes) {
    return new Slicing(table, scope, rows, parts(rows, lanes));
  }

  /** A cut into at most so many parts, however few the rows are. */
  static Slicing into(int parts, SourceTable table, ReadScope scope) {
    return new Slicing(table, scope, 0, parts);
  }

  static int parts(long rows, int lanes) {
    return (int) Math.max(1, Math.min(rows / MIN_ROWS, (long) PER_LANE * lanes));
  }

  /** Runs a statement whose parameters are marks. */
  interface Statements {
    PreparedStatement prepare(String sql, List<Mark> marks) throws SQLException;
  }

  List<Slice> cut(Statements source) throws SQLException {
    MarkWindow window = scope.window();
    if (window != null || scope.isWhole()) {
      cutWindow(source, window);
    }
    Mark future = scope.futureAfter();
    if (future != null) {
      if (window != null && future.compareTo(window.high()) < 0) {
        throw new IllegalArgumentException(
            table + ": rows after " + future + " lie in the window up to " + window.high());
      }
      add(ReadScope.future(future), 0);
    }
    if (scope.unmarked() == ReadScope.Unmarked.READ) {
      add(ReadScope.unmarkedRows(), 0);
    }
    return List.copyOf(slices);
  }

  private void cutWindow(Statements source, @Nullable MarkWindow window) throws SQLException {
    SourceColumn key = numericKey();
    ReadScope whole = window == null ? ReadScope.whole() : ReadScope.of(window);
    if (parts > 1 && key != null) {
      byKey(source, whole, key);
    } else if (parts > 1 && window != null) {
      byMark(source, window);
    } else {
      add(whole, rows);
    }
  }

  private void add(ReadScope part, long rowsOfPart) {
    add(Slice.whole(table, part), null, rowsOfPart);
  }

  private void add(Slice whole, @Nullable String condition, long rowsOfPart) {
    String where = whole.where();
    if (where == null) {
      where = condition;
    } else if (condition != null) {
      where += " AND " + condition;
    }
    slices.add(new Slice(slices.size(), where, whole.marks(), rowsOfPart));
  }

  /** The key, if it is one column of whole numbers. */
  private @Nullable SourceColumn numericKey() {
    List<String> key = table.contract().key();
    for (SourceColumn column : table.columns()) {
      if (key.equals(List.of(column.contract().name()))) {
        return switch (column.found()) {
          case SMALL_INTEGER, INTEGER, BIG_INTEGER, DECIMAL -> column;
          default -> null;
        };
      }
    }
    return null;
  }

  private void byKey(Statements source, ReadScope window, SourceColumn key) throws SQLException {
    Dialect dialect = table.dialect();
    Slice whole = Slice.whole(table, window);
    List<Part<BigDecimal>> ends =
        parts(source, whole, key, row -> Optional.ofNullable(row.getBigDecimal(1)));
    String low = null;
    for (int i = 0; i < ends.size(); i++) {
      boolean isLast = i == ends.size() - 1;
      String high = isLast ? null : dialect.literal(ends.get(i).end(), key);
      add(whole, between(dialect.quote(key.sourceName()), low, high), ends.get(i).rows());
      low = high;
    }
    if (ends.isEmpty()) {
      add(window, 0);
    }
  }

  private static @Nullable String between(String key, @Nullable String low, @Nullable String high) {
    if (low == null) {
      return high == null ? null : "(" + key + " <= " + high + " OR " + key + " IS NULL)";
    }
    return key + " > " + low + (high == null ? "" : " AND " + key + " <= " + high);
  }

  private void byMark(Statements source, MarkWindow window) throws SQLException {
    List<Part<Mark>> ends =
        parts(
            source,
            Slice.whole(table, ReadScope.of(window)),
            table.watermark(),
            row -> MarkValues.read(table, row));
    Mark low = window.readLow();
    for (int i = 0; i < ends.size(); i++) {
      boolean isLast = i == ends.size() - 1;
      Mark high = isLast ? window.high() : ends.get(i).end();
      add(ReadScope.of(MarkWindow.exact(low, high)), ends.get(i).rows());
      low = high;
    }
    if (ends.isEmpty()) {
      add(ReadScope.of(window), 0);
    }
  }

  /** Rows up to and with a value, and above the part before. */
  private record Part<T>(T end, long rows) {}

  private interface FirstColumn<T> {
    Optional<T> read(ResultSet row) throws SQLException;
  }

  /** Parts in order, no two with one end. */
  private <T> List<Part<T>> parts(
      Statements source, Slice whole, SourceColumn by, FirstColumn<T> value) throws SQLException {
    Dialect dialect = table.dialect();
    String column = dialect.quote(by.sourceName());
    String sql =
        "SELECT "
            + dialect.aggregated("MAX", "v", by)
            + ", COUNT(*) FROM (SELECT "
            + column
            + " AS v, NTILE("
            + parts
            + ") OVER (ORDER BY "
            + column
            + ") AS part FROM "
            + table.quotedName()
            + (whole.where() == null ? "" : " WHERE " + whole.where())
            + ") parts GROUP BY part ORDER BY part";
    List<Part<T>> found = new ArrayList<>();
    try (PreparedStatement statement = source.prepare(sql, whole.marks());
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        Optional<T> end = value.read(row);
        long rowsOfPart = row.getLong(2);
        int last = found.size() - 1;
        if (end.isPresent() && last >= 0 && found.get(last).end().equals(end.get())) {
          found.set(last, new Part<>(end.get(), found.get(last).rows() + rowsOfPart));
        } else if (end.isPresent()) {
          found.add(new Part<>(end.get(), rowsOfPart));
        }
      }
    }
    return found;
  }
}
