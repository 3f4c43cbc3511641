// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What rivals took in one process, one after another, some rounds long. */
final class Costs {

  /**
   * What one run took.
   *
   * @param wall seconds of the clock
   * @param cpu seconds of this process's processors
   */
  record Cost(double wall, double cpu) {}

  /** What is measured. */
  interface Work {
    void run() throws Exception;
  }

  private final Map<String, List<Cost>> costs = new LinkedHashMap<>();

  /** Runs a rival once. */
  void measure(String name, Work work) throws Exception {
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long wall = System.nanoTime();
    long cpu = process.getProcessCpuTime();
    work.run();
    Cost cost =
        new Cost((System.nanoTime() - wall) / 1e9, (process.getProcessCpuTime() - cpu) / 1e9);
    costs.computeIfAbsent(name, n -> new ArrayList<>()).add(cost);
  }

  /** The medians of a rival's rounds. */
  Cost median(String name) {
    List<Cost> runs = costs.getOrDefault(name, List.of());
    return new Cost(
        runs.stream().map(Cost::wall).sorted().toList().get(runs.size() / 2),
        runs.stream().map(Cost::cpu).sorted().toList().get(runs.size() / 2));
  }

  /** Prints every rival's medians, and their ratios to one of them. */
  void report(String title, String rival) {
    Cost one = median(rival);
    System.out.printf("%n%s, medians on two cores%n", title);
    System.out.printf("%-32s %8s %8s %8s %8s%n", "", "wall s", "ratio", "cpu s", "ratio");
    for (String name : costs.keySet()) {
      Cost cost = median(name);
      System.out.printf(
          Locale.ROOT,
          "%-32s %8.2f %8.2f %8.2f %8.2f%n",
          name,
          cost.wall(),
          cost.wall() / one.wall(),
          cost.cpu(),
          cost.cpu() / one.cpu());
    }
  }
}
