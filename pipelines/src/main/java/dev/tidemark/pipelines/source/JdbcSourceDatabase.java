// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A {@link SourceDatabase} over JDBC. Its connections come from the process's pool of that source.
 */
public final class JdbcSourceDatabase implements SourceDatabase {
  private final DatabaseConfig database;
  private final Dialect dialect;

  private JdbcSourceDatabase(DatabaseConfig database) {
    this.database = database;
    this.dialect = Dialect.of(database.url());
  }

  /** Connects when first asked, not before. */
  public static JdbcSourceDatabase of(DatabaseConfig database) {
    return new JdbcSourceDatabase(database);
  }

  @Override
  public SourceTable check(TableContract contract, TableRef ref) {
    return ask(
        "checking " + ref,
        c -> new TableCheck(c, dialect, contract, ref, database.displayUrl()).run());
  }

  @Override
  public Instant clock() {
    return ask("reading the clock", this::clock);
  }

  private Instant clock(Connection connection) throws SQLException {
    return one(
        connection,
        dialect.clockQuery(),
        List.of(),
        row -> {
          OffsetDateTime now = dialect.zoned(row, 1);
          if (now == null) {
            throw new SQLException("the source's clock says nothing");
          }
          return now.toInstant().truncatedTo(ChronoUnit.MICROS);
        });
  }

  @Override
  public Capture capture(SourceTable table, @Nullable Mark last, Duration upperBoundLag) {
    return ask("capturing the mark of " + table, c -> capture(c, table, last, upperBoundLag));
  }

  private Capture capture(
      Connection connection, SourceTable table, @Nullable Mark last, Duration upperBoundLag)
      throws SQLException {
    Mark.Type type = MarkValues.type(table, table.watermark());
    if (last != null && last.type() != type) {
      throw new ContractViolation(
          table
              + ": the stored mark is "
              + last
              + " but the watermark column is a "
              + type
              + " now; reset the mark");
    }
    Instant clock = clock(connection);
    Mark bound = MarkValues.latestAt(clock.minus(upperBoundLag), type, table.ref().zone());
    Mark high = highMark(connection, table, bound).orElse(null);
    long rows = high == null ? 0 : count(connection, table, MarkWindow.exact(last, high));
    long future =
        bound == null
            ? 0
            : count(
                connection,
                table,
                table.quotedWatermark() + " > " + table.markParameter(),
                List.of(bound));
    long nulls = count(connection, table, table.quotedWatermark() + " IS NULL", List.of());
    return new Capture(last, high, clock, rows, future, nulls, table.ref().zone());
  }

  private Optional<Mark> highMark(
      Connection connection, SourceTable table, @Nullable Mark bound) throws SQLException {
    String sql =
        "SELECT "
            + dialect.aggregated("MAX", table.quotedWatermark(), table.watermark())
            + " FROM "
            + table.quotedName();
    String settled = dialect.settled(table.watermark());
    if (bound != null) {
      sql += " WHERE " + table.quotedWatermark() + " <= " + table.markParameter();
    } else if (settled != null) {
      sql += " WHERE " + settled;
    }
    return one(
        connection,
        sql,
        bound == null ? List.of() : List.of(bound),
        row -> MarkValues.read(table, row));
  }

  @Override
  public long count(SourceTable table, MarkWindow window) {
    return ask("counting " + table, c -> count(c, table, window));
  }

  private long count(Connection connection, SourceTable table, MarkWindow window)
      throws SQLException {
    MarkPredicate within = MarkPredicate.counted(table, window);
    return count(connection, table, within.sql(), within.marks());
  }

  private long count(Connection connection, SourceTable table, String where, List<Mark> marks)
      throws SQLException {
    return one(
        connection,
        "SELECT COUNT(*) FROM " + table.quotedName() + " WHERE " + where,
        marks,
        row -> row.getLong(1));
  }

  @Override
  public List<Slice> slices(SourceTable table, ReadScope scope, long rows) {
    return ask(
        "cutting " + table + " into slices",
        connection ->
            Slicing.of(table, scope, rows, database.maxConnections())
                .cut((sql, marks) -> prepare(connection, sql, marks)));
  }

  @Override
  public Optional<String> missingIndex(SourceTable table) {
    return ask("looking for an index of " + table, c -> missingIndex(c, table));
  }

  private Optional<String> missingIndex(Connection connection, SourceTable table)
      throws SQLException {
    String query = dialect.indexedColumnsQuery();
    if (query == null) {
      return Optional.empty();
    }
    String mark = table.watermark().sourceName();
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      ReadLimits.apply(database, statement);
      table.bindName(statement);
      try (ResultSet indexed = statement.executeQuery()) {
        while (indexed.next()) {
          if (indexed.getString(1).equals(mark)) {
            return Optional.empty();
          }
        }
      }
    }
    return Optional.of(
        dialect.createIndex(
            table.quotedName(), "ix_" + table.contract().name() + "_mark", mark));
  }

  @Override
  public TableContent content(SourceTable table) {
    return ask("reading " + table, c -> content(c, table));
  }

  private TableContent content(Connection connection, SourceTable table) throws SQLException {
    ContentDigest digest = new ContentDigest(table);
    SourceRowReader reader = new SourceRowReader(table);
    try (PreparedStatement statement =
            prepare(
                connection,
                "SELECT " + table.quotedColumns() + " FROM " + table.quotedName(),
                List.of());
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        digest.add(reader.read(rows));
      }
    }
    return digest.finish();
  }

  private PreparedStatement prepare(Connection connection, String sql, List<Mark> marks)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      ReadLimits.apply(database, statement);
      MarkPredicate.bind(statement, marks);
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  private <T> T one(
      Connection connection, String sql, List<Mark> marks, Question<ResultSet, T> column)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, marks);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return column.ask(row);
    }
  }

  private interface Question<A, T> {
    T ask(A of) throws SQLException;
  }

  private <T> T ask(String what, Question<Connection, T> question) {
    try {
      return Retry.STANDARD.<T, SQLException>run(what, () -> ask(question));
    } catch (SQLException e) {
      throw DatabaseErrors.translate(database, what, e);
    }
  }

  private <T> T ask(Question<Connection, T> question) throws SQLException {
    try (Connection connection = SourcePools.connect(database)) {
      T answer = question.ask(connection);
      connection.rollback();
      return answer;
    }
  }
}
