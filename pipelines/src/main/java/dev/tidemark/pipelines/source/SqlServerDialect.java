// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** SQL Server and Azure SQL. */
enum SqlServerDialect implements Dialect {
  INSTANCE;

  private static final String ROWVERSION = "timestamp";

  @Override
  public String product() {
    return "SQL Server";
  }

  @Override
  public String quote(String identifier) {
    return "[" + identifier.replace("]", "]]") + "]";
  }

  @Override
  public String parameter(SourceColumn column) {
    NativeType type = column.type();
    String name = baseName(type);
    return switch (name) {
      // As text these two would take no more than three digits, and read the date by the session's
      // language; DATETIME2 does neither.
      case "datetime", "smalldatetime" ->
          "CAST(CAST(? AS DATETIME2(7)) AS " + name.toUpperCase(Locale.ROOT) + ")";
      case "datetime2", "datetimeoffset" ->
          "CAST(? AS " + name.toUpperCase(Locale.ROOT) + "(" + type.scale() + "))";
      case "decimal", "numeric" -> "CAST(? AS DECIMAL(" + type.precision() + ", 0))";
      case ROWVERSION -> "CAST(CAST(? AS BIGINT) AS BINARY(8))";
      default -> "CAST(? AS " + name.toUpperCase(Locale.ROOT) + ")";
    };
  }

  @Override
  public String selected(String expression, NativeType type) {
    return isSpatial(type) ? expression + ".ToString()" : expression;
  }

  @Override
  public String aggregated(String function, String expression, SourceColumn column) {
    // The functions of aggregation are documented for numbers, text and times, not for bytes.
    return isRowVersion(column)
        ? function + "(CAST(" + expression + " AS BIGINT))"
        : Dialect.super.aggregated(function, expression, column);
  }

  @Override
  public String mark(SourceColumn watermark) {
    return isRowVersion(watermark)
        ? "CAST(" + quote(watermark.sourceName()) + " AS BIGINT)"
        : Dialect.super.mark(watermark);
  }

  @Override
  public String literal(BigDecimal value, SourceColumn column) {
    // Ten digits alone are a DECIMAL, to which it would convert a BIGINT column row by row.
    return parameter(column).replace("?", value.toPlainString());
  }

  @Override
  public @Nullable String settled(SourceColumn watermark) {
    // A row's version is drawn when it is written, not when it is committed.
    return isRowVersion(watermark)
        ? quote(watermark.sourceName()) + " < MIN_ACTIVE_ROWVERSION()"
        : null;
  }

  @Override
  public Map<String, String> driverProperties(DatabaseConfig database) {
    return Map.of(
        "applicationName",
        "tidemark",
        "loginTimeout",
        "30",
        "lockTimeout",
        Integer.toString(LOCK_WAIT_MILLIS),
        // Rows are read as they come; a result is never held whole.
        "responseBuffering",
        "adaptive",
        // A statement that does not even end when it is cancelled: the server has vanished.
        "cancelQueryTimeout",
        "30");
  }

  @Override
  public String clockQuery() {
    return "SELECT SYSDATETIMEOFFSET()";
  }

  @Override
  public String indexedColumnsQuery() {
    return "SELECT c.name FROM sys.indexes i"
        + " JOIN sys.index_columns ic ON ic.object_id = i.object_id AND ic.index_id = i.index_id"
        + " JOIN sys.columns c ON c.object_id = ic.object_id AND c.column_id = ic.column_id"
        + " JOIN sys.objects o ON o.object_id = i.object_id"
        + " JOIN sys.schemas s ON s.schema_id = o.schema_id"
        + " WHERE ic.key_ordinal = 1 AND i.is_disabled = 0 AND i.has_filter = 0"
        + " AND s.name = ? AND o.name = ?";
  }

  @Override
  public String firstRows(int rows, String columns, String from) {
    return "SELECT TOP (" + rows + ") " + columns + " FROM " + from;
  }

  @Override
  public String keySum(List<String> quotedKeys, String quotedMark) {
    // CHECKSUM_AGG is an exclusive or over 32 bits: two changes can cancel each other.
    String row =
        Stream.concat(quotedKeys.stream(), Stream.of(quotedMark))
            .map(SqlServerDialect::framed)
            .collect(Collectors.joining(" + "));
    return "COALESCE(CAST(SUM(CAST(CAST(SUBSTRING(HASHBYTES('SHA2_256', "
        + row
        + "), 1, 8) AS BIGINT) AS DECIMAL(38, 0))) AS VARCHAR(40)), '0')";
  }

  /** The value's bytes behind their number, so that no two rows share a form. */
  private static String framed(String quoted) {
    return "COALESCE(CAST(DATALENGTH("
        + quoted
        + ") AS VARBINARY(4)) + CAST("
        + quoted
        + " AS VARBINARY(8000)), 0xFFFFFFFF)";
  }

  @Override
  public SqlType.@Nullable Kind kindOf(NativeType type) {
    return switch (baseName(type)) {
      case "datetimeoffset" -> SqlType.Kind.ZONED_TIMESTAMP;
      case "uniqueidentifier" -> SqlType.Kind.UUID;
      case "geography", "geometry", "json" -> SqlType.Kind.TEXT;
      // Each row has a type of its own.
      case "sql_variant" -> null;
      default -> Dialect.super.kindOf(type);
    };
  }

  /** Whether the column is a ROWVERSION: bytes to the driver, a counter of the whole database. */
  static boolean isRowVersion(SourceColumn column) {
    return column.found() == SqlType.Kind.BINARY && baseName(column.type()).equals(ROWVERSION);
  }

  private static boolean isSpatial(NativeType type) {
    String name = baseName(type);
    return name.equals("geography") || name.equals("geometry");
  }

  /** Without what the driver appends, e.g. of {@code bigint identity}. */
  private static String baseName(NativeType type) {
    String name = type.name().toLowerCase(Locale.ROOT);
    int space = name.indexOf(' ');
    return space < 0 ? name : name.substring(0, space);
  }
}
