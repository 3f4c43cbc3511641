// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** PostgreSQL. */
enum PostgresDialect implements Dialect {
  INSTANCE;

  @Override
  public String product() {
    return "PostgreSQL";
  }

  @Override
  public String markParameter(Mark.Type type) {
    return switch (type) {
      case TIMESTAMP -> "CAST(? AS timestamp)";
      case ZONED_TIMESTAMP -> "CAST(? AS timestamptz)";
      case DATE -> "CAST(? AS date)";
      case BIGINT -> "CAST(? AS bigint)";
    };
  }

  @Override
  public Map<String, String> driverProperties(String url) {
    // A statement kept from before a column changed fails: "cached plan must not change result
    // type".
    return Map.of("preparedStatementCacheQueries", "0");
  }

  @Override
  public String clockQuery() {
    return "SELECT clock_timestamp()";
  }

  @Override
  public SqlType.@Nullable Kind kindOf(int jdbcType, String typeName) {
    return switch (typeName) {
      // The driver reports all three as something that they are not.
      case "timestamptz" -> SqlType.Kind.ZONED_TIMESTAMP;
      case "uuid" -> SqlType.Kind.UUID;
      case "money" -> null;
      default -> Dialect.super.kindOf(jdbcType, typeName);
    };
  }
}
