// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Map;

/**
 * A measurement, and of what.
 *
 * @param contender its name within the job
 * @param round counted from 1
 * @param parameters what the work is told apart by from others of the job
 */
record Result(
    String job,
    String contender,
    String engine,
    long rows,
    int round,
    @JsonUnwrapped Measurement measurement,
    Map<String, Object> parameters) {

  static Result of(Job job, Contender contender, int round, Measurement measurement) {
    return new Result(
        job.name(),
        contender.name(),
        contender.engine().label(),
        job.scale().rows(),
        round,
        measurement,
        contender.parameters());
  }
}
