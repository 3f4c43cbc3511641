// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.emptyArray;
import static org.hamcrest.Matchers.is;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two million rows of premium, 40 % of them in one section, through the launcher on Spark in a heap
 * of 1 GB: a first load, then a night that changes, deletes, moves and adds rows of that section.
 */
@Tag("thorough")
class HugeSectionTest {

  private static final int ROWS = 2_000_000;
  private static final int BUCKETS = 16;

  /**
   * Every fifth row is a resubmission of the row before it; of ten keys, four are of one section.
   */
  private static final String INSERT =
      """
      INSERT INTO bdx.premium_transaction
      SELECT i, CASE WHEN k %% 10 < 4 THEN 'B0999HUGE' ELSE 'B0999CH' || lpad((k %% 500)::text, 4, '0') END,
        CASE WHEN k %% 10 < 4 THEN 'S1' ELSE 'S' || (k %% 7) END,
        'CERT-' || (k / 4), k %% 4, 'NEW', date '2023-01-01' + ((k %% 12) * interval '1 month'),
        'CH' || (k %% 500), date '2023-01-01' + (k %% 365)::int, 'GBP', (i * 7919 %% 10000000) / 100.0, 12.5,
        (i * 31 %% 10000) / 100.0, NULL, (i * 7919 %% 9000000) / 100.0, 'GBP', 1,
        timestamp '2024-01-01' + (k %% 12) * interval '1 day' + (i - k) * interval '1 hour', 1 + i - k, false,
        timestamp '2024-02-01' + i * interval '0.1 second'
      FROM (SELECT i, i - CASE WHEN i %% 5 = 0 THEN 1 ELSE 0 END AS k FROM generate_series(%d::bigint, %d) i) keys
      """;

  private static final String NEXT_NIGHT =
      """
      UPDATE bdx.premium_transaction SET gross_premium = gross_premium + 1, modified_date = '2024-06-02'
        WHERE premium_transaction_id % 97 = 0;
      UPDATE bdx.premium_transaction SET is_deleted = true, modified_date = '2024-06-02'
        WHERE premium_transaction_id % 1009 = 0;
      UPDATE bdx.premium_transaction SET section_no = 'S9', modified_date = '2024-06-02'
        WHERE premium_transaction_id % 5003 = 0;
      """;

  private static final String SILVER_AT_SOURCE =
      """
      SELECT count(*), sum(gross_premium), count(*) FILTER (WHERE is_deleted), count(DISTINCT section_no)
      FROM bdx.premium_transaction
      """;

  private static final String FACTS_AT_SOURCE =
      """
      SELECT count(*), sum(gross_premium), sum(versions), sum(premium_transaction_id)
      FROM (SELECT *, count(*) OVER (PARTITION BY umr, section_no, certificate_ref, transaction_seq) AS versions,
              row_number() OVER (PARTITION BY umr, section_no, certificate_ref, transaction_seq
                ORDER BY submitted_at DESC, bdx_version DESC, modified_date DESC, premium_transaction_id DESC) AS n
            FROM bdx.premium_transaction WHERE NOT is_deleted) ranked
      WHERE n = 1
      """;

  private final Path folder;

  HugeSectionTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void aSectionWithFortyPercentOfTheRowsIsLoadedAndChangedInOneGigabyte() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
        Connection source = postgres.getPostgresDatabase().getConnection()) {
      RealDataLoader.execute(source, RealDataLoader.resource("real-data-tables.sql"));
      RealDataLoader.execute(source, String.format(Locale.ROOT, INSERT, 1, ROWS));
      Path config = configure(postgres.getPort());
      run(config, "2024-06-01T02:00:00Z");
      assertThat(lake(), is(source(source)));

      RealDataLoader.execute(source, NEXT_NIGHT);
      RealDataLoader.execute(
          source, String.format(Locale.ROOT, INSERT, ROWS + 1, ROWS + ROWS / 100));
      run(config, "2024-06-03T02:00:00Z");
      assertThat(lake(), is(source(source)));
    }
  }

  private static List<String> source(Connection source) throws SQLException {
    return List.of(row(source, SILVER_AT_SOURCE), row(source, FACTS_AT_SOURCE));
  }

  private List<String> lake() throws SQLException {
    try (DuckDb lake = DuckDb.over(PublishedLake.at(folder.resolve("lake"), BUCKETS))) {
      List<String> rows =
          new ArrayList<>(
              lake.rows(
                  "SELECT count(*), sum(gross_premium), count(*) FILTER (is_deleted), count(DISTINCT section_no)"
                      + " FROM silver.premium_transaction"));
      rows.addAll(
          lake.rows(
              "SELECT count(*), sum(gross_premium_signed), sum(version_count), sum(premium_transaction_id)"
                  + " FROM gold.fact_premium_transaction"));
      return rows;
    }
  }

  /** Runs the product in a process with little memory, and sees that it leaves nothing behind. */
  private void run(Path config, String logicalTime) throws IOException, InterruptedException {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    Path errors = folder.resolve("stderr");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-Xmx1g",
            "-XX:+ExitOnOutOfMemoryError",
            "-Duser.timezone=UTC",
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "--config=" + config,
            "--runTimestamp=" + logicalTime,
            "--runner=SparkRunner",
            "--sparkMaster=local[2]"));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("stdout").toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      assertThat(process.waitFor(20, TimeUnit.MINUTES), is(true));
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(errors), process.exitValue(), is(0));
    assertThat(temporary.toFile().list((in, name) -> name.startsWith("tidemark-")), emptyArray());
  }

  private Path configure(int port) throws IOException {
    return Files.writeString(
        folder.resolve("tidemark.yaml"),
        """
        source:
          url: jdbc:postgresql://localhost:%d/postgres
          user: postgres
        lake:
          root: "%s"
          buckets: %d
        """
            .formatted(port, folder.resolve("lake"), BUCKETS));
  }

  private static String row(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      List<String> columns = new ArrayList<>();
      for (int c = 1; c <= result.getMetaData().getColumnCount(); c++) {
        columns.add(result.getString(c));
      }
      return String.join(" ", columns);
    }
  }
}
