// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Snowflake. Dates and times are read as text that the source writes: its driver knows no {@code
 * java.time}, and moves a TIMESTAMP_NTZ into the zone of the Java process.
 */
enum SnowflakeDialect implements Dialect {
  INSTANCE;

  private static final int LONG_DIGITS = 18;

  // Years that no reader of the lake takes are read too, to be refused by name.
  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR, 4, 10, SignStyle.NORMAL)
          .appendPattern("-MM-dd")
          .toFormatter(Locale.ROOT);
  private static final DateTimeFormatter DATE_TIME =
      new DateTimeFormatterBuilder()
          .append(DATE)
          .appendLiteral('T')
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .toFormatter(Locale.ROOT);

  @Override
  public String product() {
    return "Snowflake";
  }

  @Override
  public String parameter(SourceColumn column) {
    return switch (baseName(column.type())) {
      case "TIMESTAMPNTZ" -> "?::TIMESTAMP_NTZ(9)";
      case "TIMESTAMPLTZ" -> "?::TIMESTAMP_LTZ(9)";
      case "TIMESTAMPTZ" -> "?::TIMESTAMP_TZ(9)";
      case "DATE" -> "?::DATE";
      default -> "?::NUMBER(38, 0)";
    };
  }

  @Override
  public String selected(String expression, NativeType type) {
    return switch (baseName(type)) {
      case "TIMESTAMPNTZ" -> "TO_CHAR(" + expression + ", 'YYYY-MM-DD\"T\"HH24:MI:SS.FF9')";
      case "TIMESTAMPLTZ", "TIMESTAMPTZ" -> utc(expression);
      case "DATE" -> "TO_CHAR(" + expression + ", 'YYYY-MM-DD')";
      case "TIME" -> "TO_CHAR(" + expression + ", 'HH24:MI:SS.FF9')";
      case "VARIANT", "OBJECT", "ARRAY" -> "TO_JSON(" + expression + ")";
      case "GEOGRAPHY", "GEOMETRY" -> "ST_ASWKT(" + expression + ")";
      default -> expression;
    };
  }

  private static String utc(String expression) {
    return "TO_CHAR(CONVERT_TIMEZONE('UTC', " + expression + "), 'YYYY-MM-DD\"T\"HH24:MI:SS.FF9')";
  }

  @Override
  public Map<String, String> driverProperties(DatabaseConfig database) {
    return Map.ofEntries(
        // Else the driver asks the addresses of three clouds' metadata services where it runs.
        Map.entry("disablePlatformDetection", "true"),
        // Nothing is told to anybody but the source.
        Map.entry("CLIENT_OUT_OF_BAND_TELEMETRY_ENABLED", "false"),
        Map.entry("application", "tidemark"),
        Map.entry("loginTimeout", "60"),
        // A read may take longer than an idle session lives.
        Map.entry("CLIENT_SESSION_KEEP_ALIVE", "true"),
        // Arrow needs access to the inside of the JVM.
        Map.entry("JDBC_QUERY_RESULT_FORMAT", "JSON"),
        // A NUMBER(38,0) is no BIGINT.
        Map.entry("JDBC_TREAT_DECIMAL_AS_INT", "false"),
        // Session parameters: an account may have set them to anything.
        Map.entry("TIMEZONE", "UTC"),
        Map.entry("TIMESTAMP_INPUT_FORMAT", "AUTO"),
        Map.entry("DATE_INPUT_FORMAT", "AUTO"),
        Map.entry("BINARY_OUTPUT_FORMAT", "HEX"),
        Map.entry("QUERY_TAG", "tidemark"),
        Map.entry(
            "STATEMENT_TIMEOUT_IN_SECONDS",
            Long.toString(Math.max(1, database.statementTimeout().toSeconds()))));
  }

  @Override
  public String clockQuery() {
    return "SELECT " + utc("SYSTIMESTAMP()");
  }

  @Override
  public @Nullable String indexedColumnsQuery() {
    return null;
  }

  @Override
  public String keySum(List<String> quotedKeys, String quotedMark) {
    return "CAST(HASH_AGG(" + Dialect.arguments(quotedKeys, quotedMark) + ") AS VARCHAR)";
  }

  @Override
  public SqlType.@Nullable Kind kindOf(NativeType type) {
    return switch (baseName(type)) {
      // Every whole number is a NUMBER(38,0) here, BIGINT and SMALLINT too.
      case "NUMBER" -> SqlType.Kind.DECIMAL;
      case "TIMESTAMPNTZ" -> SqlType.Kind.TIMESTAMP;
      case "TIMESTAMPLTZ", "TIMESTAMPTZ" -> SqlType.Kind.ZONED_TIMESTAMP;
      case "VARIANT", "OBJECT", "ARRAY", "GEOGRAPHY", "GEOMETRY" -> SqlType.Kind.TEXT;
      default -> Dialect.super.kindOf(type);
    };
  }

  @Override
  public @Nullable SqlType landedAs(NativeType type) {
    boolean isLong = type.isWholeNumber() && type.precision() <= LONG_DIGITS;
    return baseName(type).equals("NUMBER") && isLong
        ? SqlType.of(SqlType.Kind.BIG_INTEGER, 0, 0)
        : Dialect.super.landedAs(type);
  }

  @Override
  public @Nullable LocalDateTime dateTime(ResultSet row, int column) throws SQLException {
    String text = row.getString(column);
    return text == null ? null : LocalDateTime.parse(text, DATE_TIME);
  }

  @Override
  public @Nullable OffsetDateTime zoned(ResultSet row, int column) throws SQLException {
    LocalDateTime utc = dateTime(row, column);
    return utc == null ? null : utc.atOffset(ZoneOffset.UTC);
  }

  @Override
  public @Nullable LocalDate date(ResultSet row, int column) throws SQLException {
    String text = row.getString(column);
    return text == null ? null : LocalDate.parse(text, DATE);
  }

  /** The same for every spelling: {@code TIMESTAMP_NTZ}, {@code TIMESTAMPNTZ}. */
  private static String baseName(NativeType type) {
    return type.name().replace("_", "").toUpperCase(Locale.ROOT);
  }
}
