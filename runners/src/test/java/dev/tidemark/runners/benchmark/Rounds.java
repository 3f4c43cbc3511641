// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures a job: in every round each contender in turn, so that a slow hour of the machine is
 * everybody's; what they have made is compared after each round.
 */
final class Rounds {

  private final Workplace place;
  private final Arguments arguments;
  private final PrintStream out;

  Rounds(Workplace place, Arguments arguments, PrintStream out) {
    this.place = place;
    this.arguments = arguments;
    this.out = out;
  }

  /**
   * Measures.
   *
   * @throws DisagreementException when contenders made different things
   */
  List<Result> run(Job job) throws Exception {
    double start = seconds();
    job.prepare();
    out.printf("  prepared in %.0f s%n", seconds() - start);
    List<Result> results = new ArrayList<>();
    Path folder = Workplace.empty(place.rounds(job));
    for (int round = 1; round <= arguments.rounds(); round++) {
      start = seconds();
      Map<String, Path> outputs = new LinkedHashMap<>();
      for (Contender contender : job.contenders()) {
        for (Measurement measurement : measure(job, contender, folder, outputs)) {
          results.add(Result.of(job, contender, round, measurement));
          out.printf(
              Locale.ROOT,
              "    %s, %s: %.1f s wall, %.1f s CPU, %.0f MB%n",
              contender.name(),
              measurement.phase().label(),
              measurement.wallSeconds(),
              measurement.cpuSeconds(),
              Measure.MEMORY.of(measurement));
        }
      }
      job.check(outputs);
      Workplace.empty(folder);
      out.printf("  round %d of %d in %.0f s%n", round, arguments.rounds(), seconds() - start);
    }
    return results;
  }

  private List<Measurement> measure(
      Job job, Contender contender, Path folder, Map<String, Path> outputs) throws Exception {
    Integer asked = arguments.warm();
    int warm = job.isRepeatable() && asked != null ? asked : contender.warm();
    List<Path> times = new ArrayList<>();
    for (int time = 0; time <= warm; time++) {
      Path output =
          Workplace.empty(folder.resolve(contender.folder()).resolve(Integer.toString(time)));
      job.beforeWork(contender.name(), output);
      times.add(output);
      outputs.put(
          time == 0 ? contender.name() : contender.name() + " again (" + time + ")", output);
    }
    List<Measurement> measured = run(job, contender, folder, times);
    for (Path output : times) {
      job.afterWork(contender.name(), output);
    }
    return measured;
  }

  private List<Measurement> run(Job job, Contender contender, Path folder, List<Path> times)
      throws IOException, InterruptedException {
    Path scratch = Workplace.empty(folder.resolve(contender.folder()).resolve("scratch"));
    List<Measurement> measured =
        MeasuredProcess.run(place, job, contender, arguments.javaOptions(), scratch, times);
    Workplace.delete(scratch);
    return measured;
  }

  private static double seconds() {
    return System.nanoTime() / 1e9;
  }
}
