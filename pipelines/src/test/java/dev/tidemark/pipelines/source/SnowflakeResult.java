// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result of the scripted Snowflake: every value is a text on the wire. */
record SnowflakeResult(List<SnowflakeColumn> columns, List<List<@Nullable String>> rows) {

  static SnowflakeResult of(SnowflakeColumn... columns) {
    return new SnowflakeResult(List.of(columns), List.of());
  }

  /** The same columns with these rows, each as long as the columns are many. */
  SnowflakeResult with(@Nullable String[]... added) {
    return new SnowflakeResult(
        columns, Arrays.stream(added).map(row -> Arrays.asList(row)).toList());
  }

  static @Nullable String[] row(@Nullable String... values) {
    return values;
  }
}
