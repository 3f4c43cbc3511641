// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** The figures that a graph left, each the sum over its buckets or, where so asked, the highest. */
final class Figures {

  private final Map<String, List<String>> values;

  Figures(Map<String, List<String>> values) {
    this.values = values;
  }

  BigDecimal sum(String name) {
    return values.getOrDefault(name, List.of()).stream()
        .map(BigDecimal::new)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  long count(String name) {
    return sum(name).longValueExact();
  }

  /** The highest of what the buckets gave; 0 when none gave any. */
  long max(String name) {
    return values.getOrDefault(name, List.of()).stream().mapToLong(Long::parseLong).max().orElse(0);
  }

  /** The texts that were given for a name. */
  List<String> texts(String name) {
    return values.getOrDefault(name, List.of());
  }
}
