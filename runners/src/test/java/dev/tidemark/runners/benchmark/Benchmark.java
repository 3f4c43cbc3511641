// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import dev.tidemark.runners.benchmark.chart.GrowthChart;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Measures the product beside its rivals, each in a process of its own, on one machine in one run:
 * {@code mvn -q -Pbenchmark verify}. Ratios are the message: the times are this machine's.
 */
public final class Benchmark {

  private final Arguments arguments;
  private final PrintStream out;

  private Benchmark(Arguments arguments, PrintStream out) {
    this.arguments = arguments;
    this.out = out;
  }

  /** Measures what the arguments say; fails when contenders do not agree. */
  public static void main(String[] args) {
    // a server tells of every start and stop
    Logger.getLogger("").setLevel(Level.WARNING);
    System.exit(run(System.out, args));
  }

  /** Measures, and gives the exit code. */
  static int run(PrintStream out, String... args) {
    try {
      Arguments arguments = Arguments.read(args);
      if (arguments.plot().isEmpty()) {
        new Benchmark(arguments, out).run();
      } else {
        GrowthChart.draw(arguments.plot(), arguments.into()).forEach(out::println);
      }
      return 0;
    } catch (IllegalArgumentException | DisagreementException refused) {
      out.println("benchmark: " + refused.getMessage());
      return refused instanceof DisagreementException ? 3 : 2;
    } catch (Exception failure) {
      failure.printStackTrace(out);
      return 1;
    }
  }

  private void run() throws Exception {
    Machine machine = Machine.here();
    Report report = new Report(Instant.now(), machine, arguments.heap(), arguments.java(), out);
    out.println("On " + machine);
    try (Workplace place = Workplace.in(arguments.folder())) {
      List<Job> jobs = jobs(place);
      out.printf(
          "%d rounds, heaps of %s%s; data and results in %s%n",
          arguments.rounds(),
          arguments.heap(),
          arguments.java().isEmpty() ? "" : ", java " + String.join(" ", arguments.java()),
          arguments.folder());
      jobs.forEach(job -> out.println("  " + describe(job)));
      Rounds rounds = new Rounds(place, arguments, out);
      for (Job job : jobs) {
        out.println("\n" + describe(job));
        report.add(job, rounds.run(job));
        report.write(place.results());
      }
      out.println("Every measurement is in " + report.write(place.results()));
    }
  }

  private List<Job> jobs(Workplace place) {
    List<Job> jobs = new ArrayList<>();
    for (long rows : arguments.rows()) {
      for (String name : arguments.jobs()) {
        jobs.addAll(Jobs.of(name, rows, place));
      }
    }
    return jobs;
  }

  private static String describe(Job job) {
    return "%s, %,d rows: %s".formatted(job.name(), job.scale().rows(), job.title());
  }
}
