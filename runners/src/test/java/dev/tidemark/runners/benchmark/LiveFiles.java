// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The data files that a table is made of: those that a Delta log has left, else all that lie in its
 * folder. Reads the log by itself, so that no reader of a contender is trusted with it.
 */
final class LiveFiles {

  private static final ObjectMapper JSON = new ObjectMapper();

  private LiveFiles() {}

  static List<Path> of(Path table) throws IOException {
    Path log = table.resolve("_delta_log");
    if (Files.isDirectory(log)) {
      return ofLog(table, log);
    }
    try (Stream<Path> files = Files.walk(table)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().matches(".*\\.(parquet|csv)"))
          .sorted()
          .toList();
    }
  }

  private static List<Path> ofLog(Path table, Path log) throws IOException {
    Set<Path> live = new TreeSet<>();
    for (Path commit : commits(log)) {
      for (String line : Files.readAllLines(commit)) {
        JsonNode action = JSON.readTree(line);
        if (action.has("add")) {
          if (action.get("add").hasNonNull("deletionVector")) {
            throw new IOException(commit + " has a deletion vector, which is not understood here");
          }
          live.add(file(table, action.get("add")));
        } else if (action.has("remove")) {
          live.remove(file(table, action.get("remove")));
        }
      }
    }
    return new ArrayList<>(live);
  }

  /** From the first on: nothing that is compared has so many that a checkpoint replaced some. */
  private static List<Path> commits(Path log) throws IOException {
    try (Stream<Path> files = Files.list(log)) {
      return files
          .filter(file -> file.getFileName().toString().matches("\\d{20}\\.json"))
          .sorted()
          .toList();
    }
  }

  private static Path file(Path table, JsonNode action) {
    return table.resolve(URI.create(action.get("path").asText()).getPath());
  }
}
