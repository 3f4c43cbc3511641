// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table that everybody has to make alike.
 *
 * @param path below the folder of everybody's output
 * @param key what its rows are told apart by
 * @param columns what is compared, each with the type that it is compared in
 */
record ComparedTable(String path, List<String> key, List<Column> columns) {

  /** A column and a type of DuckDB. */
  record Column(String name, String type) {}

  /** A table with columns as in {@code id BIGINT, premium DECIMAL(18;2)}. */
  static ComparedTable of(String path, String key, String columns) {
    return new ComparedTable(
        path,
        List.of(key.split(", *", -1)),
        Arrays.stream(columns.strip().split(",\\s*", -1))
            .map(column -> column.split(" ", 2))
            .map(parts -> new Column(parts[0], parts[1].replace(';', ',')))
            .toList());
  }

  /** The columns, cast. */
  String casts() {
    return columns.stream()
        .map(c -> "CAST(" + c.name() + " AS " + c.type() + ") AS " + c.name())
        .collect(Collectors.joining(", "));
  }

  /** The columns of no row. */
  String nulls() {
    return columns.stream()
        .map(c -> "CAST(NULL AS " + c.type() + ") AS " + c.name())
        .collect(Collectors.joining(", "));
  }

  String names() {
    return columns.stream().map(Column::name).collect(Collectors.joining(", "));
  }
}
