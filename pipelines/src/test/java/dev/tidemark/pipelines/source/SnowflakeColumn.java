// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import org.jspecify.annotations.Nullable;

/**
 * A column of a result as Snowflake describes it.
 *
 * @param name its name
 * @param type the protocol's own name of its type
 * @param precision digits of a number, else null
 * @param scale digits after the point, else null
 * @param length of a text or of bytes, else null
 * @param shown the type that the protocol's type stands for, else null
 */
record SnowflakeColumn(
    String name,
    String type,
    @Nullable Integer precision,
    @Nullable Integer scale,
    @Nullable Integer length,
    @Nullable String shown) {

  static SnowflakeColumn number(String name, int precision, int scale) {
    return new SnowflakeColumn(name, "fixed", precision, scale, null, null);
  }

  static SnowflakeColumn text(String name, int length) {
    return new SnowflakeColumn(name, "text", null, null, length, null);
  }

  static SnowflakeColumn bytes(String name, int length) {
    return new SnowflakeColumn(name, "binary", null, null, length, null);
  }

  /** TIME and the three TIMESTAMPs. */
  static SnowflakeColumn time(String name, String type, int scale) {
    return new SnowflakeColumn(name, type, 0, scale, null, null);
  }

  static SnowflakeColumn plain(String name, String type) {
    return new SnowflakeColumn(name, type, null, null, null, null);
  }

  /** GEOGRAPHY and GEOMETRY travel as objects. */
  static SnowflakeColumn spatial(String name, String shown) {
    return new SnowflakeColumn(name, "object", null, null, null, shown);
  }
}
