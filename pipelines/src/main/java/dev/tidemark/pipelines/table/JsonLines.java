// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

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

  /** The lines before the last; a file that is cut short is an {@link IOException}. */
  static List<JsonNode> read(BufferedReader reader, Path file) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      JsonNode json = Json.MAPPER.readTree(line);
      if (json.has(END)) {
        if (json.get(END).asLong() == lines.size()) {
          return lines;
        }
        break;
      }
      lines.add(json);
    }
    throw new IOException(
        file + " is not complete: " + lines.size() + " lines and no matching end");
  }
}
