// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.io.PrintStream;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Standard error, where a command line tells how it goes. */
interface RunLog {

  /** What starts a line that tells of a failure. */
  String COMPLAINT = "tidemark: ";

  /**
   * The log that suits format and place.
   *
   * @param runId the run that goes on; null before one does
   */
  static RunLog of(
      LogFormat format, PrintStream err, Clock clock, Supplier<@Nullable String> runId) {
    // libraries log by themselves: log4j2.properties has a layout for each format
    System.setProperty("tidemark.logFormat", format.toString());
    if (format == LogFormat.JSON) {
      return new JsonLog(err, clock, runId);
    }
    Terminal terminal = Terminal.of(err, System.getenv());
    return terminal.isOne() ? new TerminalLog(err, clock, terminal) : new LineLog(err, clock);
  }

  /** Tells what happened. */
  void tell(LogEvent event);

  /** Something goes on for a while, until the next event or line. */
  default void awaiting(String what) {}

  /** Tells where an unforeseen failure came from. */
  void unforeseen(Throwable thrown);

  /** Takes lines that are no event. */
  PrintStream lines();
}
