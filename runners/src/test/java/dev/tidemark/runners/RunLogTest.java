// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidemark.testing.MutableClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RunLogTest {

  private static final String RED = "\u001b[31m";
  private static final String YELLOW = "\u001b[33m";
  private static final String PLAIN = "\u001b[0m";
  private static final String ERASE = "\r\u001b[K";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.US_ASCII);
  private final MutableClock clock = MutableClock.at("2024-06-04T02:03:04Z");

  @Test
  void anEventIsOneObjectWithItsFigures() {
    new JsonLog(err, clock, () -> "night")
        .tell(LogEvent.info("table_done", "done    %d  rows", 7).of("Broker").with("rows", 7));

    isWritten(
        "{\"time\":\"2024-06-04T02:03:04Z\",\"level\":\"INFO\",\"event\":\"table_done\","
            + "\"run_id\":\"night\",\"table\":\"Broker\",\"rows\":7,\"message\":\"done 7 rows\"}\n");
  }

  @Test
  void whatIsNotKnownIsLeftOut() {
    new JsonLog(err, clock, () -> null).tell(LogEvent.warn("noted", "odd").with("low", null));

    isWritten(
        "{\"time\":\"2024-06-04T02:03:04Z\",\"level\":\"WARN\",\"event\":\"noted\","
            + "\"message\":\"odd\"}\n");
  }

  @Test
  void plainLinesBecomeObjectsAndComplaintsErrors() {
    PrintStream lines = new JsonLog(err, clock, () -> null).lines();
    lines.printf("begun, ");
    lines.printf("ended%n%n");
    lines.println("tidemark: says \"no\"");

    isWritten(
        "{\"time\":\"2024-06-04T02:03:04Z\",\"level\":\"INFO\",\"event\":\"line\","
            + "\"message\":\"begun, ended\"}\n"
            + "{\"time\":\"2024-06-04T02:03:04Z\",\"level\":\"ERROR\",\"event\":\"complaint\","
            + "\"message\":\"says \\\"no\\\"\"}\n");
  }

  @Test
  void anyEncodingOfStandardErrorWillDo() throws IOException {
    new JsonLog(err, clock, () -> null).lines().println("Müller & Søn 保険 😀");

    JsonNode line = new ObjectMapper().readTree(bytes.toByteArray());
    assertThat(line.path("message").asText(), is("Müller & Søn 保険 😀"));
  }

  @Test
  void aStackTraceIsPartOfOneObject() throws IOException {
    new JsonLog(err, clock, () -> null).unforeseen(new IllegalStateException("a\nb"));

    assertThat(bytes.toString(StandardCharsets.US_ASCII).lines().count(), is(1L));
    JsonNode line = new ObjectMapper().readTree(bytes.toByteArray());
    assertThat(line.path("event").asText(), is("unforeseen"));
    assertThat(
        line.path("stack_trace").asText(),
        startsWith("java.lang.IllegalStateException: a\nb\n\tat dev.tidemark.runners.RunLogTest"));
  }

  @Test
  void aTerminalHasColours() {
    TerminalLog log = new TerminalLog(err, clock, new Terminal(true, true));
    log.tell(LogEvent.info("a", "fine"));
    log.tell(LogEvent.warn("b", "odd").of("Broker"));
    log.tell(LogEvent.error("c", "bad"));
    log.lines().println("tidemark: wrong");

    isWritten(
        "02:03:04  fine\n"
            + (YELLOW + "02:03:04  Broker               odd" + PLAIN + "\n")
            + (RED + "02:03:04  bad" + PLAIN + "\n")
            + (RED + "tidemark: wrong" + PLAIN + "\n"));
  }

  @Test
  void nobodyIsGivenColoursThatTheyDoNotWant() {
    assertThat(Terminal.in(Map.of("TERM", "xterm")), is(new Terminal(true, true)));
    assertThat(Terminal.in(Map.of("TERM", "xterm", "NO_COLOR", "")), is(new Terminal(true, true)));
    assertThat(
        Terminal.in(Map.of("TERM", "xterm", "NO_COLOR", "1")), is(new Terminal(true, false)));
    assertThat(Terminal.in(Map.of("TERM", "dumb")), is(Terminal.NONE));
    assertThat(Terminal.in(Map.of()), is(Terminal.NONE));
    new TerminalLog(err, clock, new Terminal(true, false)).tell(LogEvent.error("c", "bad"));
    isWritten("02:03:04  bad\n");
  }

  @Test
  void whatIsCapturedIsNoTerminal() {
    assertThat(Terminal.of(err, Map.of("TERM", "xterm")), is(Terminal.NONE));
  }

  @Test
  @Timeout(10)
  void aTerminalShowsThatSomethingGoesOnUntilItDoesNot() throws InterruptedException {
    TerminalLog log = new TerminalLog(err, clock, new Terminal(true, true));
    log.awaiting("the graph runs");
    await(ERASE + "02:03:04  the graph runs, 0 s");
    clock.advance(Duration.ofSeconds(61));
    await(ERASE + "02:04:05  the graph runs, 61 s");
    log.tell(LogEvent.info("a", "done"));

    String ended = bytes.toString(StandardCharsets.US_ASCII);
    assertThat(ended.substring(ended.lastIndexOf(ERASE)), is(ERASE + "02:04:05  done\n"));
  }

  @Test
  void aFormatThatIsNoneIsRefusedAndWhatIsWrongOtherwiseIsToldInTheFormat() {
    assertThat(LogFormat.of("--config=x"), is(LogFormat.LINES));
    assertThat(LogFormat.of("--config=x", "--logFormat=json"), is(LogFormat.JSON));
    assertThat(LogFormat.of("--logFormat=JSON"), is(LogFormat.LINES));
    Launch refused = Launch.at(clock.instant(), "--demo", "--logFormat=xml");
    assertThat(refused.exitCode(), is(2));
    assertThat(
        refused.progress(),
        is("tidemark: --logFormat=xml is not known; write lines or json" + System.lineSeparator()));
    assertThat(
        Launch.at(clock.instant(), "--demo", "--logFormat=json", "--nonsense=1").progress(),
        containsString("\"level\":\"ERROR\",\"event\":\"complaint\",\"message\":\"--nonsense"));
  }

  private void await(String text) throws InterruptedException {
    while (!bytes.toString(StandardCharsets.US_ASCII).contains(text)) {
      Thread.onSpinWait();
      Thread.sleep(10);
    }
  }

  private void isWritten(String text) {
    assertThat(
        bytes.toString(StandardCharsets.US_ASCII).replace(System.lineSeparator(), "\n"), is(text));
  }
}
