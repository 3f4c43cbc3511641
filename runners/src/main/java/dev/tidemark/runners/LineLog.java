// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Plain lines for people, an event behind its time in UTC. */
final class LineLog implements RunLog {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

  private final PrintStream err;
  private final Clock clock;

  LineLog(PrintStream err, Clock clock) {
    this.err = err;
    this.clock = clock;
  }

  @Override
  public void tell(LogEvent event) {
    err.println(timed(clock.instant(), event.line()));
  }

  @Override
  public void unforeseen(Throwable thrown) {
    thrown.printStackTrace(err);
  }

  @Override
  public PrintStream lines() {
    return err;
  }

  static String timed(Instant time, String text) {
    return TIME.format(time) + "  " + text;
  }
}
