// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.run.Check;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How differences are written: a figure, and the first row or group that it comes from. */
final class Checks {

  private Checks() {}

  /** Exceptions to a rule that has none, told by their number and the first of them. */
  static final class Exceptions {

    private final String name;
    private long count;
    private @Nullable String first;

    /** Exceptions to the rule that {@code name} states. */
    Exceptions(String name) {
      this.name = name;
    }

    void add(String what) {
      count++;
      if (first == null || what.compareTo(first) < 0) {
        first = what;
      }
    }

    Check check() {
      String left = first == null ? "0" : count + " (" + first + more(count - 1) + ")";
      return new Check(name, left, "0", count == 0);
    }
  }

  /**
   * That both sides have the same keys, each with the same figures.
   *
   * @param name says what facts and mart should not have
   */
  static <K> Check same(String name, Map<K, String> facts, Map<K, String> mart) {
    Exceptions different = new Exceptions(name);
    facts.forEach(
        (key, figures) -> {
          String found = mart.getOrDefault(key, "none");
          if (!figures.equals(found)) {
            different.add(key + ": " + figures + " <> " + found);
          }
        });
    mart.forEach(
        (key, figures) -> {
          if (!facts.containsKey(key)) {
            different.add(key + ": none <> " + figures);
          }
        });
    return different.check();
  }

  /** {@code "; 3 more"}, nothing for none. */
  static String more(long others) {
    return others == 0 ? "" : "; " + others + " more";
  }
}
