// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.DatabaseConfig;
import java.io.Serializable;
import java.sql.Types;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What differs between the databases that a table can be read from. Chosen from the JDBC URL. */
sealed interface Dialect extends Serializable permits H2Dialect, PostgresDialect {

  static Dialect of(String url) {
    if (url.startsWith("jdbc:h2:")) {
      return H2Dialect.INSTANCE;
    }
    if (url.startsWith("jdbc:postgresql:")) {
      return PostgresDialect.INSTANCE;
    }
    throw new ConfigException(
        "source URL "
            + DatabaseConfig.of(url).displayUrl()
            + " is of no known database; use jdbc:postgresql: or jdbc:h2:");
  }

  /** The product's name, for messages and for {@code _source}. */
  String product();

  /** An identifier, quoted exactly as the source spells it. */
  default String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /** A parameter that is bound as a mark's text and compared as the column's own type. */
  String markParameter(Mark.Type type);

  /** What the driver is told besides user and password, for that URL. */
  default Map<String, String> driverProperties(String url) {
    return Map.of();
  }

  /** One row with the source's clock as a timestamp with time zone. */
  String clockQuery();

  /** The sort of value of a result column; null for one that cannot be read exactly. */
  default SqlType.@Nullable Kind kindOf(int jdbcType, String typeName) {
    return switch (jdbcType) {
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
          Types.NCLOB ->
          SqlType.Kind.TEXT;
      case Types.DATE -> SqlType.Kind.DATE;
      case Types.TIMESTAMP -> SqlType.Kind.TIMESTAMP;
      case Types.TIMESTAMP_WITH_TIMEZONE -> SqlType.Kind.ZONED_TIMESTAMP;
      case Types.TIME -> SqlType.Kind.TIME;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> SqlType.Kind.BINARY;
      default -> null;
    };
  }
}
