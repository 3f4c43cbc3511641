// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The file that the benchmark writes, as runs. */
final class BenchmarkFile {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;

  private BenchmarkFile(Path file) {
    this.file = file;
  }

  /**
   * Reads every run of a file.
   *
   * @throws IllegalArgumentException naming what is not as the benchmark writes it
   */
  static List<Run> read(Path file) throws IOException {
    return new BenchmarkFile(file).read();
  }

  private List<Run> read() throws IOException {
    JsonNode content;
    try {
      content = JSON.readTree(file.toFile());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(problem("it is not JSON"), e);
    } catch (FileNotFoundException e) {
      throw new IllegalArgumentException(problem("there is no such file"), e);
    }
    JsonNode results = content.path("results");
    if (!results.isArray() || results.isEmpty()) {
      throw new IllegalArgumentException(problem("it has no list of results"));
    }
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      runs.add(run(i + 1, results.get(i)));
    }
    return runs;
  }

  private Run run(int number, JsonNode result) {
    String engine = text(number, result, "engine");
    return new Run(
        text(number, result, "job"),
        result.path("contender").asText(engine),
        engine,
        (long) number(number, result, "rows"),
        (int) number(number, result, "round"),
        text(number, result, "phase"),
        number(number, result, "wall_seconds"),
        number(number, result, "cpu_seconds"),
        numbers(result.path("parameters")));
  }

  private static Map<String, Double> numbers(JsonNode parameters) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    parameters
        .fields()
        .forEachRemaining(
            entry -> {
              if (entry.getValue().isNumber()) {
                numbers.put(entry.getKey(), entry.getValue().asDouble());
              }
            });
    return numbers;
  }

  private String text(int number, JsonNode result, String field) {
    JsonNode value = present(number, result, field, "a text");
    if (!value.isTextual()) {
      throw wrong(number, field, value, "a text");
    }
    return value.asText();
  }

  private double number(int number, JsonNode result, String field) {
    JsonNode value = present(number, result, field, "a number");
    if (!value.isNumber()) {
      throw wrong(number, field, value, "a number");
    }
    return value.asDouble();
  }

  private JsonNode present(int number, JsonNode result, String field, String wanted) {
    JsonNode value = result.get(field);
    if (value == null) {
      throw new IllegalArgumentException(
          problem("result " + number + " has no " + field + ", which is " + wanted));
    }
    return value;
  }

  private IllegalArgumentException wrong(int number, String field, JsonNode value, String wanted) {
    return new IllegalArgumentException(
        problem("result " + number + " has the " + field + " " + value + ", not " + wanted));
  }

  private String problem(String what) {
    return file + " cannot be drawn: " + what + "; name a file that the benchmark wrote";
  }
}
