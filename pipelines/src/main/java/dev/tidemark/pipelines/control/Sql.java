// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Statements on one connection. Instants are kept as UTC without a zone, the one spelling that the
 * three databases share and no session setting can shift.
 */
record Sql(Connection connection, int timeoutSeconds) {
  interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  int update(String sql, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(sql, values)) {
      return statement.executeUpdate();
    }
  }

  <T> List<T> list(String sql, Reader<T> reader, @Nullable Object... values) throws SQLException {
    List<T> found = new ArrayList<>();
    try (PreparedStatement statement = prepare(sql, values);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found.add(reader.read(rows));
      }
    }
    return found;
  }

  <T> Optional<T> first(String sql, Reader<T> reader, @Nullable Object... values)
      throws SQLException {
    return list(sql, reader, values).stream().findFirst();
  }

  static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    LocalDateTime time = row.getObject(column, LocalDateTime.class);
    return time == null ? null : time.toInstant(ZoneOffset.UTC);
  }

  /** An instant of a column that is NOT NULL. */
  static Instant knownInstant(ResultSet row, String column) throws SQLException {
    Instant instant = instant(row, column);
    if (instant == null) {
      throw new SQLException("column " + column + " is null");
    }
    return instant;
  }

  private PreparedStatement prepare(String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      statement.setQueryTimeout(timeoutSeconds);
      for (int i = 0; i < values.length; i++) {
        Object value = values[i];
        statement.setObject(
            i + 1,
            value instanceof Instant instant
                ? LocalDateTime.ofInstant(Micros.of(instant), ZoneOffset.UTC)
                : value);
      }
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }
}
