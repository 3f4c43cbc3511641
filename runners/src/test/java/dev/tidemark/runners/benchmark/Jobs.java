// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.util.List;

/** The jobs by their names. */
final class Jobs {

  /** All of them. */
  static final List<String> NAMES =
      List.of("silver", "marts", "history", "upsert", "nightly", "extract", "growth", "memory");

  /** What is done when nothing is asked for. */
  static final List<String> USUAL = List.of("silver", "marts", "history", "upsert", "nightly");

  private Jobs() {}

  /** What a name of the command line stands for, at a size. */
  static List<Job> of(String name, long rows, Workplace place) {
    Scale scale = Scale.of(rows);
    return switch (name) {
      case "growth" -> NightlyJob.growth(rows, place);
      default -> List.of(named(name, scale, place));
    };
  }

  /** A job by its own name. */
  static Job named(String name, Scale scale, Workplace place) {
    return switch (name) {
      case Landing.NAME -> new Landing(scale, place);
      case "silver" -> new SilverJob(scale, place);
      case "marts" -> new MartsJob(scale, place);
      case "history" -> new HistoryJob(scale, place);
      case "upsert" -> new UpsertJob(scale, place);
      case "nightly" -> NightlyJob.ofShares(scale, place);
      case "memory" -> new MemoryJob(scale, place);
      case "extract" -> new ExtractJob(scale, place);
      default -> throw new IllegalArgumentException("no job " + name);
    };
  }
}
