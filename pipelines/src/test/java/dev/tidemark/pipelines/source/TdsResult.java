// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result of the scripted SQL Server. */
record TdsResult(List<TdsColumn> columns, List<List<@Nullable Object>> rows) {

  static TdsResult of(TdsColumn... columns) {
    return new TdsResult(List.of(columns), List.of());
  }

  /** The same columns with these rows, each as long as the columns are many. */
  TdsResult with(@Nullable Object[]... added) {
    return new TdsResult(columns, Arrays.stream(added).map(row -> Arrays.asList(row)).toList());
  }

  static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }
}
