// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.demo.DemoSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table that stands in the control store only, with its contract beside the configuration. */
class StandingTablesTest {

  private final Path folder;
  private final DemoSource source;

  StandingTablesTest(@TempDir Path folder) {
    this.folder = folder;
    source = DemoSource.at(folder);
  }

  @BeforeEach
  void load() throws IOException, SQLException {
    source.recreate();
    sql(
        source.url(),
        "CREATE TABLE ref.Office (OfficeCode VARCHAR(10) PRIMARY KEY, ModifiedDate TIMESTAMP(6))",
        "INSERT INTO ref.Office VALUES ('LON', TIMESTAMP '2024-01-01 09:00:00')");
    Files.createDirectories(folder.resolve("contracts"));
    assertThat(launch().exitCode(), is(0));
  }

  @Test
  void itIsLoadedLikeAConfiguredOne() throws IOException, SQLException {
    Files.writeString(
        folder.resolve("contracts/Office.yaml"),
        """
        table: Office
        schema: ref
        key: [OfficeCode]
        watermark: ModifiedDate
        columns:
          - {name: OfficeCode, type: VARCHAR(10), nullable: false}
          - {name: ModifiedDate, type: DATETIME2}
        """);
    addRow();

    Launch loaded = launch("--tables=Office");

    assertThat(loaded.progress(), loaded.exitCode(), is(0));
    assertThat(loaded.lastLine(), containsString("\"table\":\"Office\",\"status\":\"LOADED\""));
    assertThat(Files.isDirectory(folder.resolve("lake/silver/office")), is(true));
    Launch again = launch();
    assertThat(again.lastLine(), containsString("\"table\":\"Office\",\"status\":\"EMPTY\""));
  }

  @Tag("thorough")
  @Test
  void withoutItsContractItIsNamedWithTheRemedy() throws IOException, SQLException {
    addRow();
    Launch refused = launch();
    assertThat(refused.exitCode(), is(2));
    assertThat(
        refused.complaints(),
        contains(
            startsWith(
                "tidemark: etl.watermark: table Office has neither an entry in the configuration"
                    + " nor a contract at ")));
    assertThat(refused.lastLine(), not(containsString("\"LOADED\"")));
  }

  private void addRow() throws SQLException {
    sql(
        TidemarkConfig.load(folder.resolve("demo.yaml")).control().url(),
        "INSERT INTO etl.watermark (table_name, source_schema, watermark_column, key_columns)"
            + " VALUES ('Office', 'ref', 'ModifiedDate', 'OfficeCode')");
  }

  private Launch launch(String... more) throws IOException {
    Path config = folder.resolve("demo.yaml");
    Files.writeString(config, source.configYaml());
    List<String> arguments = new ArrayList<>(List.of("--config=" + config));
    arguments.addAll(List.of(more));
    return Launch.at(DemoSource.logicalTime(1), arguments.toArray(new String[0]));
  }

  private static void sql(String url, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
