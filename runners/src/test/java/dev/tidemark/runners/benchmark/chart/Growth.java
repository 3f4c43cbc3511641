// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.chart;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jfree.data.statistics.Regression;

/** The nights of one chart: alike but for where they are on its axis. */
final class Growth {

  /**
   * The straight line that is nearest to the medians.
   *
   * @param floor where it meets the axis
   * @param slope seconds per unit of the axis
   */
  record Line(double floor, double slope) {

    double at(double position) {
      return floor + slope * position;
    }
  }

  private final TreeMap<Double, List<Run>> nights;
  private final String conditions;

  private Growth(TreeMap<Double, List<Run>> nights, String conditions) {
    this.nights = nights;
    this.conditions = conditions;
  }

  /**
   * The nights that are at the most places of an axis, all else equal; none when all are at one
   * place.
   */
  static Optional<Growth> along(GrowthAxis axis, List<Run> runs) {
    Map<List<?>, List<Run>> families = new LinkedHashMap<>();
    for (Run run : runs) {
      if (run.isNight()) {
        families.computeIfAbsent(axis.fixed(run), fixed -> new ArrayList<>()).add(run);
      }
    }
    Growth widest = null;
    for (List<Run> family : families.values()) {
      Growth growth = of(axis, family);
      if (growth.nights.size() > (widest == null ? 1 : widest.nights.size())) {
        widest = growth;
      }
    }
    return Optional.ofNullable(widest);
  }

  private static Growth of(GrowthAxis axis, List<Run> family) {
    TreeMap<Double, List<Run>> nights = new TreeMap<>();
    for (Run night : family) {
      nights.computeIfAbsent(axis.position(night), at -> new ArrayList<>()).add(night);
    }
    if (axis == GrowthAxis.SKEW) {
      double usual = usualSections(family);
      nights.replaceAll((at, there) -> nearest(usual, there));
    }
    return new Growth(nights, axis.conditions(family.get(0)));
  }

  /** The most frequent number of sections; of several the first measured. */
  private static double usualSections(List<Run> family) {
    Map<Double, Integer> counts = new HashMap<>();
    double usual = 0;
    for (Run night : family) {
      double sections = night.parameter(Run.SECTIONS);
      if (counts.merge(sections, 1, Integer::sum) > counts.getOrDefault(usual, 0)) {
        usual = sections;
      }
    }
    return usual;
  }

  private static List<Run> nearest(double sections, List<Run> nights) {
    double least =
        nights.stream().mapToDouble(night -> distance(night, sections)).min().orElseThrow();
    return nights.stream().filter(night -> distance(night, sections) == least).toList();
  }

  private static double distance(Run night, double sections) {
    return Math.abs(night.parameter(Run.SECTIONS) - sections);
  }

  /** What all of them have in common. */
  String conditions() {
    return conditions;
  }

  /** What they took, by their place on the axis. */
  TreeMap<Double, Spread> spreads(Seconds seconds) {
    TreeMap<Double, Spread> spreads = new TreeMap<>();
    nights.forEach(
        (at, there) -> spreads.put(at, Spread.of(there.stream().map(seconds::of).toList())));
    return spreads;
  }

  /** The line through the medians. */
  Line line(Seconds seconds) {
    double[][] medians =
        spreads(seconds).entrySet().stream()
            .map(entry -> new double[] {entry.getKey(), entry.getValue().median()})
            .toArray(double[][]::new);
    double[] line = Regression.getOLSRegression(medians);
    return new Line(line[0], line[1]);
  }
}
