// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.pipelines.parquet.LakeFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
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
 * Which version of each table belongs together: what a reader who wants all of a run or nothing
 * reads.
 *
 * <p>A cut is the file {@code _published/<batch id>.json} below the lake's root. It appears whole,
 * and is never rewritten with other content. Before files that it needs are deleted it moves to
 * {@code _published/expired/}, where nobody looks for something to read.
 */
public final class PublishedCut {

  private static final String DIRECTORY = "_published";
  private static final String EXPIRED = "expired";
  private static final Pattern NAME = Pattern.compile("\\d+\\.json");

  private final long batchId;
  private final String runId;
  private final Instant publishedAt;
  private final Map<String, Long> versions;

  private PublishedCut(
      long batchId, String runId, Instant publishedAt, Map<String, Long> versions) {
    this.batchId = batchId;
    this.runId = runId;
    this.publishedAt = publishedAt;
    this.versions = Collections.unmodifiableMap(new TreeMap<>(versions));
  }

  /** A cut; {@code versions} maps table paths to versions. */
  public static PublishedCut of(
      long batchId, String runId, Instant publishedAt, Map<String, Long> versions) {
    return new PublishedCut(batchId, runId, publishedAt, versions);
  }

  /** The batch that was published. */
  public long batchId() {
    return batchId;
  }

  /** The run that published it. */
  public String runId() {
    return runId;
  }

  /** When. */
  public Instant publishedAt() {
    return publishedAt;
  }

  /** Table path to version. */
  public Map<String, Long> versions() {
    return versions;
  }

  /**
   * Publishes the cut. The same batch with the same versions may be published again (a run that was
   * rolled forward); with others it is an {@link IllegalStateException}.
   */
  public void publish(String lakeRoot) {
    Path file = file(directory(lakeRoot));
    byte[] content = toJson().toPrettyString().getBytes(StandardCharsets.UTF_8);
    try {
      if (!DurableFile.create(file, out -> out.write(content))) {
        PublishedCut there = read(file);
        if (!there.versions.equals(versions) || !there.runId.equals(runId)) {
          throw new IllegalStateException(
              String.format(
                  "batch %d is published as %s by run %s and cannot become %s",
                  batchId, there.versions, there.runId, versions));
        }
      }
    } catch (IOException failure) {
      throw DurableFile.failed("cannot publish " + file, failure);
    }
  }

  /** The cut of a batch, if it was published. */
  public static Optional<PublishedCut> of(String lakeRoot, long batchId) {
    return files(directory(lakeRoot)).stream()
        .filter(file -> batchOf(file) == batchId)
        .findFirst()
        .map(PublishedCut::read);
  }

  /** Takes the cut from those that can be read; it may be expired again. */
  public void expire(String lakeRoot) {
    Path readable = file(directory(lakeRoot));
    Path expired = new Path(directory(lakeRoot), EXPIRED);
    try {
      FileSystem files = LakeFiles.fileSystem(readable);
      files.mkdirs(expired);
      if (!files.rename(readable, file(expired)) && files.exists(readable)) {
        throw new IOException("it cannot be moved to " + expired);
      }
    } catch (FileNotFoundException alreadyExpired) {
      return;
    } catch (IOException failure) {
      throw DurableFile.failed("cannot expire " + readable, failure);
    }
  }

  /** The cut with the highest batch id, if anything was published. */
  public static Optional<PublishedCut> latest(String lakeRoot) {
    List<Path> files = files(directory(lakeRoot));
    return files.isEmpty() ? Optional.empty() : Optional.of(read(files.get(files.size() - 1)));
  }

  /** Every cut that can be read, by ascending batch id. */
  public static List<PublishedCut> all(String lakeRoot) {
    return files(directory(lakeRoot)).stream().map(PublishedCut::read).toList();
  }

  /** Every cut that was ever published, also those that expired, by ascending batch id. */
  public static List<PublishedCut> ever(String lakeRoot) {
    Map<Long, PublishedCut> ever = new TreeMap<>();
    for (Path file : files(new Path(directory(lakeRoot), EXPIRED))) {
      ever.put(batchOf(file), read(file));
    }
    all(lakeRoot).forEach(cut -> ever.put(cut.batchId, cut));
    return List.copyOf(ever.values());
  }

  static Path directory(String lakeRoot) {
    return new Path(lakeRoot, DIRECTORY);
  }

  private Path file(Path directory) {
    return new Path(directory, name(batchId) + ".json");
  }

  private static List<Path> files(Path directory) {
    try {
      return Arrays.stream(LakeFiles.fileSystem(directory).listStatus(directory))
          .map(FileStatus::getPath)
          .filter(path -> NAME.matcher(path.getName()).matches())
          .sorted(Comparator.comparingLong(PublishedCut::batchOf))
          .toList();
    } catch (FileNotFoundException nothingPublished) {
      return List.of();
    } catch (IOException failure) {
      throw DurableFile.failed("cannot list the published cuts in " + directory, failure);
    }
  }

  /** A batch id as a file name that sorts. */
  static String name(long batchId) {
    return String.format("%012d", batchId);
  }

  /** The batch id that starts a file's name. */
  static long batchOf(Path file) {
    return Long.parseLong(file.getName().substring(0, file.getName().indexOf('.')));
  }

  private static PublishedCut read(Path file) {
    try (InputStream in = LakeFiles.fileSystem(file).open(file)) {
      JsonNode json = Json.MAPPER.readTree(in);
      Map<String, Long> versions = new TreeMap<>();
      json.required("tables")
          .fields()
          .forEachRemaining(table -> versions.put(table.getKey(), table.getValue().asLong()));
      return new PublishedCut(
          json.required("batch_id").asLong(),
          json.required("run_id").asText(),
          Instant.parse(json.required("published_at").asText()),
          versions);
    } catch (JsonProcessingException | IllegalArgumentException | DateTimeException damage) {
      throw new DamagedLakeException(
          "the published cut "
              + file
              + " cannot be read ("
              + String.valueOf(damage.getMessage()).lines().findFirst().orElse("")
              + "); restore it, or move it away and remove the rows of etl.watermark, so that every"
              + " table is read from the start",
          damage);
    } catch (IOException failure) {
      throw DurableFile.failed("cannot read the published cut " + file, failure);
    }
  }

  private ObjectNode toJson() {
    ObjectNode json = Json.object();
    json.put("batch_id", batchId);
    json.put("run_id", runId);
    json.put("published_at", publishedAt.toString());
    ObjectNode tables = json.putObject("tables");
    versions.forEach(tables::put);
    return json;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PublishedCut && toJson().equals(((PublishedCut) other).toJson());
  }

  @Override
  public int hashCode() {
    return Long.hashCode(batchId);
  }

  @Override
  public String toString() {
    return toJson().toString();
  }
}
