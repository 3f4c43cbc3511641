// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.chart;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * One measured run.
 *
 * @param contender its name within the job
 * @param phase cold, or warm
 * @param parameters the numbers that its work is told apart by
 */
record Run(
    String job,
    String contender,
    String engine,
    long rows,
    int round,
    String phase,
    double wallSeconds,
    double cpuSeconds,
    Map<String, Double> parameters) {

  static final String INCREMENT_ROWS = "increment_rows";
  static final String SECTIONS = "sections";
  static final String SHARE_OF_LARGEST = "share_of_largest";

  private static final String TIDEMARK = "tidemark";
  private static final Set<String> OF_A_NIGHT = Set.of(INCREMENT_ROWS, SECTIONS, SHARE_OF_LARGEST);

  /** Whether it is the product's, not a rival's. */
  boolean isOurs() {
    return engine.equals(TIDEMARK);
  }

  /** Whether it is a night on a lake that was there before, in a process of its own. */
  boolean isNight() {
    return isOurs()
        && phase.equals("cold")
        && parameters.keySet().containsAll(OF_A_NIGHT)
        && parameter(INCREMENT_ROWS) < rows;
  }

  /** A parameter that it has. */
  double parameter(String name) {
    Double value = parameters.get(name);
    if (value == null) {
      throw new IllegalArgumentException("a run of " + job + " has no parameter " + name);
    }
    return value;
  }

  /** So many rows, as people say it: 5M, 10k. */
  static String size(double rows) {
    DecimalFormat format =
        new DecimalFormat("#,##0.##", DecimalFormatSymbols.getInstance(Locale.ROOT));
    if (rows >= 1e6) {
      return format.format(rows / 1e6) + "M";
    }
    return rows >= 1e3 ? format.format(rows / 1e3) + "k" : format.format(rows);
  }
}
