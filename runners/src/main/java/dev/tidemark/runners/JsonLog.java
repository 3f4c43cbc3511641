// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.run.RunJson;
import dev.tidemark.runners.LogEvent.Level;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A JSON object on every line, for those who collect logs. */
final class JsonLog implements RunLog {

  private final PrintStream err;
  private final Clock clock;
  private final Supplier<@Nullable String> runId;
  private final PrintStream lines = LineStream.to(this::line);

  JsonLog(PrintStream err, Clock clock, Supplier<@Nullable String> runId) {
    this.err = err;
    this.clock = clock;
    this.runId = runId;
  }

  @Override
  public void tell(LogEvent event) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("time", clock.instant().toString());
    json.put("level", event.level());
    json.put("event", event.name());
    put(json, "run_id", runId.get());
    put(json, "table", event.table());
    json.putAll(event.fields());
    json.put("message", event.sentence());
    synchronized (this) {
      err.println(ascii(RunJson.write(json)));
    }
  }

  @Override
  public void unforeseen(Throwable thrown) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace, true));
    tell(
        new LogEvent(
            Level.ERROR,
            "unforeseen",
            null,
            Map.of("stack_trace", trace.toString()),
            Failure.oneLine(thrown)));
  }

  @Override
  public PrintStream lines() {
    return lines;
  }

  private void line(String line) {
    boolean isComplaint = line.startsWith(COMPLAINT);
    tell(
        new LogEvent(
            isComplaint ? Level.ERROR : Level.INFO,
            isComplaint ? "complaint" : "line",
            null,
            Map.of(),
            isComplaint ? line.substring(COMPLAINT.length()) : line));
  }

  /** The same JSON, whatever the encoding of standard error. */
  private static String ascii(String json) {
    StringBuilder ascii = new StringBuilder(json.length());
    json.chars()
        .forEach(
            c -> {
              if (c < 0x7f) {
                ascii.append((char) c);
              } else {
                ascii.append(String.format("\\u%04x", c));
              }
            });
    return ascii.toString();
  }

  private static void put(Map<String, Object> json, String field, @Nullable String value) {
    if (value != null) {
      json.put(field, value);
    }
  }
}
