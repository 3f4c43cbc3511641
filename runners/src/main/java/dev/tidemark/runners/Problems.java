// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is wrong with a command line and its configuration: all of it, each thing once. */
final class Problems {

  private final Set<String> all = new LinkedHashSet<>();

  void add(String problem) {
    all.add(problem);
  }

  void addAll(Collection<String> problems) {
    all.addAll(problems);
  }

  /** What a step gives; null when it complains. */
  <T> @Nullable T tried(Supplier<? extends @Nullable T> step) {
    try {
      return step.get();
    } catch (ConfigException e) {
      all.addAll(e.problems());
      return null;
    }
  }

  /** Takes the complaint of a step, if it has one. */
  void tried(Runnable step) {
    tried(
        () -> {
          step.run();
          return null;
        });
  }

  /** In the order in which they were found. */
  List<String> all() {
    return List.copyOf(all);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /**
   * Ends a launch that has any.
   *
   * @throws ConfigException with all of them
   */
  void refuse() {
    if (!all.isEmpty()) {
      throw new ConfigException(all());
    }
  }
}
