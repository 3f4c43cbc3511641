// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgreementTest {

  private static final ComparedTable FACT =
      ComparedTable.of("gold/fact", "id", "id BIGINT, premium DECIMAL(18;2), sent TIMESTAMPTZ");

  private static final String ROWS =
      """
      SELECT id, CAST(id * 1.5 AS DECIMAL(18, 2)) AS premium,
        CAST(TIMESTAMP '2024-02-05 10:00:00' AS TIMESTAMPTZ) AS sent
      FROM range(1, 4) numbers (id)
      """;

  private final Path folder;

  AgreementTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void otherOrdersTypesAndFilesOfTheSameRowsAgree() throws Exception {
    write("tidemark", "a.parquet", "SELECT * FROM (" + ROWS + ") WHERE id < 3");
    write("tidemark", "b.parquet", "SELECT * FROM (" + ROWS + ") WHERE id = 3");
    write(
        "duckdb",
        "all.parquet",
        "SELECT CAST(sent AS TIMESTAMP) AS sent, CAST(premium AS DECIMAL(38, 4)) AS premium, id FROM ("
            + ROWS
            + ") ORDER BY id DESC");

    Agreement.require("silver", List.of(FACT), outputs("tidemark", "duckdb"));
  }

  @Test
  void aPennyIsTold() throws Exception {
    write("tidemark", "a.parquet", ROWS);
    write(
        "spark",
        "a.parquet",
        "SELECT * REPLACE (premium + CASE id WHEN 2 THEN 0.01 ELSE 0 END AS premium) FROM ("
            + ROWS
            + ")");

    assertThat(
        refusal("tidemark", "spark"),
        allOf(
            containsString(
                "silver: tidemark and spark differ in gold/fact, which has 3 and 3 rows"),
            containsString("only tidemark has id=2 premium=3.00 sent=2024-02-05T10:00Z"),
            containsString("only spark has id=2 premium=3.01 sent=2024-02-05T10:00Z")));
  }

  @Test
  void aRowThatIsThereTwiceIsTold() throws Exception {
    write("tidemark", "a.parquet", ROWS);
    write("spark", "a.parquet", ROWS + " UNION ALL (SELECT * FROM (" + ROWS + ") WHERE id = 1)");

    assertThat(
        refusal("tidemark", "spark"),
        is(
            "silver: tidemark and spark differ in gold/fact, which has 3 and 4 rows.\n"
                + "  only spark has id=1 premium=1.50 sent=2024-02-05T10:00Z"));
  }

  @Test
  void aTableThatNobodyWroteIsTold() throws Exception {
    write("tidemark", "a.parquet", ROWS);
    Files.createDirectories(folder.resolve("spark"));

    assertThat(refusal("tidemark", "spark"), is("silver: spark has not written gold/fact"));
  }

  @Test
  void filesThatADeltaLogHasRemovedDoNotCount() throws Exception {
    write("tidemark", "a.parquet", ROWS);
    write("spark", "old.parquet", ROWS);
    write("spark", "new%20er.parquet".replace("%20", " "), ROWS);
    commit("spark", 0, "{\"add\":{\"path\":\"old.parquet\"}}");
    commit(
        "spark",
        1,
        "{\"remove\":{\"path\":\"old.parquet\"}}\n{\"add\":{\"path\":\"new%20er.parquet\"}}");

    Agreement.require("silver", List.of(FACT), outputs("tidemark", "spark"));
  }

  private String refusal(String... contenders) {
    DisagreementException refused =
        assertThrows(
            DisagreementException.class,
            () -> Agreement.require("silver", List.of(FACT), outputs(contenders)));
    return String.valueOf(refused.getMessage());
  }

  private Map<String, Path> outputs(String... contenders) {
    Map<String, Path> outputs = new LinkedHashMap<>();
    for (String contender : contenders) {
      outputs.put(contender, folder.resolve(contender));
    }
    return outputs;
  }

  private Path table(String contender) throws IOException {
    return Files.createDirectories(folder.resolve(contender).resolve(FACT.path()));
  }

  private void commit(String contender, int version, String actions) throws IOException {
    Path log = Files.createDirectories(table(contender).resolve("_delta_log"));
    Files.writeString(log.resolve("%020d.json".formatted(version)), actions);
  }

  private void write(String contender, String file, String query) throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
      statement.execute(
          "COPY (%s) TO '%s' (FORMAT parquet)".formatted(query, table(contender).resolve(file)));
    }
  }
}
