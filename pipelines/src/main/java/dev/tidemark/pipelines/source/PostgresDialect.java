// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** PostgreSQL. */
enum PostgresDialect implements Dialect {
  INSTANCE;

  private static final int SILENCE_SECONDS = 60;

  @Override
  public String product() {
    return "PostgreSQL";
  }

  @Override
  public String parameter(SourceColumn column) {
    return switch (column.found()) {
      case TIMESTAMP -> "CAST(? AS timestamp)";
      case ZONED_TIMESTAMP -> "CAST(? AS timestamptz)";
      case DATE -> "CAST(? AS date)";
      case DECIMAL -> "CAST(? AS numeric)";
      default -> "CAST(? AS bigint)";
    };
  }

  @Override
  public String selected(String expression, NativeType type) {
    return switch (type.name()) {
      case "geography", "geometry" -> "ST_AsText(" + expression + ")";
      default -> expression;
    };
  }

  @Override
  public Map<String, String> driverProperties(DatabaseConfig database) {
    return Map.of(
        // A statement kept from before a column changed fails: "cached plan must not change result
        // type".
        "preparedStatementCacheQueries",
        "0",
        // A server that vanished is noticed while a long read waits for it.
        "tcpKeepAlive",
        "true",
        // And at the latest when it is silent for longer than a statement may take.
        "socketTimeout",
        Long.toString(database.statementTimeout().toSeconds() + SILENCE_SECONDS),
        "ApplicationName",
        "tidemark");
  }

  @Override
  public String sessionStatement() {
    // A read waits for no lock but that of a changed table definition.
    return "SET lock_timeout = " + LOCK_WAIT_MILLIS;
  }

  @Override
  public String clockQuery() {
    return "SELECT clock_timestamp()";
  }

  @Override
  public String tablesQuery() {
    // The information schema leaves out materialised views.
    return "SELECT n.nspname, c.relname FROM pg_catalog.pg_class c"
        + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
        + " WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')"
        + " AND lower(replace(n.nspname, '_', '')) = ?"
        + " AND lower(replace(c.relname, '_', '')) = ?";
  }

  @Override
  public String indexedColumnsQuery() {
    return "SELECT a.attname FROM pg_catalog.pg_index i"
        + " JOIN pg_catalog.pg_class c ON c.oid = i.indrelid"
        + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
        + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]"
        + " WHERE i.indisvalid AND i.indpred IS NULL AND n.nspname = ? AND c.relname = ?";
  }

  @Override
  public String createIndex(String quotedTable, String indexName, String column) {
    return "CREATE INDEX CONCURRENTLY "
        + quote(indexName)
        + " ON "
        + quotedTable
        + " ("
        + quote(column)
        + ")";
  }

  @Override
  public String keySum(List<String> quotedKeys, String quotedMark) {
    // Hashes the values themselves: their text would depend on the session's zone and date style.
    return "CAST(COALESCE(SUM(CAST(hash_record_extended(ROW("
        + Dialect.arguments(quotedKeys, quotedMark)
        + "), 0) AS numeric)), 0) AS text)";
  }

  @Override
  public SqlType.@Nullable Kind kindOf(NativeType type) {
    return switch (type.name()) {
      // The driver reports these as something that they are not.
      case "timestamptz" -> SqlType.Kind.ZONED_TIMESTAMP;
      case "uuid" -> SqlType.Kind.UUID;
      case "json", "jsonb", "geography", "geometry", "bit", "varbit" -> SqlType.Kind.TEXT;
      // A DOUBLE to the driver, in the currency of a server setting.
      case "money" -> null;
      default -> Dialect.super.kindOf(type);
    };
  }
}
