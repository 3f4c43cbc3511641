// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The process that is measured: does the work of one contender, once or several times. */
final class Worker {

  private Worker() {}

  /**
   * Works.
   *
   * @param args when the process was started, in milliseconds; the folder of the benchmarks; job,
   *     size and contender; the file for what was measured; the folder of each time of the work
   */
  public static void main(String[] args) throws Exception {
    Stopwatch stopwatch = Stopwatch.since(Long.parseLong(args[0]));
    // writing thousands of lines is no part of anybody's work
    Logger.getLogger("").setLevel(Level.SEVERE);
    Job job = Jobs.named(args[2], Scale.parse(args[3]), Workplace.in(Path.of(args[1])));
    List<Measurement> measured = new ArrayList<>();
    for (String output : Arrays.asList(args).subList(6, args.length)) {
      job.work(args[4], Path.of(output));
      measured.add(stopwatch.stop());
      stopwatch.again();
    }
    new ObjectMapper().writeValue(Path.of(args[5]).toFile(), measured);
    // threads of an engine may live on
    System.exit(0);
  }
}
