// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** H2, as the demo's source: {@code MODE=MSSQLServer} stands in the URL. */
enum H2Dialect implements Dialect {
  INSTANCE;

  @Override
  public String product() {
    return "H2";
  }

  @Override
  public String parameter(SourceColumn column) {
    return switch (column.found()) {
      case TIMESTAMP -> "CAST(? AS TIMESTAMP(9))";
      case ZONED_TIMESTAMP -> "CAST(? AS TIMESTAMP(9) WITH TIME ZONE)";
      case DATE -> "CAST(? AS DATE)";
      case DECIMAL -> "CAST(? AS DECIMAL(38))";
      default -> "CAST(? AS BIGINT)";
    };
  }

  @Override
  public String selected(String expression, NativeType type) {
    // The driver gives a geometry as an object of another library.
    return type.name().equals("GEOMETRY") ? "CAST(" + expression + " AS VARCHAR)" : expression;
  }

  @Override
  public Map<String, String> driverProperties(DatabaseConfig database) {
    // H2 would create the database that a misspelt path names, and find no table in it.
    String url = database.url();
    boolean isCreatedOnDemand = url.startsWith("jdbc:h2:mem:");
    boolean isSaid = url.toUpperCase(Locale.ROOT).contains(";IFEXISTS=");
    return isCreatedOnDemand || isSaid ? Map.of() : Map.of("IFEXISTS", "TRUE");
  }

  @Override
  public String clockQuery() {
    return "SELECT CURRENT_TIMESTAMP(6)";
  }

  @Override
  public String indexedColumnsQuery() {
    return "SELECT COLUMN_NAME FROM INFORMATION_SCHEMA.INDEX_COLUMNS"
        + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND ORDINAL_POSITION = 1";
  }

  @Override
  public String keySum(List<String> quotedKeys, String quotedMark) {
    String row =
        "CAST(JSON_ARRAY("
            + Dialect.arguments(quotedKeys, quotedMark)
            + " NULL ON NULL) AS VARCHAR)";
    return "COALESCE(CAST(SUM(CAST(CAST(SUBSTRING(HASH('SHA-256', "
        + row
        + ") FROM 1 FOR 8) AS BIGINT) AS DECIMAL(38))) AS VARCHAR), '0')";
  }

  @Override
  public SqlType.@Nullable Kind kindOf(NativeType type) {
    // An ENUM's name goes on with its values.
    String name = type.name().startsWith("ENUM(") ? "ENUM" : type.name();
    return switch (name) {
      // Reported as BINARY.
      case "UUID" -> SqlType.Kind.UUID;
      case "JSON", "GEOMETRY", "ENUM" -> SqlType.Kind.TEXT;
      default -> Dialect.super.kindOf(type);
    };
  }
}
