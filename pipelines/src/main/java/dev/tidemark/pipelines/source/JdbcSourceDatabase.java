// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A {@link SourceDatabase} over JDBC. Its connections come from the process's pool of that source.
 */
public final class JdbcSourceDatabase implements SourceDatabase {
  /** Each is a condition of its own; a statement takes some thousand parameters. */
  private static final int KEYS_AT_ONCE = 200;

  private final DatabaseConfig database;
  private final Dialect dialect;
  private final @Nullable InstantSource otherClock;
  private final Retry retry;

  private JdbcSourceDatabase(
      DatabaseConfig database, @Nullable InstantSource otherClock, Retry retry) {
    this.database = database;
    this.dialect = Dialect.of(database.url());
    this.otherClock = otherClock;
    this.retry = retry;
  }

  /** Connects when first asked, not before. */
  public static JdbcSourceDatabase of(DatabaseConfig database) {
    return new JdbcSourceDatabase(database, null, Retry.STANDARD);
  }

  /** The same source under another clock than its own. */
  JdbcSourceDatabase at(InstantSource clock) {
    return new JdbcSourceDatabase(database, clock, retry);
  }

  JdbcSourceDatabase withRetry(Retry other) {
    return new JdbcSourceDatabase(database, otherClock, other);
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
    if (otherClock != null) {
      return otherClock.instant();
    }
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
    long rows =
        high == null
            ? 0
            : count(connection, table, MarkPredicate.counted(table, MarkWindow.exact(last, high)));
    Mark now = MarkValues.latestAt(clock, type, table.ref().zone());
    long future =
        now == null
            ? 0
            : count(connection, table, MarkPredicate.read(table, ReadScope.future(now)));
    long nulls = count(connection, table, MarkPredicate.read(table, ReadScope.unmarkedRows()));
    return new Capture(last, high, clock, now, rows, future, nulls, table.ref().zone());
  }

  private Optional<Mark> highMark(Connection connection, SourceTable table, @Nullable Mark bound)
      throws SQLException {
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
    return ask("counting " + table, c -> count(c, table, MarkPredicate.counted(table, window)));
  }

  @Override
  public long count(SourceTable table, ReadScope scope) {
    return ask("counting " + table, c -> count(c, table, MarkPredicate.read(table, scope)));
  }

  private long count(Connection connection, SourceTable table, MarkPredicate where)
      throws SQLException {
    return one(
        connection,
        "SELECT COUNT(*) FROM " + table.quotedName() + " WHERE " + where.sql(),
        where.marks(),
        row -> row.getLong(1));
  }

  @Override
  public Probe probe(SourceTable table, MarkWindow window) {
    return ask("probing " + table, c -> probe(c, table, ReadScope.of(window)));
  }

  private Probe probe(Connection connection, SourceTable table, ReadScope scope)
      throws SQLException {
    MarkPredicate where = MarkPredicate.read(table, scope);
    return one(
        connection,
        "SELECT COUNT(*), "
            + dialect.keySum(table.quotedKey(), table.quotedWatermark())
            + " FROM "
            + table.quotedName()
            + " WHERE "
            + where.sql(),
        where.marks(),
        row -> new Probe(row.getLong(1), row.getString(2)));
  }

  @Override
  public FutureRows futureRows(SourceTable table, Mark after) {
    return ask("listing the future rows of " + table, c -> futureRows(c, table, after));
  }

  private FutureRows futureRows(Connection connection, SourceTable table, Mark after)
      throws SQLException {
    ReadScope future = ReadScope.future(after);
    MarkPredicate where = MarkPredicate.read(table, future);
    KeyValues keys = KeyValues.of(table);
    List<List<String>> images = new ArrayList<>();
    try (PreparedStatement statement =
            prepare(
                connection,
                dialect.firstRows(
                    FutureRows.MOST + 1,
                    dialect.selected(table.quotedWatermark(), table.watermark().type())
                        + ", "
                        + String.join(", ", table.quotedKey()),
                    table.quotedName() + " WHERE " + where.sql()),
                where.marks());
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        List<String> image = new ArrayList<>(keys.read(rows, 2));
        image.add(MarkValues.read(table, rows).orElseThrow().text());
        images.add(image);
      }
    }
    return images.size() > FutureRows.MOST
        ? FutureRows.summed(probe(connection, table, future))
        : FutureRows.listed(images);
  }

  @Override
  public Optional<Mark> earliest(SourceTable table, List<List<String>> keys, Mark upTo) {
    return ask("looking for corrected rows of " + table, c -> earliest(c, table, keys, upTo));
  }

  private Optional<Mark> earliest(
      Connection connection, SourceTable table, List<List<String>> keys, Mark upTo)
      throws SQLException {
    KeyValues values = KeyValues.of(table);
    MarkPredicate where = MarkPredicate.counted(table, MarkWindow.exact(null, upTo));
    String select =
        "SELECT "
            + dialect.aggregated("MIN", table.quotedWatermark(), table.watermark())
            + " FROM "
            + table.quotedName()
            + " WHERE "
            + where.sql();
    if (!values.canBeBound()) {
      return one(connection, select, where.marks(), row -> MarkValues.read(table, row));
    }
    Optional<Mark> earliest = Optional.empty();
    for (int from = 0; from < keys.size(); from += KEYS_AT_ONCE) {
      List<List<String>> some = keys.subList(from, Math.min(keys.size(), from + KEYS_AT_ONCE));
      try (PreparedStatement statement =
          prepare(connection, select + " AND (" + values.predicate(some.size()) + ")", List.of())) {
        MarkPredicate.bind(statement, where.marks());
        values.bind(statement, some, where.marks().size() + 1);
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          Optional<Mark> found = MarkValues.read(table, row);
          if (found.isPresent()
              && earliest.map(mark -> found.get().compareTo(mark) < 0).orElse(true)) {
            earliest = found;
          }
        }
      }
    }
    return earliest;
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
    return ask(
        "looking for an index of " + table, c -> new IndexCheck(c, table).missingOnWatermark());
  }

  @Override
  public KeyState key(SourceTable table) {
    return ask(
        "looking at the key of " + table,
        c -> new KeyState(new IndexCheck(c, table).keepsKeyUnique(), rowsWithoutKey(c, table)));
  }

  private long rowsWithoutKey(Connection connection, SourceTable table) throws SQLException {
    List<String> nullable = nullableKeyColumns(connection, table);
    return nullable.isEmpty()
        ? 0
        : count(
            connection,
            table,
            new MarkPredicate(String.join(" IS NULL OR ", nullable) + " IS NULL", List.of()));
  }

  private List<String> nullableKeyColumns(Connection connection, SourceTable table)
      throws SQLException {
    List<String> nullable = new ArrayList<>();
    try (PreparedStatement statement =
            prepare(
                connection,
                "SELECT " + table.quotedColumns() + " FROM " + table.quotedName() + " WHERE 1 = 0",
                List.of());
        ResultSet none = statement.executeQuery()) {
      for (int i = 0; i < table.columns().size(); i++) {
        SourceColumn column = table.columns().get(i);
        if (table.contract().key().contains(column.contract().name())
            && none.getMetaData().isNullable(i + 1) != ResultSetMetaData.columnNoNulls) {
          nullable.add(dialect.quote(column.sourceName()));
        }
      }
    }
    return nullable;
  }

  @Override
  public String describe() {
    return ask(
        "connecting",
        c -> {
          DatabaseMetaData about = c.getMetaData();
          return about.getDatabaseProductName()
              + " "
              + about.getDatabaseProductVersion()
              + " as "
              + about.getUserName();
        });
  }

  @Override
  public TableContent content(SourceTable table, ReadScope scope) {
    return ask("reading " + table, c -> content(c, table, scope));
  }

  private TableContent content(Connection connection, SourceTable table, ReadScope scope)
      throws SQLException {
    ContentDigest digest = new ContentDigest(table);
    SourceRowReader reader = new SourceRowReader(table);
    MarkPredicate where = MarkPredicate.read(table, scope);
    try (PreparedStatement statement =
            prepare(
                connection,
                "SELECT "
                    + table.quotedColumns()
                    + " FROM "
                    + table.quotedName()
                    + " WHERE "
                    + where.sql(),
                where.marks());
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
      return retry.<T, SQLException>run(what, () -> ask(question));
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
