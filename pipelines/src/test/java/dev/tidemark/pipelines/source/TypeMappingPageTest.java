// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.transforms.block.RowLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.beam.sdk.schemas.Schema;
import org.junit.jupiter.api.Test;

/**
 * Keeps {@code docs/reference/type-mapping.md} true: what the drivers report of each type, and what
 * the product makes of it. With {@code TIDEMARK_WRITE_DOCS} in the environment it writes it anew.
 */
class TypeMappingPageTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "type-mapping.md");

  private static final List<String> POSTGRES =
      List.of(
          "boolean",
          "smallint",
          "integer",
          "bigint",
          "numeric(18,2)",
          "numeric(18,0)",
          "numeric",
          "real",
          "double precision",
          "money",
          "char(3)",
          "varchar(20)",
          "text",
          "uuid",
          "date",
          "timestamp(6)",
          "timestamptz(6)",
          "time(6)",
          "timetz",
          "bytea",
          "json",
          "jsonb",
          "xml",
          "bit(3)",
          "interval",
          "integer[]",
          "inet");

  private static final List<String> H2 =
      List.of(
          "BOOLEAN",
          "TINYINT",
          "SMALLINT",
          "INTEGER",
          "BIGINT",
          "NUMERIC(18,2)",
          "NUMERIC(18,0)",
          "DECFLOAT",
          "REAL",
          "DOUBLE PRECISION",
          "CHAR(3)",
          "VARCHAR(20)",
          "CLOB",
          "UUID",
          "DATE",
          "TIMESTAMP(9)",
          "TIMESTAMP(9) WITH TIME ZONE",
          "TIME(9)",
          "TIME(9) WITH TIME ZONE",
          "VARBINARY(20)",
          "BLOB",
          "JSON",
          "GEOMETRY",
          "ENUM('a')",
          "INTERVAL DAY",
          "INTEGER ARRAY");

  private record Declared(String type, NativeType found) {}

  @Test
  void thePageSaysWhatBecomesOfEveryType() throws IOException, SQLException {
    String page = page();
    if (System.getenv("TIDEMARK_WRITE_DOCS") != null) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE), is(page));
  }

  private static String page() throws SQLException {
    return """
        # Types of the sources

        Written by a test: it asks each database's driver what it reports of each type, and the product what it makes of that. PostgreSQL and H2 answer
        themselves; the drivers of SQL Server and Snowflake are answered by responders that speak their protocols ([sources.md](../sources.md)).

        A contract decides what a column lands as. A column that cannot be read as its contract says fails its table before anything is read; a value that
        cannot be kept exactly fails it by name: table, column, key, value.

        ## What a contract may say

        """
        + contractTypes()
        + """

        - A whole number lands in the integer of its contract when it fits, from a decimal without digits behind the point too (Snowflake's `BIGINT` is a
          `NUMBER(38,0)`); else it fails by name. An unsigned `TINYINT` is 0 to 255.
        - A decimal has the precision and scale of its contract. A value with more digits fails by name; nothing is rounded. Zeros behind the point do not count.
        - `CHAR` loses its padding, other text keeps its blanks. A UUID is text in small letters. A `TIME` is text without zeros behind its last digit.
        - A time lands as a UTC instant in microseconds. One without a zone is in the table's `zone`, one with an offset keeps its instant. **Digits below the
          microsecond are dropped**: those of `DATETIME2(7)`, `DATETIMEOFFSET(7)`, `TIMESTAMP(9)`. A *mark* keeps them all. `DATETIME` lands in the milliseconds
          that SQL Server shows (.000, .003, .007).
        - Years 1 to 9999. `NaN`, infinite numbers and infinite times fail by name.
        - Geography and geometry land as well-known text, without their reference system.

        ## SQL Server

        """
        + table(SqlServerDialect.INSTANCE, sqlServer())
        + "\n## Snowflake\n\n"
        + table(SnowflakeDialect.INSTANCE, snowflake())
        + "\n## PostgreSQL\n\n"
        + table(PostgresDialect.INSTANCE, asked(TestSource.POSTGRES, POSTGRES))
        + """

        `geography` and `geometry` of PostGIS are asked for as `ST_AsText(column)` and land as `VARCHAR`; PostGIS was not here to answer.

        ## H2

        """
        + table(H2Dialect.INSTANCE, asked(TestSource.H2, H2));
  }

  private static String contractTypes() {
    StringBuilder page =
        new StringBuilder("| types of a contract | land as | read from |\n|---|---|---|\n");
    for (SqlType.Kind kind : SqlType.Kind.values()) {
      SqlType example = SqlType.of(kind, 18, 2);
      String from =
          Stream.of(SqlType.Kind.values())
              .filter(found -> TypeMatch.readable(found, new NativeType(0, "", 38, 0), kind))
              .map(TypeMappingPageTest::words)
              .collect(Collectors.joining(", "));
      page.append("| ")
          .append(String.join(", ", SqlType.names(kind)))
          .append(" | ")
          .append(
              kind == SqlType.Kind.DECIMAL || example == null ? "DECIMAL(p,s)" : landed(example))
          .append(" | ")
          .append(from)
          .append(" |\n");
    }
    return page.toString();
  }

  private static String words(SqlType.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String landed(SqlType type) {
    Schema schema = Schema.builder().addField("c", type.fieldType()).build();
    RowLayout layout = RowLayout.of(schema);
    return type.kind() == SqlType.Kind.DECIMAL
        ? "DECIMAL(" + layout.precision(0) + "," + layout.scale(0) + ")"
        : layout.type(0).name();
  }

  private static String table(Dialect dialect, List<Declared> types) {
    StringBuilder page =
        new StringBuilder(
            """
            | type | sort of value | read by | without a contract | lands as | as a mark |
            |---|---|---|---|---|---|
            """);
    for (Declared declared : types) {
      NativeType type = declared.found();
      SqlType.Kind kind = dialect.kindOf(type);
      SqlType alone = dialect.landedAs(type);
      String read = dialect.selected("column", type);
      page.append("| ").append(declared.type());
      page.append(" | ").append(kind == null ? "**refused**" : words(kind));
      page.append(" | ").append(read.equals("column") ? "" : "`" + read + "`");
      page.append(" | ").append(alone == null ? "" : alone);
      page.append(" | ").append(alone == null ? "" : landed(alone));
      page.append(" | ").append(mark(dialect, type)).append(" |\n");
    }
    return page.toString();
  }

  /** How a mark of the type is compared; empty when it can be none. */
  private static String mark(Dialect dialect, NativeType type) {
    SqlType.Kind kind = dialect.kindOf(type);
    if (kind == null) {
      return "";
    }
    ContractColumn contract = new ContractColumn("Changed", SqlType.parse("BIGINT"), true, false);
    TableContract line =
        new TableContract("Line", "t", List.of("changed"), "changed", List.of(contract));
    SourceColumn column = new SourceColumn(contract, "Changed", kind, type);
    SourceTable table =
        new SourceTable(line, TableRef.of(line), dialect, "t", "Line", List.of(column), List.of());
    try {
      return table.markType() + ", `" + table.markParameter() + "`";
    } catch (ContractViolation noMark) {
      return "";
    }
  }

  private static List<Declared> asked(TestSource source, List<String> types) throws SQLException {
    source.fresh(
        IntStream.range(0, types.size())
            .mapToObj(i -> "c" + i + " " + types.get(i))
            .collect(Collectors.joining(", ", "CREATE TABLE t.Types (", ")")));
    return reported(source.config(), "SELECT * FROM t.Types WHERE 1 = 0", types);
  }

  private static List<Declared> reported(DatabaseConfig database, String sql, List<String> types)
      throws SQLException {
    List<Declared> declared = new ArrayList<>();
    try (Connection connection = SourcePools.connect(database);
        Statement statement = connection.createStatement();
        ResultSet none = statement.executeQuery(sql)) {
      for (int i = 1; i <= types.size(); i++) {
        declared.add(new Declared(types.get(i - 1), NativeType.of(none.getMetaData(), i)));
      }
      connection.rollback();
    }
    return declared;
  }

  private static List<Declared> sqlServer() throws SQLException {
    List<TdsColumn> columns =
        List.of(
            TdsColumn.bit("BIT"),
            TdsColumn.tinyint("TINYINT"),
            TdsColumn.smallint("SMALLINT"),
            TdsColumn.integer("INT"),
            TdsColumn.bigint("BIGINT"),
            TdsColumn.decimal("DECIMAL(18,2)", 18, 2),
            TdsColumn.decimal("DECIMAL(18,0)", 18, 0),
            TdsColumn.money("MONEY"),
            TdsColumn.real("REAL"),
            TdsColumn.floating("FLOAT"),
            TdsColumn.fixedChar("CHAR(3)", 3),
            TdsColumn.nchar("NCHAR(3)", 3),
            TdsColumn.varchar("VARCHAR(20)", 20),
            TdsColumn.nvarchar("NVARCHAR(20)", 20),
            TdsColumn.nvarcharMax("NVARCHAR(MAX)"),
            TdsColumn.xml("XML"),
            TdsColumn.uniqueidentifier("UNIQUEIDENTIFIER"),
            TdsColumn.date("DATE"),
            TdsColumn.datetime("DATETIME"),
            TdsColumn.smalldatetime("SMALLDATETIME"),
            TdsColumn.datetime2("DATETIME2(7)", 7),
            TdsColumn.datetimeoffset("DATETIMEOFFSET(7)", 7),
            TdsColumn.time("TIME(7)", 7),
            TdsColumn.binary("BINARY(4)", 4),
            TdsColumn.varbinary("VARBINARY(20)", 20),
            TdsColumn.rowversion("ROWVERSION"),
            TdsColumn.spatial("GEOGRAPHY", "geography"),
            TdsColumn.spatial("GEOMETRY", "geometry"),
            TdsColumn.variant("SQL_VARIANT"));
    try (SqlServerResponder server = SqlServerResponder.start()) {
      server.script().answer("FROM t", new TdsResult(columns, List.of()));
      return reported(
          DatabaseConfig.of(server.url(), "reader", null),
          "SELECT * FROM t",
          columns.stream().map(TdsColumn::name).toList());
    } finally {
      SourcePools.closeAll();
    }
  }

  private static List<Declared> snowflake() throws SQLException {
    List<SnowflakeColumn> columns =
        List.of(
            SnowflakeColumn.plain("BOOLEAN", "boolean"),
            SnowflakeColumn.number("NUMBER(9,0)", 9, 0),
            SnowflakeColumn.number("NUMBER(18,0)", 18, 0),
            SnowflakeColumn.number("NUMBER(38,0), INT, BIGINT", 38, 0),
            SnowflakeColumn.number("NUMBER(18,2)", 18, 2),
            SnowflakeColumn.plain("FLOAT", "real"),
            SnowflakeColumn.text("VARCHAR(20), CHAR(20)", 20),
            SnowflakeColumn.plain("DATE", "date"),
            SnowflakeColumn.time("TIMESTAMP_NTZ(9)", "timestamp_ntz", 9),
            SnowflakeColumn.time("TIMESTAMP_LTZ(9)", "timestamp_ltz", 9),
            SnowflakeColumn.time("TIMESTAMP_TZ(9)", "timestamp_tz", 9),
            SnowflakeColumn.time("TIME(9)", "time", 9),
            SnowflakeColumn.bytes("BINARY", 8_388_608),
            SnowflakeColumn.plain("VARIANT", "variant"),
            SnowflakeColumn.plain("OBJECT", "object"),
            SnowflakeColumn.plain("ARRAY", "array"),
            SnowflakeColumn.spatial("GEOGRAPHY", "GEOGRAPHY"),
            SnowflakeColumn.spatial("GEOMETRY", "GEOMETRY"));
    try (SnowflakeResponder server = SnowflakeResponder.start()) {
      server.script().answer("FROM t", new SnowflakeResult(columns, List.of()));
      DatabaseConfig database = DatabaseConfig.of(server.url() + "&password=any", "reader", null);
      return reported(
          database, "SELECT * FROM t", columns.stream().map(SnowflakeColumn::name).toList());
    } finally {
      SourcePools.closeAll();
    }
  }
}
