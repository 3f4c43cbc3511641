// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The precision of the store's instants; finer parts are cut, so that no database rounds them each
 * in its own way.
 */
final class Micros {
  private Micros() {}

  static Instant of(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MICROS);
  }
}
