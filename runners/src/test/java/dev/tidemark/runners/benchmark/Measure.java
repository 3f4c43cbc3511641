// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.util.function.ToDoubleFunction;

/** What a budget limits. */
enum Measure {
  WALL("wall", "s", Measurement::wallSeconds),
  CPU("CPU", "s", Measurement::cpuSeconds),
  MEMORY("memory", "MB", measurement -> measurement.peakBytes() / 1e6);

  private final String label;
  private final String unit;
  private final ToDoubleFunction<Measurement> value;

  Measure(String label, String unit, ToDoubleFunction<Measurement> value) {
    this.label = label;
    this.unit = unit;
    this.value = value;
  }

  String label() {
    return label;
  }

  String unit() {
    return unit;
  }

  double of(Measurement measurement) {
    return value.applyAsDouble(measurement);
  }
}
