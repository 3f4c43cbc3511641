// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.postgresql.PGConnection;

/**
 * Puts the French motor bordereaux that lie beside the checkout into a PostgreSQL database with the
 * source tables. Their licence is not the project's, so they are never part of it: the folder is
 * {@code -Dtidemark.realData}, else {@code shared/data/real} beside the checkout, and a test
 * without it is skipped.
 *
 * <p>How the files map: a column goes into the column of its name, a column that the table lacks
 * (expiry_date, broker_code, coverholder_id of claims) is dropped, one that the file lacks is null,
 * is_deleted is false. There is one contract section for each (umr, section_no) of premium and
 * claims; {@code real-data-sections.sql} derives it. The planning tables stay empty.
 */
final class RealDataLoader {

  static final String FOLDER_PROPERTY = "tidemark.realData";

  private static final Path BESIDE_THE_CHECKOUT = Path.of("shared", "data", "real");

  private RealDataLoader() {}

  /**
   * The folder with the data; without it the calling test is skipped. To be called for each test,
   * else the reason is lost.
   */
  static Path folderOrSkip() {
    Optional<Path> folder = folder();
    Assumptions.assumeTrue(
        folder.isPresent(),
        "The real bordereaux are not here: put them into shared/data/real beside the checkout or name their folder with -D"
            + FOLDER_PROPERTY
            + "=FOLDER.");
    return folder.orElseThrow();
  }

  /** The folder with the data, if it is there. */
  static Optional<Path> folder() {
    String named = System.getProperty(FOLDER_PROPERTY);
    if (named != null) {
      return Optional.of(Path.of(named)).filter(Files::isDirectory);
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path folder = at.resolve(BESIDE_THE_CHECKOUT);
      if (Files.isDirectory(folder)) {
        return Optional.of(folder);
      }
    }
    return Optional.empty();
  }

  /** Creates the schemas and the tables in an empty database and fills them, in one transaction. */
  static void load(Connection connection, Path folder) throws SQLException, IOException {
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false);
    execute(connection, resource("real-data-tables.sql"));
    copy(connection, folder.resolve("premium_transaction.csv.gz"), "bdx.premium_transaction");
    copy(connection, folder.resolve("claim_transaction.csv.gz"), "bdx.claim_transaction");
    copy(connection, folder.resolve("coverholder.csv"), "ref.coverholder");
    copy(connection, folder.resolve("broker.csv"), "ref.broker");
    execute(connection, resource("real-data-sections.sql"));
    connection.commit();
    connection.setAutoCommit(autoCommit);
  }

  /**
   * Copies the file into a temporary table of texts and from there, typed, the columns that the
   * table has.
   */
  private static void copy(Connection connection, Path file, String table)
      throws SQLException, IOException {
    List<String> columns = header(file);
    String arrived = "arrived_" + table.substring(table.indexOf('.') + 1);
    execute(
        connection,
        "CREATE TEMPORARY TABLE "
            + arrived
            + " ("
            + String.join(" text, ", columns)
            + " text) ON COMMIT DROP");
    try (Reader reader = open(file)) {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn("COPY " + arrived + " FROM STDIN (FORMAT csv, HEADER true)", reader);
    }
    List<String> targets = new ArrayList<>();
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet known =
            statement.executeQuery(
                "SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = '"
                    + table
                    + "'::regclass AND attnum > 0 ORDER BY attnum")) {
      while (known.next()) {
        if (columns.contains(known.getString(1))) {
          targets.add(known.getString(1));
          values.add(known.getString(1) + "::" + known.getString(2));
        }
      }
    }
    execute(
        connection,
        "INSERT INTO "
            + table
            + " ("
            + String.join(", ", targets)
            + ") SELECT "
            + String.join(", ", values)
            + " FROM "
            + arrived);
  }

  /**
   * The lines of a CSV file without quotes, gzipped or not, each cut at its commas; the header is
   * the first.
   */
  static List<List<String>> lines(Path file) throws IOException {
    try (BufferedReader reader = open(file)) {
      return reader.lines().map(line -> List.copyOf(Arrays.asList(line.split(",", -1)))).toList();
    }
  }

  private static List<String> header(Path file) throws IOException {
    try (BufferedReader reader = open(file)) {
      String line = reader.readLine();
      if (line == null) {
        throw new IOException("The file " + file + " is empty: it needs a line of column names.");
      }
      return List.copyOf(Arrays.asList(line.split(",", -1)));
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
    return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8));
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static String resource(String name) throws IOException {
    try (InputStream in = RealDataLoader.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("The test resource " + name + " is missing.");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
