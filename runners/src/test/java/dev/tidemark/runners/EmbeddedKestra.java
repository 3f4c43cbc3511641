// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A scheduler in a process of its own, on a Java that is newer than the product's: the project in
 * {@code src/test/kestra}.
 */
final class EmbeddedKestra implements AutoCloseable {

  private static final int OLDEST_JAVA = 21;
  private static final Path PROJECT = Path.of("src", "test", "kestra", "pom.xml").toAbsolutePath();
  private static final Path BUILT = Path.of("target", "kestra-build").toAbsolutePath();
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Process process;
  private final Path errors;
  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final List<JsonNode> events = new ArrayList<>();

  private EmbeddedKestra(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    Thread reader = new Thread(this::listen, "kestra");
    reader.setDaemon(true);
    reader.start();
  }

  /** The home of a Java that Kestra runs on: the one that is named, or one that is installed. */
  static Optional<Path> java() {
    String named = System.getenv("TIDEMARK_JDK21");
    if (named != null) {
      return Optional.of(Path.of(named));
    }
    Path installed = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(installed)) {
      return Optional.empty();
    }
    try (Stream<Path> homes = Files.list(installed)) {
      return homes.sorted().filter(EmbeddedKestra::isNewEnough).findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isNewEnough(Path home) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin").resolve("javac")) || !Files.exists(release)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(release)) {
      return lines
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.replaceAll("\\D+", " ").strip().split(" ")[0])
          .anyMatch(feature -> Integer.parseInt(feature) >= OLDEST_JAVA);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compiles the project; its class path is kept beside its classes. */
  static void build(Path java) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("mvn", "-q", "-B", "-f", PROJECT.toString(), "compile")
            .redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", java.toString());
    Process maven = builder.start();
    String output = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (maven.waitFor() != 0) {
      throw new AssertionError("the scheduler cannot be built:\n" + output);
    }
  }

  /** Starts it with the flows of a folder; what it keeps and its errors lie beside that. */
  static EmbeddedKestra start(Path java, Path flows) throws IOException {
    Path errors = flows.resolveSibling("kestra.stderr");
    Process process =
        new ProcessBuilder(
                java.resolve("bin").resolve("java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx512m",
                "-cp",
                BUILT.resolve("classes")
                    + File.pathSeparator
                    + Files.readString(BUILT.resolve("class-path")),
                "dev.tidemark.schedulers.Kestra",
                flows.toString(),
                flows.resolveSibling("storage").toString())
            .redirectError(errors.toFile())
            .start();
    return new EmbeddedKestra(process, errors);
  }

  /** What a task logs, once it has a text in it. */
  JsonNode logged(String task, String text) throws Exception {
    return event(
        task + " says " + text,
        event ->
            event.path("task").asText().equals(task)
                && event.path("message").asText().contains(text));
  }

  /** How an execution ends. */
  JsonNode ended(String execution) throws Exception {
    return event(
        execution + " ends",
        event -> event.has("state") && event.path("execution").asText().equals(execution));
  }

  /** Has an execution done over, as somebody might who does not trust it. */
  void replay(String execution) throws IOException {
    BufferedWriter input = process.outputWriter(StandardCharsets.UTF_8);
    input.write(execution + "\n");
    input.flush();
  }

  /** The first event of that kind. Logs and ends are told in no order, so none is let pass. */
  private JsonNode event(String what, Predicate<JsonNode> wanted) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Optional<JsonNode> found = events.stream().filter(wanted).findFirst();
    while (found.isEmpty()) {
      String line = said.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new AssertionError(
            "not in " + PATIENCE + ": " + what + "\n" + events + Files.readString(errors));
      }
      JsonNode event = new ObjectMapper().readTree(line);
      events.add(event);
      found = Optional.of(event).filter(wanted);
    }
    return found.orElseThrow();
  }

  private void listen() {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      output.lines().forEach(said::add);
    } catch (IOException | UncheckedIOException closed) {
      // the process is gone: whoever waits for more is told in time
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
