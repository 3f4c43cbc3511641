// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.pipelines.parquet.LakeFiles;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;

/**
 * What a graph leaves for the launcher, {@code _intents/<batch id>.plan.json}: the changes of every
 * table, and figures by name. Written by {@link WritePlan}; a retry of the batch replaces it.
 */
public final class PlanFile {

  private final List<TableChange> changes;
  private final Map<String, List<String>> figures;

  private PlanFile(List<TableChange> changes, Map<String, List<String>> figures) {
    this.changes = Collections.unmodifiableList(changes);
    this.figures = Collections.unmodifiableMap(figures);
  }

  /** Reads the plan of a batch. */
  public static PlanFile read(String lakeRoot, long batchId) {
    Path file = path(lakeRoot, batchId);
    List<TableChange> changes = new ArrayList<>();
    Map<String, List<String>> figures = new TreeMap<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(LakeFiles.fileSystem(file).open(file), StandardCharsets.UTF_8))) {
      for (JsonNode line : JsonLines.read(reader, file)) {
        if (line.has("figure")) {
          figures
              .computeIfAbsent(line.get("figure").asText(), name -> new ArrayList<>())
              .add(line.required("value").asText());
        } else {
          changes.add(TableChange.fromTree(line));
        }
      }
    } catch (JsonLines.IncompleteException
        | FileNotFoundException
        | IllegalArgumentException damage) {
      throw new DamagedLakeException(
          "the plan "
              + file
              + " cannot be read ("
              + damage.getMessage()
              + "); see that nothing else writes to the lake's _intents and run again",
          damage);
    } catch (IOException failure) {
      throw DurableFile.failed("cannot read the plan " + file, failure);
    }
    figures.values().forEach(Collections::sort);
    return new PlanFile(changes, figures);
  }

  /** Forgets the plan of a batch, if there is one. */
  public static void delete(String lakeRoot, long batchId) {
    Path file = path(lakeRoot, batchId);
    try {
      LakeFiles.fileSystem(file).delete(file, false);
    } catch (IOException failure) {
      throw DurableFile.failed("cannot remove the plan " + file, failure);
    }
  }

  /** The changes, in no particular order. */
  public List<TableChange> changes() {
    return changes;
  }

  /** The figures: every value that was given for a name, sorted as text. */
  public Map<String, List<String>> figures() {
    return figures;
  }

  static Path path(String lakeRoot, long batchId) {
    return new Path(Intents.directory(lakeRoot), PublishedCut.name(batchId) + ".plan.json");
  }

  static String figureLine(String name, String value) {
    ObjectNode line = Json.object();
    line.put("figure", name);
    line.put("value", value);
    return line.toString();
  }

  /** Writes lines that are changes or figures. */
  static void write(String lakeRoot, long batchId, Iterable<String> lines) {
    Path file = path(lakeRoot, batchId);
    try {
      DurableFile.replace(
          file,
          out -> {
            JsonLines written = new JsonLines(out);
            for (String line : lines) {
              if (!line.isEmpty()) {
                written.write(line);
              }
            }
            written.end();
          });
    } catch (IOException failure) {
      throw DurableFile.failed("cannot write the plan " + file, failure);
    }
  }
}
