// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import dev.tidemark.runners.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A launch of the product over a source and a lake of its own, in the folder of an output; and what
 * the lake says then, beside what the source says.
 */
final class LakeRun {

  private static final String SILVER =
      "SELECT count(*), sum(gross_premium), sum(premium_transaction_id) FROM %s";

  private static final String FACTS =
      "SELECT count(*), sum(abs(gross_premium_signed)), sum(version_count),"
          + " sum(premium_transaction_id) FROM %s";

  private final Path output;

  private LakeRun(Path output) {
    this.output = output;
  }

  /** The run of an output. */
  static LakeRun in(Path output) {
    return new LakeRun(output);
  }

  /** Writes its configuration. */
  void configure(BenchmarkSource source) throws IOException {
    source.configure(config(), lake());
  }

  Path lake() {
    return output.resolve("lake");
  }

  private Path config() {
    return output.resolve("tidemark.yaml");
  }

  /** Launches at a logical time, as a command line would. */
  void launch(String logicalTime) {
    Main.main(
        new String[] {
          "--config=" + config(),
          "--runTimestamp=" + logicalTime,
          "--runner=SparkRunner",
          "--sparkMaster=local[2]"
        });
  }

  /**
   * Sees that silver and facts are those of the source.
   *
   * @param what ran, for the message
   */
  void requireAsIn(BenchmarkSource source, String what) throws SQLException, IOException {
    require(what, SilverJob.SILVER, SILVER, source.row(BenchmarkSource.SILVER));
    require(what, SilverJob.FACT, FACTS, source.row(BenchmarkSource.FACTS));
  }

  private void require(String what, ComparedTable table, String sql, List<String> expected)
      throws SQLException, IOException {
    List<String> found = figures(table, sql);
    if (!found.equals(expected)) {
      throw new DisagreementException(
          "%s: %s is not what the source holds: %s in place of %s"
              .formatted(what, table.path(), found, expected));
    }
  }

  private List<String> figures(ComparedTable table, String sql) throws SQLException, IOException {
    Path folder = lake().resolve(table.path());
    if (!Files.exists(folder)) {
      return List.of();
    }
    String files =
        LiveFiles.of(folder).stream()
            .map(file -> "'" + file.toString().replace("'", "''") + "'")
            .collect(Collectors.joining(", ", "read_parquet([", "])"));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql.formatted(files))) {
      result.next();
      List<String> figures = new ArrayList<>();
      for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
        figures.add(String.valueOf(result.getString(column)));
      }
      return figures;
    }
  }
}
