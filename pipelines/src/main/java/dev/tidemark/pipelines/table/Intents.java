// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.pipelines.parquet.LakeFiles;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The durable intents of a lake, {@code _intents/<batch id>.json}: once {@link #write} returns, the
 * batch will be published, by this run or by a later one, or it will be void.
 *
 * <p>An intent is void from the moment that {@code _intents/<batch id>.voided.json} is there: it
 * has the same lines, and the reason in its head. Then no table is committed any more. The record
 * stays until a later batch, which builds anew what the void one had touched, is published.
 *
 * <p>Each file has one JSON object a line: a head, the changes, and an end that tells how many.
 */
public final class Intents {

  private static final Pattern PENDING = Pattern.compile("\\d+\\.json");
  private static final Pattern VOIDED = Pattern.compile("\\d+\\.voided\\.json");
  private static final String REASON = "voided_because";

  private final String lakeRoot;

  private Intents(String lakeRoot) {
    this.lakeRoot = lakeRoot;
  }

  /** The intents of a lake. */
  public static Intents in(String lakeRoot) {
    return new Intents(lakeRoot);
  }

  /**
   * Makes an intent durable.
   *
   * @throws OvertakenBatchException when there is one of this batch; nothing is written then
   */
  public void write(Intent intent) {
    Path file = pending(intent.batchId());
    try {
      if (!DurableFile.create(file, lines(head(intent), intent))) {
        throw OvertakenBatchException.by(file, intent.batchId());
      }
    } catch (IOException failure) {
      throw DurableFile.failed("cannot write the intent " + file, failure);
    }
  }

  /** The pending intent with the lowest batch id, if there is one. */
  public Optional<Intent> pending() {
    Set<Long> voided = new HashSet<>();
    files(VOIDED).forEach(file -> voided.add(PublishedCut.batchOf(file)));
    for (Path file : files(PENDING)) {
      Optional<Intent> intent =
          voided.contains(PublishedCut.batchOf(file)) ? Optional.empty() : ifThere(file);
      if (intent.isPresent()) {
        return intent;
      }
    }
    return Optional.empty();
  }

  /** Every pending intent, by ascending batch id. */
  public List<Intent> all() {
    return files(PENDING).stream().map(Intents::intent).toList();
  }

  /** Another run may publish a batch, and remove its intent, between a look and the next. */
  private static Optional<Intent> ifThere(Path file) {
    try {
      return Optional.of(intent(file));
    } catch (UncheckedIOException failure) {
      if (failure.getCause() instanceof FileNotFoundException) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  /**
   * Declares an intent void, durably: what was not committed of it never will be. An intent that is
   * void already stays so for its first reason.
   */
  public void declareVoid(Intent intent, String reason) {
    Path file = voided(intent.batchId());
    ObjectNode head = head(intent);
    head.put(REASON, reason);
    try {
      DurableFile.create(file, lines(head, intent));
    } catch (IOException failure) {
      throw DurableFile.failed("cannot write " + file, failure);
    }
    complete(intent.batchId());
  }

  /** Whether a batch is void. */
  public boolean isVoid(long batchId) {
    Path file = voided(batchId);
    try {
      return LakeFiles.fileSystem(file).exists(file);
    } catch (IOException failure) {
      throw DurableFile.failed("cannot look for " + file, failure);
    }
  }

  /** The void batches that no published batch has replaced yet, by ascending id. */
  public List<VoidedBatch> voided() {
    List<VoidedBatch> batches = new ArrayList<>();
    for (Path file : files(VOIDED)) {
      List<JsonNode> lines = lines(file);
      Intent intent = intent(file);
      Map<String, Set<Integer>> touched = new TreeMap<>();
      for (TableChange change : intent.changes()) {
        if (!change.isEmpty()) {
          touched.computeIfAbsent(change.table(), t -> new TreeSet<>()).add(change.bucket());
        }
      }
      batches.add(
          new VoidedBatch(
              intent.batchId(),
              lines.get(0).required(REASON).asText(),
              intent.baseVersions(),
              touched));
    }
    return batches;
  }

  /** Forgets an intent that is wholly published, or void, and the plan that it came from. */
  public void complete(long batchId) {
    delete(pending(batchId), PlanFile.path(lakeRoot, batchId));
  }

  /** Forgets a void batch that a published one has replaced. */
  public void forget(long voided) {
    // in this order: an intent that is left without its record would be taken for a pending one
    complete(voided);
    delete(voided(voided));
  }

  static Path directory(String lakeRoot) {
    return new Path(lakeRoot, "_intents");
  }

  private Path pending(long batchId) {
    return new Path(directory(lakeRoot), PublishedCut.name(batchId) + ".json");
  }

  private Path voided(long batchId) {
    return new Path(directory(lakeRoot), PublishedCut.name(batchId) + ".voided.json");
  }

  private List<Path> files(Pattern name) {
    Path directory = directory(lakeRoot);
    try {
      return Arrays.stream(LakeFiles.fileSystem(directory).listStatus(directory))
          .map(FileStatus::getPath)
          .filter(path -> name.matcher(path.getName()).matches())
          .sorted(Comparator.comparingLong(PublishedCut::batchOf))
          .toList();
    } catch (FileNotFoundException noIntents) {
      return List.of();
    } catch (IOException failure) {
      throw DurableFile.failed("cannot list the intents in " + directory, failure);
    }
  }

  private static void delete(Path... files) {
    for (Path file : files) {
      try {
        FileSystem fileSystem = LakeFiles.fileSystem(file);
        fileSystem.delete(file, false);
      } catch (IOException failure) {
        throw DurableFile.failed("cannot remove " + file, failure);
      }
    }
  }

  private static ObjectNode head(Intent intent) {
    ObjectNode head = Json.object();
    head.put("batch_id", intent.batchId());
    if (!intent.replaces().isEmpty()) {
      ArrayNode replaces = head.putArray("replaces");
      intent.replaces().forEach(replaces::add);
    }
    ObjectNode bases = head.putObject("base_versions");
    intent.baseVersions().forEach(bases::put);
    head.set("payload", intent.payload());
    return head;
  }

  private static DurableFile.Content lines(ObjectNode head, Intent intent) {
    return out -> {
      JsonLines lines = new JsonLines(out);
      lines.write(head);
      for (TableChange change : intent.changes()) {
        lines.write(change.toTree());
      }
      lines.end();
    };
  }

  private static Intent intent(Path file) {
    List<JsonNode> lines = lines(file);
    try {
      JsonNode head = lines.get(0);
      Map<String, Long> bases = new TreeMap<>();
      head.required("base_versions")
          .fields()
          .forEachRemaining(base -> bases.put(base.getKey(), base.getValue().asLong()));
      List<TableChange> changes = new ArrayList<>();
      for (JsonNode line : lines.subList(1, lines.size())) {
        changes.add(TableChange.fromTree(line));
      }
      List<Long> replaces = new ArrayList<>();
      head.path("replaces").forEach(batch -> replaces.add(batch.asLong()));
      return Intent.of(head.required("batch_id").asLong(), bases, changes, head.required("payload"))
          .replacing(replaces);
    } catch (IllegalArgumentException | IndexOutOfBoundsException incomplete) {
      throw damaged(file, incomplete);
    }
  }

  private static List<JsonNode> lines(Path file) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(LakeFiles.fileSystem(file).open(file), StandardCharsets.UTF_8))) {
      return JsonLines.read(reader, file);
    } catch (JsonLines.IncompleteException damage) {
      throw damaged(file, damage);
    } catch (IOException failure) {
      throw DurableFile.failed("cannot read " + file, failure);
    }
  }

  /** What of the batch is in the tables by now is found without its intent, and built anew. */
  private static DamagedLakeException damaged(Path file, Exception why) {
    return new DamagedLakeException(
        "the intent "
            + file
            + " cannot be read ("
            + why.getMessage()
            + "); restore it, or move it away: the next run then builds anew what was published of"
            + " it",
        why);
  }
}
