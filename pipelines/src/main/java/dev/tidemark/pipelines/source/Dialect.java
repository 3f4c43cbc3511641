// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.DatabaseConfig;
import java.io.Serializable;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What differs between the databases that a table can be read from. Chosen from the JDBC URL.
 *
 * <p>A value goes to a source as text that the source itself casts to the column's own type, and
 * what a driver would change on its way back is asked for as text: neither the driver's classes of
 * time nor the zone of the Java process touch it.
 */
sealed interface Dialect extends Serializable
    permits H2Dialect, PostgresDialect, SnowflakeDialect, SqlServerDialect {

  /** How long a read waits for a lock that another session holds, where the source can say so. */
  int LOCK_WAIT_MILLIS = 60_000;

  static Dialect of(String url) {
    if (url.startsWith("jdbc:sqlserver:")) {
      return SqlServerDialect.INSTANCE;
    }
    if (url.startsWith("jdbc:snowflake:")) {
      return SnowflakeDialect.INSTANCE;
    }
    if (url.startsWith("jdbc:postgresql:")) {
      return PostgresDialect.INSTANCE;
    }
    if (url.startsWith("jdbc:h2:")) {
      return H2Dialect.INSTANCE;
    }
    throw new ConfigException(
        "source URL "
            + DatabaseConfig.of(url).displayUrl()
            + " is of no known database; use jdbc:sqlserver:, jdbc:snowflake:, jdbc:postgresql: or jdbc:h2:");
  }

  /** The product's name, for messages and for {@code _source}. */
  String product();

  /** An identifier, quoted exactly as the source spells it. */
  default String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /**
   * A parameter that is bound as the text of a {@link Mark} and compared as the column's own type,
   * rounded as that type rounds: a value read from the column equals itself.
   */
  String parameter(SourceColumn column);

  /** What is selected to read an expression of that type exactly. */
  default String selected(String expression, NativeType type) {
    return expression;
  }

  /**
   * {@code MIN} or {@code MAX} of an expression that holds values of a watermark or a numeric key,
   * as it is read: a watermark's by {@link MarkValues#read}.
   */
  default String aggregated(String function, String expression, SourceColumn column) {
    return selected(function + "(" + expression + ")", column.type());
  }

  /** The mark of a row, as it is read by {@link MarkValues}. */
  default String mark(SourceColumn watermark) {
    return selected(quote(watermark.sourceName()), watermark.type());
  }

  /** A whole number in a statement, compared as the column's own type. */
  default String literal(BigDecimal value, SourceColumn column) {
    return value.toPlainString();
  }

  /**
   * A condition that only rows meet whose mark no open transaction can still undercut; null where
   * the source does not know.
   */
  default @Nullable String settled(SourceColumn watermark) {
    return null;
  }

  /** What the driver is told besides user and password. */
  Map<String, String> driverProperties(DatabaseConfig database);

  /** A statement that every new connection runs; null for none. */
  default @Nullable String sessionStatement() {
    return null;
  }

  /** One row with the source's clock, to be read by {@link #zoned}. */
  String clockQuery();

  /**
   * Schema and name of the tables and views whose schema and name are the two parameters once they
   * are in lower case and without underscores.
   */
  default String tablesQuery() {
    return "SELECT TABLE_SCHEMA, TABLE_NAME FROM INFORMATION_SCHEMA.TABLES"
        + " WHERE LOWER(REPLACE(TABLE_SCHEMA, '_', '')) = ?"
        + " AND LOWER(REPLACE(TABLE_NAME, '_', '')) = ?";
  }

  /**
   * The first column of each index of the table whose schema and name are the two parameters; null
   * where the source has no indexes.
   */
  @Nullable String indexedColumnsQuery();

  /** The statement with which a table gets an index on a column. */
  default String createIndex(String quotedTable, String indexName, String column) {
    return "CREATE INDEX " + quote(indexName) + " ON " + quotedTable + " (" + quote(column) + ")";
  }

  /** Selects no more than so many rows; {@code from} is all that follows {@code FROM}. */
  default String firstRows(int rows, String columns, String from) {
    return "SELECT " + columns + " FROM " + from + " FETCH FIRST " + rows + " ROWS ONLY";
  }

  /**
   * An aggregate, read as text, that changes when a row comes, goes, or changes its key or its
   * mark: a sum over the rows' hashes, so that the order of the rows does not count. Two different
   * sets of rows share a sum about once in 2^64.
   */
  String keySum(List<String> quotedKeys, String quotedMark);

  /** The sort of value of a result column; null for one that cannot be read exactly. */
  default SqlType.@Nullable Kind kindOf(NativeType type) {
    return switch (type.jdbcType()) {
      case Types.BIT, Types.BOOLEAN -> SqlType.Kind.BOOLEAN;
      case Types.TINYINT, Types.SMALLINT -> SqlType.Kind.SMALL_INTEGER;
      case Types.INTEGER -> SqlType.Kind.INTEGER;
      case Types.BIGINT -> SqlType.Kind.BIG_INTEGER;
      case Types.DECIMAL, Types.NUMERIC -> SqlType.Kind.DECIMAL;
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> SqlType.Kind.DOUBLE;
      case Types.CHAR, Types.NCHAR -> SqlType.Kind.CHAR;
      case Types.VARCHAR,
          Types.NVARCHAR,
          Types.LONGVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB,
          Types.SQLXML ->
          SqlType.Kind.TEXT;
      case Types.DATE -> SqlType.Kind.DATE;
      case Types.TIMESTAMP -> SqlType.Kind.TIMESTAMP;
      case Types.TIMESTAMP_WITH_TIMEZONE -> SqlType.Kind.ZONED_TIMESTAMP;
      case Types.TIME -> SqlType.Kind.TIME;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> SqlType.Kind.BINARY;
      default -> null;
    };
  }

  /**
   * The type that a column lands as when no contract says another; null for one that cannot be kept
   * without a contract.
   */
  default @Nullable SqlType landedAs(NativeType type) {
    SqlType.Kind kind = kindOf(type);
    return kind == null ? null : SqlType.of(kind, type.precision(), type.scale());
  }

  /** A {@link SqlType.Kind#TIMESTAMP} of the current row; null for NULL. */
  default @Nullable LocalDateTime dateTime(ResultSet row, int column) throws SQLException {
    return row.getObject(column, LocalDateTime.class);
  }

  /** A {@link SqlType.Kind#ZONED_TIMESTAMP} of the current row; null for NULL. */
  default @Nullable OffsetDateTime zoned(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class);
  }

  /** A {@link SqlType.Kind#DATE} of the current row; null for NULL. */
  default @Nullable LocalDate date(ResultSet row, int column) throws SQLException {
    return row.getObject(column, LocalDate.class);
  }

  /** The arguments of a function, the mark last. */
  static String arguments(List<String> quotedKeys, String quotedMark) {
    return quotedKeys.stream().collect(Collectors.joining(", ", "", ", " + quotedMark));
  }
}
