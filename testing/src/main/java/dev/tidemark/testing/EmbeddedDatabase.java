// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A fresh embedded database for every JUnit 5 test, in UTC, with tables made and filled from text
 * tables: the source of a pipeline that reads by JDBC.
 *
 * <pre>{@code
 * @RegisterExtension
 * final EmbeddedDatabase source =
 *     EmbeddedDatabase.inMode("MSSQLServer")
 *         .withTable(
 *             "ledger.Entry",
 *             "Id BIGINT PRIMARY KEY, Amount DECIMAL(18,2), ModifiedDate DATETIME2(6)",
 *             """
 *             Id | Amount  | ModifiedDate
 *             1  | 1200.00 | 2026-01-31 10:15:00.123456
 *             2  | null    | 2026-02-01 00:00:00
 *             """);
 *
 * @Test
 * void readsWhatIsNew() {
 *   source.insert("ledger.Entry", "Id | Amount\n3 | 0.50");
 *   PCollection<Row> rows = pipeline.apply(ReadEntries.from(source.url()));
 *   ...
 * }
 * }</pre>
 *
 * <p>The database is H2, in memory, and gone after the test. It exists from the moment that the
 * extension is made, so that other fields may use its URL; its tables are there when the test
 * begins. Keep it in an instance field.
 */
public final class EmbeddedDatabase implements BeforeEachCallback, AfterEachCallback {

  private static final AtomicLong NUMBER = new AtomicLong();

  private record Table(String name, String columns, String rows) {}

  private final String mode;
  private final List<Table> tables;
  private final String url;

  private EmbeddedDatabase(String mode, List<Table> tables) {
    this.mode = mode;
    this.tables = tables;
    url =
        "jdbc:h2:mem:embedded"
            + NUMBER.incrementAndGet()
            + ";MODE="
            + mode
            + ";TIME ZONE=UTC;DB_CLOSE_DELAY=-1";
  }

  /** A database that speaks H2's own SQL. */
  public static EmbeddedDatabase create() {
    return inMode("REGULAR");
  }

  /** A database that speaks like another, by one of H2's modes such as {@code MSSQLServer}. */
  public static EmbeddedDatabase inMode(String mode) {
    return new EmbeddedDatabase(mode, List.of());
  }

  /** The same with an empty table, and its schema if the name has one. */
  public EmbeddedDatabase withTable(String name, String columns) {
    return withTable(name, columns, "");
  }

  /**
   * The same with a table, and its schema if the name has one.
   *
   * @param columns as between the parentheses of CREATE TABLE
   * @param rows a text table, see {@link #insert}
   */
  public EmbeddedDatabase withTable(String name, String columns, String rows) {
    List<Table> more = new ArrayList<>(tables);
    more.add(new Table(name, columns, rows));
    return new EmbeddedDatabase(mode, List.copyOf(more));
  }

  /** Where it is; nobody is asked for a user or a password. */
  public String url() {
    return url;
  }

  /** A connection of its own, to be closed. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  /** Runs statements, one after another. */
  public void execute(String... statements) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /**
   * Inserts the rows of a text table. Its header names columns of the table, the others get what
   * the table says; a cell holds what the database takes for a value of the column's type, {@code
   * null} for NULL, {@code ""} for empty text, and bytes as {@code 0x0aff}.
   *
   * @throws IllegalArgumentException naming the row that cannot be inserted
   */
  public void insert(String table, String rows) throws SQLException {
    try (Connection connection = connect()) {
      TableInsert.into(connection, table, TextTable.parse(rows));
    }
  }

  /** Makes the tables. */
  @Override
  public void beforeEach(ExtensionContext context) throws SQLException {
    for (Table table : tables) {
      int dot = table.name().indexOf('.');
      if (dot >= 0) {
        execute("CREATE SCHEMA IF NOT EXISTS " + table.name().substring(0, dot));
      }
      execute("CREATE TABLE " + table.name() + " (" + table.columns() + ")");
      if (!table.rows().isBlank()) {
        insert(table.name(), table.rows());
      }
    }
  }

  /** Forgets the database, whoever is still connected. */
  @Override
  public void afterEach(ExtensionContext context) throws SQLException {
    execute("SHUTDOWN");
  }
}
