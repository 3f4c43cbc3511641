// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.chart;

import java.awt.Color;
import java.util.function.ToDoubleFunction;

/** What is drawn of a run. */
enum Seconds {
  WALL("wall", new Color(0x1f6fb2), Run::wallSeconds),
  CPU("processor", new Color(0xc8600a), Run::cpuSeconds);

  final String label;
  final Color colour;
  private final ToDoubleFunction<Run> figure;

  Seconds(String label, Color colour, ToDoubleFunction<Run> figure) {
    this.label = label;
    this.colour = colour;
    this.figure = figure;
  }

  double of(Run run) {
    return figure.applyAsDouble(run);
  }
}
