// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What the product took by what a rival took, round by round: of each job at its largest size. */
final class Ratios {

  private record Work(String job, String contender, String phase) {}

  private Ratios() {}

  /** The spreads of the ratios, by the name of the work, in the order of the runs. */
  static Map<String, Spread> to(String rival, Seconds seconds, List<Run> runs) {
    Map<Work, Long> sizes = new LinkedHashMap<>();
    for (Run run : runs) {
      if (run.isOurs()) {
        sizes.merge(new Work(run.job(), run.contender(), run.phase()), run.rows(), Math::max);
      }
    }
    Map<String, Spread> ratios = new LinkedHashMap<>();
    sizes.forEach(
        (work, rows) -> {
          List<Run> alike =
              runs.stream()
                  .filter(run -> run.job().equals(work.job) && run.phase().equals(work.phase))
                  .filter(run -> run.rows() == rows)
                  .toList();
          List<Double> ofRounds =
              ratios(
                  rounds(seconds, alike, run -> run.contender().equals(work.contender)),
                  rounds(seconds, alike, run -> run.engine().equals(rival)));
          if (!ofRounds.isEmpty()) {
            ratios.put(name(work, rows), Spread.of(ofRounds));
          }
        });
    return ratios;
  }

  private static List<Double> ratios(Map<Integer, Double> ours, Map<Integer, Double> theirs) {
    List<Double> ratios = new ArrayList<>();
    ours.forEach(
        (round, took) -> {
          Double rival = theirs.get(round);
          if (rival != null) {
            ratios.add(took / rival);
          }
        });
    return ratios;
  }

  /** A process may do its work again and again in one round: the median counts. */
  private static Map<Integer, Double> rounds(
      Seconds seconds, List<Run> runs, Predicate<Run> wanted) {
    Map<Integer, List<Double>> took = new TreeMap<>();
    for (Run run : runs) {
      if (wanted.test(run)) {
        took.computeIfAbsent(run.round(), r -> new ArrayList<>()).add(seconds.of(run));
      }
    }
    Map<Integer, Double> medians = new TreeMap<>();
    took.forEach((round, figures) -> medians.put(round, Spread.of(figures).median()));
    return medians;
  }

  private static String name(Work work, long rows) {
    String who = work.contender.equals("tidemark") ? "" : " (" + work.contender + ")";
    return work.job + who + ", " + Run.size(rows) + ", " + work.phase;
  }
}
