// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.util.List;

/** The budgets that several jobs have. */
final class Budgets {

  private static final double PROCESS_MEGABYTES = 3 * 1024 * 1024 * 1024L / 1e6;

  private Budgets() {}

  /**
   * The product takes half of what Spark takes, wall and CPU, from the start of its process, which
   * keeps within its memory.
   */
  static List<Budget> halfOfSpark() {
    return List.of(
        Budget.times(0.5, Engine.SPARK.label(), Measure.WALL, Phase.COLD, Engine.TIDEMARK.label()),
        Budget.times(0.5, Engine.SPARK.label(), Measure.CPU, Phase.COLD, Engine.TIDEMARK.label()),
        memory(Engine.TIDEMARK.label()));
  }

  /** A contender's whole process stays within three gigabytes. */
  static Budget memory(String contender) {
    return Budget.atMost(PROCESS_MEGABYTES, Measure.MEMORY, contender);
  }
}
