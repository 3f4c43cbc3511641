// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.util.Map;
import java.util.Optional;

/**
 * What the databases that can hold a control store call the types it needs. All other SQL is common
 * to them.
 */
enum Dialect {
  H2("org.h2.Driver", "VARCHAR", "CHARACTER LARGE OBJECT", "TIMESTAMP(6)", "BOOLEAN", "TRUE"),
  POSTGRESQL("org.postgresql.Driver", "VARCHAR", "TEXT", "TIMESTAMP(6)", "BOOLEAN", "TRUE"),
  SQL_SERVER(
      "com.microsoft.sqlserver.jdbc.SQLServerDriver",
      "NVARCHAR",
      "NVARCHAR(MAX)",
      "DATETIME2(6)",
      "BIT",
      "1");

  private final String driver;
  private final Map<String, String> spelling;

  Dialect(String driver, String text, String longText, String instant, String flag, String yes) {
    this.driver = driver;
    this.spelling =
        Map.of(
            "${text}",
            text,
            "${long_text}",
            longText,
            "${instant}",
            instant,
            "${flag}",
            flag,
            "${true}",
            yes);
  }

  static Optional<Dialect> ofUrl(String url) {
    if (url.startsWith("jdbc:h2:")) {
      return Optional.of(H2);
    }
    if (url.startsWith("jdbc:postgresql:")) {
      return Optional.of(POSTGRESQL);
    }
    return url.startsWith("jdbc:sqlserver:") ? Optional.of(SQL_SERVER) : Optional.empty();
  }

  String driver() {
    return driver;
  }

  String spell(String sql) {
    String spelled = sql;
    for (Map.Entry<String, String> entry : spelling.entrySet()) {
      spelled = spelled.replace(entry.getKey(), entry.getValue());
    }
    return spelled;
  }
}
