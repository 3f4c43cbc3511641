// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.chart;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What grows from night to night, while everything else stays. */
enum GrowthAxis {
  /** What comes in. */
  INCREMENT(
      "increment",
      "A night against its increment",
      "rows that come in, % of the lake",
      "%",
      run -> 100 * run.parameter(Run.INCREMENT_ROWS) / run.rows(),
      run -> List.of(run.rows(), run.parameter(Run.SECTIONS), run.parameter(Run.SHARE_OF_LARGEST)),
      run -> Run.size(run.rows()) + " rows in " + sections(run)),
  /** What is there already. */
  TABLE_SIZE(
      "table-size",
      "A night against the size of the lake",
      "rows of premium in the lake, millions",
      "million rows",
      run -> run.rows() / 1e6,
      run ->
          List.of(
              run.parameter(Run.INCREMENT_ROWS),
              run.parameter(Run.SECTIONS),
              run.parameter(Run.SHARE_OF_LARGEST)),
      run -> comingIn(run) + ", " + sections(run)),
  /** How many groups the marts have. */
  SECTIONS(
      "sections",
      "A night against the number of sections",
      "contract sections, thousands",
      "thousand sections",
      run -> run.parameter(Run.SECTIONS) / 1000,
      run ->
          List.of(
              run.rows(), run.parameter(Run.INCREMENT_ROWS), run.parameter(Run.SHARE_OF_LARGEST)),
      run -> comingIn(run) + ", " + Run.size(run.rows()) + " rows in the lake"),
  /** How large the largest group is; that changes the number of groups a little. */
  SKEW(
      "skew",
      "A night against the largest section",
      "rows of the lake in its largest section, %",
      "%",
      run -> 100 * run.parameter(Run.SHARE_OF_LARGEST),
      run -> List.of(run.rows(), run.parameter(Run.INCREMENT_ROWS)),
      run -> comingIn(run) + ", " + Run.size(run.rows()) + " rows in the lake");

  final String file;
  final String title;
  final String label;
  final String unit;
  private final ToDoubleFunction<Run> position;
  private final Function<Run, List<?>> fixed;
  private final Function<Run, String> conditions;

  GrowthAxis(
      String file,
      String title,
      String label,
      String unit,
      ToDoubleFunction<Run> position,
      Function<Run, List<?>> fixed,
      Function<Run, String> conditions) {
    this.file = file;
    this.title = title;
    this.label = label;
    this.unit = unit;
    this.position = position;
    this.fixed = fixed;
    this.conditions = conditions;
  }

  /** Where a night is on the axis. */
  double position(Run night) {
    return position.applyAsDouble(night);
  }

  /** What nights have in common that are drawn together. */
  List<?> fixed(Run night) {
    return fixed.apply(night);
  }

  /** The same for people. */
  String conditions(Run night) {
    return conditions.apply(night);
  }

  private static String comingIn(Run night) {
    return Run.size(night.parameter(Run.INCREMENT_ROWS)) + " rows come in";
  }

  private static String sections(Run night) {
    return String.format(Locale.ROOT, "%,.0f sections", night.parameter(Run.SECTIONS));
  }
}
