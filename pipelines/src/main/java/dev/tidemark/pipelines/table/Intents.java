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
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The durable intents of a lake, {@code _intents/<batch id>.json}: once {@link #write} returns, the
 * batch will be published, by this run or by a later one.
 *
 * <p>The file has one JSON object a line: a head, the changes, and an end that tells how many.
 */
public final class Intents {

  private static final Pattern NAME = Pattern.compile("\\d+\\.json");

  private final String lakeRoot;

  private Intents(String lakeRoot) {
    this.lakeRoot = lakeRoot;
  }

  /** The intents of a lake. */
  public static Intents in(String lakeRoot) {
    return new Intents(lakeRoot);
  }

  /** Makes an intent durable; one of the same batch that is pending is replaced. */
  public void write(Intent intent) {
    Path file = file(intent.batchId());
    ObjectNode head = Json.object();
    head.put("batch_id", intent.batchId());
    ObjectNode bases = head.putObject("base_versions");
    intent.baseVersions().forEach(bases::put);
    head.set("payload", intent.payload());
    try {
      DurableFile.replace(
          file,
          out -> {
            JsonLines lines = new JsonLines(out);
            lines.write(head);
            for (TableChange change : intent.changes()) {
              lines.write(change.toTree());
            }
            lines.end();
          });
    } catch (IOException failure) {
      throw DurableFile.failed("cannot write the intent " + file, failure);
    }
  }

  /** The pending intent with the lowest batch id, if there is one. */
  public Optional<Intent> pending() {
    List<Path> files = files();
    return files.isEmpty() ? Optional.empty() : Optional.of(read(files.get(0)));
  }

  /** Every pending intent, by ascending batch id. */
  public List<Intent> all() {
    return files().stream().map(Intents::read).toList();
  }

  private List<Path> files() {
    Path directory = directory(lakeRoot);
    try {
      return Arrays.stream(LakeFiles.fileSystem(directory).listStatus(directory))
          .map(FileStatus::getPath)
          .filter(path -> NAME.matcher(path.getName()).matches())
          .sorted(Comparator.comparingLong(PublishedCut::batchOf))
          .toList();
    } catch (FileNotFoundException noIntents) {
      return List.of();
    } catch (IOException failure) {
      throw DurableFile.failed("cannot read the intents in " + directory, failure);
    }
  }

  /** Forgets an intent that is wholly published, and the plan that it came from. */
  public void complete(long batchId) {
    Path file = file(batchId);
    try {
      FileSystem fileSystem = LakeFiles.fileSystem(file);
      fileSystem.delete(file, false);
      fileSystem.delete(PlanFile.path(lakeRoot, batchId), false);
    } catch (IOException failure) {
      throw DurableFile.failed("cannot remove the intent " + file, failure);
    }
  }

  static Path directory(String lakeRoot) {
    return new Path(lakeRoot, "_intents");
  }

  private Path file(long batchId) {
    return new Path(directory(lakeRoot), PublishedCut.name(batchId) + ".json");
  }

  private static Intent read(Path file) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(LakeFiles.fileSystem(file).open(file), StandardCharsets.UTF_8))) {
      List<JsonNode> lines = JsonLines.read(reader, file);
      JsonNode head = lines.get(0);
      Map<String, Long> bases = new TreeMap<>();
      head.required("base_versions")
          .fields()
          .forEachRemaining(base -> bases.put(base.getKey(), base.getValue().asLong()));
      List<TableChange> changes = new ArrayList<>();
      for (JsonNode line : lines.subList(1, lines.size())) {
        changes.add(TableChange.fromTree(line));
      }
      return Intent.of(
          head.required("batch_id").asLong(), bases, changes, head.required("payload"));
    } catch (IOException failure) {
      throw DurableFile.failed("cannot read the intent " + file, failure);
    }
  }
}
