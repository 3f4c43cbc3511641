// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.runners.benchmark.micro.MicroBenchmark;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Rows of a source's result, of a column of every type, to packed rows. The result is in memory and
 * is not asked for again, so that the score is of the mapper and the driver's getters. It stands in
 * the package of the mapper, which nothing outside of it may use.
 */
public class SourceRowBenchmark extends MicroBenchmark {

  private static final int ROWS = 5_000;
  private static final String URL = "jdbc:h2:mem:micro;MODE=MSSQLServer;DB_CLOSE_DELAY=-1";
  private static final String USER = "sa";

  private static final TableContract CONTRACT =
      new TableContract(
          "EveryType",
          "t",
          List.of("id"),
          null,
          List.of(
              column("Id", "BIGINT"),
              column("Code", "CHAR(6)"),
              column("Small", "SMALLINT"),
              column("Whole", "INT"),
              column("Money", "DECIMAL(18,2)"),
              column("Amount", "DECIMAL(38,2)"),
              column("Rate", "DECIMAL(18,8)"),
              column("Share", "FLOAT"),
              column("Name", "NVARCHAR(40)"),
              column("Born", "DATE"),
              column("Changed", "DATETIME2(6)"),
              column("Sent", "DATETIMEOFFSET(6)"),
              column("Clock", "TIME"),
              column("Ident", "UNIQUEIDENTIFIER"),
              column("Bytes", "VARBINARY(20)"),
              column("Deleted", "BIT")));

  private static final String DDL =
      """
      CREATE TABLE t.EveryType (
        Id BIGINT PRIMARY KEY, Code CHAR(6), Small SMALLINT, Whole INT, Money DECIMAL(18,2),
        Amount DECIMAL(38,2), Rate DECIMAL(18,8), Share FLOAT, Name NVARCHAR(40), Born DATE,
        Changed DATETIME2(6), Sent DATETIMEOFFSET(6), Clock TIME, Ident UNIQUEIDENTIFIER,
        Bytes VARBINARY(20), Deleted BIT)
      """;

  private static final String INSERT =
      """
      INSERT INTO t.EveryType
      SELECT x, 'C' || MOD(x, 1000), MOD(x, 100), x * 7, MOD(x * 7919, 10000000) / 100.0,
        x * 1234567890123.45, 0.853415, x / 8.0, 'Coverholder ' || MOD(x, 500),
        DATEADD(DAY, MOD(x, 1000), DATE '2024-01-01'),
        DATEADD(SECOND, x, TIMESTAMP '2024-01-01 00:00:00.123456'),
        DATEADD(SECOND, x, TIMESTAMP WITH TIME ZONE '2024-01-01 00:00:00.123456+01:00'),
        TIME '12:34:56', '0f8fad5b-d9cb-469f-a165-70867728950e', X'0102030405060708', 0
      FROM SYSTEM_RANGE(1, %d)
      """;

  private final Connection connection;
  private final ResultSet result;
  private final SourceRowReader reader;
  private final RowWriter writer = new RowWriter(RowLayout.of(CONTRACT.landingSchema()));

  /** Fills the source, and asks for its rows. */
  public SourceRowBenchmark() {
    try {
      connection = DriverManager.getConnection(URL, USER, "");
      Statement statement =
          connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
      statement.execute("CREATE SCHEMA t");
      statement.execute(DDL);
      statement.execute(String.format(Locale.ROOT, INSERT, ROWS));
      SourceTable table =
          JdbcSourceDatabase.of(DatabaseConfig.of(URL, USER, null))
              .check(CONTRACT, TableRef.of(CONTRACT));
      reader = new SourceRowReader(table);
      result =
          statement.executeQuery("SELECT " + table.quotedColumns() + " FROM " + table.quotedName());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ContractColumn column(String name, String type) {
    return new ContractColumn(name, SqlType.parse(type), true, false);
  }

  /** Reads each row of the result, sets its columns, and encodes it. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void readRows(Blackhole sink) throws SQLException {
    BlockBuilder block = new BlockBuilder();
    result.beforeFirst();
    while (result.next()) {
      reader.read(result, writer.clear());
      writer.appendTo(block);
    }
    sink.consume(block.take());
  }

  /** Ends the source. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    }
  }
}
