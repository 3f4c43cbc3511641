// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

/** What a budget limits. */
enum Measure {
  WALL("wall", "s"),
  CPU("CPU", "s"),
  MEMORY("memory", "MB");

  private final String label;
  private final String unit;

  Measure(String label, String unit) {
    this.label = label;
    this.unit = unit;
  }

  String label() {
    return label;
  }

  String unit() {
    return unit;
  }

  /** What a measurement says of it, in its unit. */
  double of(Measurement measurement) {
    return switch (this) {
      case WALL -> measurement.wallSeconds();
      case CPU -> measurement.cpuSeconds();
      case MEMORY -> measurement.peakBytes() / 1e6;
    };
  }
}
