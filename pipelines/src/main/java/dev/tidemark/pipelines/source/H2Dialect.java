// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

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
  public String markParameter(Mark.Type type) {
    return switch (type) {
      case TIMESTAMP -> "CAST(? AS TIMESTAMP(9))";
      case ZONED_TIMESTAMP -> "CAST(? AS TIMESTAMP(9) WITH TIME ZONE)";
      case DATE -> "CAST(? AS DATE)";
      case BIGINT -> "CAST(? AS BIGINT)";
    };
  }

  @Override
  public Map<String, String> driverProperties(String url) {
    // H2 would create the database that a misspelt path names, and find no table in it.
    boolean isCreatedOnDemand = url.startsWith("jdbc:h2:mem:");
    boolean isSaid = url.toUpperCase(Locale.ROOT).contains(";IFEXISTS=");
    return isCreatedOnDemand || isSaid ? Map.of() : Map.of("IFEXISTS", "TRUE");
  }

  @Override
  public String clockQuery() {
    return "SELECT CURRENT_TIMESTAMP(6)";
  }

  @Override
  public SqlType.@Nullable Kind kindOf(int jdbcType, String typeName) {
    // H2 reports UUID as BINARY.
    return typeName.equals("UUID") ? SqlType.Kind.UUID : Dialect.super.kindOf(jdbcType, typeName);
  }
}
