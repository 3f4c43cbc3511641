// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.tidemark.pipelines.demo.DemoSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new column of a table whose changes are kept as history. */
@Tag("thorough")
class ReferenceColumnsTest {

  private static final String BROKER = "0999";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void aNewColumnFillsTheKnownChangesInPlaceAndLeavesTheHistoryAsItIs()
      throws SQLException, IOException {
    DemoSource source = DemoSource.at(folder.resolve("with"));
    DemoSource other = DemoSource.at(folder.resolve("without"));
    source.recreate();
    other.recreate();
    Installation with = new Installation(source.url(), folder.resolve("with-lake"));
    Installation without = new Installation(other.url(), folder.resolve("without-lake"));
    with.run("day-1", DemoSource.logicalTime(1));
    without.run("day-1", DemoSource.logicalTime(1));
    int changes = with.rows("silver/broker_changes").size();

    // the broker's image as it is known, and its newest: the column alone is new in the first
    String known =
        "UPDATE ref.Broker SET ModifiedDate = TIMESTAMP '2024-06-03 09:00:00' WHERE BrokerCode = '"
            + BROKER
            + "'";
    execute(source, known, "ALTER TABLE ref.Broker ADD Rating VARCHAR(5)");
    execute(other, known);
    RunSummary second = with.run("day-2", DemoSource.logicalTime(2));
    without.run("day-2", DemoSource.logicalTime(2));
    assertThat(brokers(second).newColumns(), contains("RATING VARCHAR"));
    assertThat(with.rows("silver/broker_changes"), hasSize(changes + 1));

    // without a new time: the row at the mark is read again, and the change that is known is filled
    String newer =
        "UPDATE ref.Broker SET ModifiedDate = TIMESTAMP '2024-06-04 09:00:00' WHERE BrokerCode ="
            + " (SELECT MIN(BrokerCode) FROM ref.Broker WHERE BrokerCode <> '"
            + BROKER
            + "')";
    execute(
        source, "UPDATE ref.Broker SET Rating = 'AA' WHERE BrokerCode = '" + BROKER + "'", newer);
    execute(other, newer);
    with.run("day-3", DemoSource.logicalTime(3));
    without.run("day-3", DemoSource.logicalTime(3));

    List<Row> after = with.rows("silver/broker_changes");
    assertThat(after, hasSize(changes + 2));
    assertThat(
        after.stream()
            .filter(row -> BROKER.equals(row.getString("broker_code")))
            .map(row -> row.getString("rating"))
            .filter(rating -> rating != null)
            .toList(),
        contains("AA"));
    assertThat(
        with.rows("silver/broker").stream()
            .filter(row -> BROKER.equals(row.getString("broker_code")))
            .map(row -> row.getString("rating"))
            .toList(),
        contains("AA"));
    for (String table :
        List.of(
            "gold/dim_broker",
            "gold/dim_broker_history",
            "gold/fact_premium_transaction",
            "mart/gpi_utilisation")) {
      assertThat(table, with.digests().get(table), is(without.digests().get(table)));
    }
    assertThat(
        with.tables().at("gold/dim_broker").schema().getFieldNames(), not(hasItem("rating")));

    // once a contract names it, it is an attribute like any other
    Files.writeString(
        folder.resolve("broker.yaml"),
        """
        table: Broker
        schema: ref
        key: [BrokerCode]
        watermark: ModifiedDate
        columns:
          - {name: BrokerCode, type: CHAR(4), nullable: false}
          - {name: BrokerName, type: NVARCHAR(200), nullable: false}
          - {name: Pseudonym, type: VARCHAR(10)}
          - {name: Rating, type: VARCHAR(5)}
          - {name: ModifiedDate, type: DATETIME2(6)}
        """);
    Installation named =
        new Installation(
            source.url(),
            folder.resolve("with-lake"),
            "tables:\n  Broker: {contract: " + folder.resolve("broker.yaml") + "}\n");
    execute(
        source,
        "UPDATE ref.Broker SET Rating = 'A', ModifiedDate = TIMESTAMP '2024-06-05 09:00:00' WHERE"
            + " BrokerCode = '"
            + BROKER
            + "'");
    RunSummary last = named.run("day-4", DemoSource.logicalTime(4));

    assertThat(last.outcome(), is(RunSummary.Outcome.LOADED));
    assertThat(
        named.rows("gold/dim_broker").stream()
            .filter(row -> BROKER.equals(row.getString("broker_code")))
            .map(row -> row.getString("rating"))
            .toList(),
        contains("A"));
  }

  private static TableSummary brokers(RunSummary run) {
    return run.tables().stream()
        .filter(table -> table.table().equals("Broker"))
        .findFirst()
        .orElseThrow();
  }

  private static void execute(DemoSource source, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(source.url());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
