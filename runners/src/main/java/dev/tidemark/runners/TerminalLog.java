// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.runners.LogEvent.Level;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lines for people at a terminal: what goes wrong in colour, and while something goes on a last
 * line that counts the seconds, written over by what comes next.
 */
final class TerminalLog implements RunLog {

  private static final String RED = "\u001b[31m";
  private static final String YELLOW = "\u001b[33m";
  private static final String PLAIN = "\u001b[0m";
  private static final String ERASE = "\r\u001b[K";

  private final PrintStream err;
  private final Clock clock;
  private final Terminal terminal;
  private final PrintStream lines = LineStream.to(this::line);
  private @Nullable ScheduledExecutorService ticking;

  TerminalLog(PrintStream err, Clock clock, Terminal terminal) {
    this.err = err;
    this.clock = clock;
    this.terminal = terminal;
  }

  @Override
  public synchronized void tell(LogEvent event) {
    print(event.level(), LineLog.timed(clock.instant(), event.line()));
  }

  @Override
  public synchronized void awaiting(String what) {
    stop();
    Instant since = clock.instant();
    ScheduledExecutorService started =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "tidemark-terminal");
              thread.setDaemon(true);
              return thread;
            });
    ticking = started;
    started.scheduleAtFixedRate(() -> tick(started, what, since), 0, 1, TimeUnit.SECONDS);
  }

  @Override
  public synchronized void unforeseen(Throwable thrown) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace, true));
    print(Level.INFO, trace.toString().stripTrailing());
  }

  @Override
  public PrintStream lines() {
    return lines;
  }

  private synchronized void line(String line) {
    print(line.startsWith(COMPLAINT) ? Level.ERROR : Level.INFO, line);
  }

  private void print(Level level, String text) {
    stop();
    String colour = level == Level.ERROR ? RED : level == Level.WARN ? YELLOW : "";
    err.println(terminal.hasColours() && !colour.isEmpty() ? colour + text + PLAIN : text);
  }

  private synchronized void tick(ScheduledExecutorService of, String what, Instant since) {
    if (of == ticking) {
      Instant now = clock.instant();
      long seconds = Duration.between(since, now).toSeconds();
      err.print(ERASE + LineLog.timed(now, what + ", " + seconds + " s"));
      err.flush();
    }
  }

  private void stop() {
    if (ticking != null) {
      ticking.shutdownNow();
      ticking = null;
      err.print(ERASE);
    }
  }
}
