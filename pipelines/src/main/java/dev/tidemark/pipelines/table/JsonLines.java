// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** A file of JSON objects, one a line, whose last line tells how many there are. */
final class JsonLines {

  /** A file that is cut short, or whose lines are no JSON. */
  static final class IncompleteException extends IOException {

    private static final long serialVersionUID = 1L;

    IncompleteException(String message) {
      super(message);
    }
  }

  private static final String END = "end_after";

  private final OutputStream out;
  private long written;

  JsonLines(OutputStream out) {
    this.out = out;
  }

  void write(JsonNode line) throws IOException {
    write(line.toString());
  }

  /** Writes a line that is JSON already. */
  void write(String line) throws IOException {
    out.write(line.getBytes(StandardCharsets.UTF_8));
    out.write('\n');
    written++;
  }

  /** Writes the last line. */
  void end() throws IOException {
    out.write(("{\"" + END + "\":" + written + "}\n").getBytes(StandardCharsets.UTF_8));
  }

  /** The lines before the last; a file that is cut short is an {@link IncompleteException}. */
  static List<JsonNode> read(BufferedReader reader, Path file) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      JsonNode json = parse(line, file);
      if (json.has(END)) {
        if (json.get(END).asLong() == lines.size()) {
          return lines;
        }
        break;
      }
      lines.add(json);
    }
    throw new IncompleteException(
        file.getName() + " is not complete: " + lines.size() + " lines and no matching end");
  }

  private static JsonNode parse(String line, Path file) throws IncompleteException {
    try {
      return Json.MAPPER.readTree(line);
    } catch (JsonProcessingException damaged) {
      throw new IncompleteException(
          file.getName() + " has a line that is no JSON: " + damaged.getOriginalMessage());
    }
  }
}
