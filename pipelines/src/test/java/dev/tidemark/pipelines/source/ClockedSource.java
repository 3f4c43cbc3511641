// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.testing.MutableClock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A real database whose clock stands where a test puts it. */
public final class ClockedSource {

  /** The databases there are. */
  public enum Kind {
    H2(TestSource.H2),
    POSTGRES(TestSource.POSTGRES);

    private final TestSource source;

    Kind(TestSource source) {
      this.source = source;
    }
  }

  private final TestSource source;
  private final MutableClock clock = MutableClock.at(Instant.EPOCH);

  private ClockedSource(TestSource source) {
    this.source = source;
  }

  public static ClockedSource of(Kind kind) {
    return new ClockedSource(kind.source);
  }

  public DatabaseConfig config() {
    return source.config();
  }

  /** For a configuration that says no more than a URL. */
  public String urlWithUser() {
    return source.url() + (source == TestSource.H2 ? ";USER=" : "?user=") + source.user();
  }

  public SourceDatabase database() {
    return source.database().at(clock);
  }

  public void setClock(Instant at) {
    clock.set(at);
  }

  /** Runs the statements, written for SQL Server, in an empty schema {@code t}. */
  public void fresh(String... statements) throws SQLException {
    String[] spelled = new String[statements.length];
    for (int i = 0; i < statements.length; i++) {
      spelled[i] = source.sql(statements[i]);
    }
    source.fresh(spelled);
  }

  public void run(String... statements) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  public Connection connect() throws SQLException {
    return DriverManager.getConnection(source.url(), source.user(), "");
  }

  /** What a load of that scope reads now, in the contract's columns. */
  public List<List<@Nullable Object>> read(SourceTable table, ReadScope scope) throws SQLException {
    MarkPredicate where = MarkPredicate.read(table, scope);
    List<List<@Nullable Object>> read = new ArrayList<>();
    SourceRowReader reader = new SourceRowReader(table);
    try (Connection connection = connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT "
                    + table.quotedColumns()
                    + " FROM "
                    + table.quotedName()
                    + " WHERE "
                    + where.sql())) {
      MarkPredicate.bind(statement, where.marks());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          read.add(reader.read(rows));
        }
      }
    }
    return read;
  }
}
