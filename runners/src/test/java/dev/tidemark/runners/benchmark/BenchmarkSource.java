// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A PostgreSQL server with the source tables: every value is a function of its row's number. A
 * night's rows come on top, and are taken back after it.
 */
final class BenchmarkSource implements AutoCloseable {

  /** Silver premium as the source has it, in one row. */
  static final String SILVER =
      """
      SELECT count(*), sum(gross_premium), sum(premium_transaction_id) FROM bdx.premium_transaction
      """;

  /** The facts of premium as the source has them, in one row. */
  static final String FACTS =
      """
      SELECT count(*), sum(abs(gross_premium)), sum(versions), sum(premium_transaction_id)
      FROM (
        SELECT *,
          count(*) OVER (PARTITION BY umr, section_no, certificate_ref, transaction_seq) AS versions,
          row_number() OVER (
            PARTITION BY umr, section_no, certificate_ref, transaction_seq
            ORDER BY submitted_at DESC, bdx_version DESC, modified_date DESC,
              premium_transaction_id DESC) AS n
        FROM bdx.premium_transaction) ranked
      WHERE n = 1
      """;

  private static final String INSERT =
      """
      INSERT INTO bdx.premium_transaction SELECT * FROM %s(%d, %d, %d, %d, %d)
      """;

  private final EmbeddedPostgres postgres;
  private final Scale scale;

  /** What was asked before, by how many rows had been added then. */
  private final Map<String, List<String>> answers = new HashMap<>();

  private long added;

  private BenchmarkSource(EmbeddedPostgres postgres, Scale scale) {
    this.postgres = postgres;
    this.scale = scale;
  }

  /** Makes the server's files in an empty folder. */
  static void fill(Path folder, Scale scale) throws SQLException, IOException {
    try (BenchmarkSource source = new BenchmarkSource(server(folder), scale)) {
      source.execute(resource("/dev/tidemark/runners/real-data-tables.sql"));
      source.execute(resource("source.sql"));
      source.execute(
          "SELECT add_reference(%d, %d)".formatted(scale.coverholders(), agreements(scale)));
      source.insert(1, scale.rows());
      source.execute("VACUUM ANALYZE bdx.premium_transaction");
    }
  }

  /** Starts a server on files that are complete. */
  static BenchmarkSource start(Path folder, Scale scale) throws SQLException, IOException {
    BenchmarkSource source = new BenchmarkSource(server(folder), scale);
    source.takeBack();
    return source;
  }

  private static EmbeddedPostgres server(Path folder) throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(folder.resolve("server"))
        .setCleanDataDirectory(false)
        // what is lost in a crash is made again
        .setServerConfig("fsync", "off")
        .setServerConfig("synchronous_commit", "off")
        .setServerConfig("max_wal_size", "4GB")
        .setServerConfig("shared_buffers", "256MB")
        .start();
  }

  Scale scale() {
    return scale;
  }

  String url() {
    return "jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres";
  }

  /** Writes a configuration with this source, for a lake. */
  Path configure(Path file, Path lake) throws IOException {
    return Files.writeString(
        file,
        """
        source:
          url: %s
          user: postgres
        lake:
          root: "%s"
        """
            .formatted(url(), lake));
  }

  /** The rows of a night. */
  void add(long rows) throws SQLException {
    added = rows;
    if (rows > 0) {
      insert(scale.rows() + 1, scale.rows() + rows);
      execute("ANALYZE bdx.premium_transaction");
    }
  }

  /** Leaves the rows of the first load. */
  void takeBack() throws SQLException {
    added = 0;
    if (execute(
            "DELETE FROM bdx.premium_transaction WHERE premium_transaction_id > " + scale.rows())
        > 0) {
      execute("VACUUM ANALYZE bdx.premium_transaction");
    }
  }

  private void insert(long first, long last) throws SQLException {
    execute(
        String.format(
            Locale.ROOT,
            INSERT,
            scale.largeSections() == 1 ? "premium_of_one_section" : "premium",
            first,
            last,
            scale.rows(),
            scale.coverholders(),
            agreements(scale)));
  }

  /** The agreements of the first coverholder, of four sections each. */
  private static int agreements(Scale scale) {
    return Math.max(1, scale.largeSections() / 4);
  }

  /** The first row of a query over the rows that are there now, as texts. */
  List<String> row(String sql) throws SQLException {
    List<String> known = answers.get(added + sql);
    if (known == null) {
      known = ask(sql);
      answers.put(added + sql, known);
    }
    return known;
  }

  private List<String> ask(String sql) throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      List<String> row = new ArrayList<>();
      for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
        row.add(String.valueOf(result.getString(column)));
      }
      return row;
    }
  }

  /** Runs statements and gives how many rows the first of them changed. */
  private int execute(String sql) throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return statement.getUpdateCount();
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = BenchmarkSource.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the resource " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() throws IOException {
    postgres.close();
  }
}
