// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A headless browser with one page, spoken to by the DevTools protocol on loopback. */
final class Chromium implements AutoCloseable {

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "chrome");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ObjectMapper MAPPER = JsonMapper.builder().build();

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> awaited = new ConcurrentHashMap<>();
  private final List<JsonNode> events = new CopyOnWriteArrayList<>();

  private Chromium(Process process, URI page) {
    this.process = process;
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(page, new Messages())
            .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
            .join();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      send(domain + ".enable", Map.of());
    }
    send("Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
  }

  /** The browser of this machine, if it has one on its path. */
  static Optional<Path> installed() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(path.split(File.pathSeparator))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts it; what it writes goes to a folder. */
  static Chromium start(Path program, Path folder) throws IOException {
    Path profile = Files.createDirectories(folder.resolve("profile"));
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("chromium.log").toFile())
            .start();
    try {
      String port = Files.readAllLines(awaitFile(profile.resolve("DevToolsActivePort"))).get(0);
      return new Chromium(process, page(port));
    } catch (RuntimeException | IOException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static Path awaitFile(Path file) throws IOException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!Files.exists(file) || Files.readAllLines(file).size() < 2) {
      if (Instant.now().isAfter(deadline)) {
        throw new IOException("the browser did not open its port: " + file + " is not there");
      }
      Thread.onSpinWait();
    }
    return file;
  }

  private static URI page(String port) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list"))
            .timeout(PATIENCE)
            .build();
    try {
      String pages =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
      for (JsonNode page : MAPPER.readTree(pages)) {
        if (page.path("type").asText().equals("page")) {
          return URI.create(page.path("webSocketDebuggerUrl").asText());
        }
      }
      throw new IOException("the browser has no page: " + pages);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Opens a file on a screen of that width, in {@code light} or {@code dark}. */
  void open(Path file, int width, String scheme) {
    events.clear();
    send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 600));
    send(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    send("Page.navigate", Map.of("url", file.toUri().toString()));
    Instant deadline = Instant.now().plus(PATIENCE);
    while (events("Page.loadEventFired").isEmpty()) {
      if (Instant.now().isAfter(deadline)) {
        throw new IllegalStateException(file + " was not loaded");
      }
      Thread.onSpinWait();
    }
  }

  /** The value of an expression in the page. */
  JsonNode evaluate(String expression) {
    JsonNode answer =
        send(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (answer.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.path("result").path("value");
  }

  /** Presses a key, and lets it go. */
  void press(String key, int code) {
    for (String type : List.of("keyDown", "keyUp")) {
      send(
          "Input.dispatchKeyEvent",
          Map.of(
              "type",
              type,
              "key",
              key,
              "code",
              key,
              "windowsVirtualKeyCode",
              code,
              "text",
              key.equals("Enter") && type.equals("keyDown") ? "\r" : ""));
    }
  }

  /** What went wrong in the page since it was opened, and what it said on the console. */
  List<String> complaints() {
    return Stream.of("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")
        .flatMap(method -> events(method).stream())
        .map(JsonNode::toString)
        .toList();
  }

  /** The addresses that the page asked for since it was opened. */
  List<String> requests() {
    return events("Network.requestWillBeSent").stream()
        .map(event -> event.path("request").path("url").asText())
        .toList();
  }

  /** Keeps a picture of the page between two heights. */
  void screenshot(Path file, int from, int height) throws IOException {
    int width = evaluate("innerWidth").asInt();
    JsonNode picture =
        send(
            "Page.captureScreenshot",
            Map.of(
                "captureBeyondViewport",
                true,
                "clip",
                Map.of("x", 0, "y", from, "width", width, "height", height, "scale", 1)));
    Files.write(file, Base64.getDecoder().decode(picture.path("data").asText()));
  }

  /** Prints the page. */
  void print(Path file) throws IOException {
    JsonNode pdf =
        send("Page.printToPDF", Map.of("preferCSSPageSize", true, "printBackground", false));
    Files.write(file, Base64.getDecoder().decode(pdf.path("data").asText()));
  }

  private List<JsonNode> events(String method) {
    return events.stream()
        .filter(event -> event.path("method").asText().equals(method))
        .map(event -> event.path("params"))
        .toList();
  }

  private JsonNode send(String method, Map<String, ?> params) {
    int id = ids.incrementAndGet();
    ObjectNode message = MAPPER.createObjectNode().put("id", id).put("method", method);
    message.set("params", MAPPER.valueToTree(params));
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    awaited.put(id, answer);
    socket.sendText(message.toString(), true).join();
    JsonNode got = answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    if (got.has("error")) {
      throw new IllegalStateException(method + ": " + got.get("error"));
    }
    return got.path("result");
  }

  @Override
  public void close() {
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
    all.add(process.toHandle());
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(ended -> ended.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join());
  }

  /** Takes answers and events, which may come in parts. */
  private final class Messages implements WebSocket.Listener {

    private final StringBuilder part = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      part.append(data);
      if (last) {
        take(part.toString());
        part.setLength(0);
      }
      from.request(1);
      return CompletableFuture.completedStage(null);
    }

    private void take(String text) {
      try {
        JsonNode message = MAPPER.readTree(text);
        CompletableFuture<JsonNode> answer =
            message.has("id") ? awaited.remove(message.get("id").asInt()) : null;
        if (answer == null) {
          events.add(message);
        } else {
          answer.complete(message);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
