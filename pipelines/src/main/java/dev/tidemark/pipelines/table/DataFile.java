// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.pipelines.parquet.ColumnValues;
import dev.tidemark.pipelines.parquet.WrittenFile;
import java.io.Serializable;
import java.net.URI;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** A data file of a table: live in a snapshot, or written by a worker and not yet committed. */
public final class DataFile implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String path;
  private final int bucket;
  private final long size;
  private final long rows;
  private final long modificationTime;
  private final @Nullable String stats;
  private final TreeSet<Integer> copiedGroups;

  /**
   * A data file.
   *
   * @param path as in the table's log: relative to the table and URI-encoded, or an absolute URI
   * @param rows the number of rows, −1 if not known
   * @param stats the log's statistics as JSON, if there are any
   */
  DataFile(
      String path,
      int bucket,
      long size,
      long rows,
      long modificationTime,
      @Nullable String stats) {
    this(path, bucket, size, rows, modificationTime, stats, Set.of());
  }

  private DataFile(
      String path,
      int bucket,
      long size,
      long rows,
      long modificationTime,
      @Nullable String stats,
      Set<Integer> copiedGroups) {
    this.path = path;
    this.bucket = bucket;
    this.size = size;
    this.rows = rows;
    this.modificationTime = modificationTime;
    this.stats = stats;
    this.copiedGroups = new TreeSet<>(copiedGroups);
  }

  /** A file of a bucket that was just written. */
  static DataFile of(String path, int bucket, WrittenFile file) {
    return new DataFile(
        path,
        bucket,
        file.size(),
        file.rows(),
        file.modificationTime(),
        file.stats(),
        file.copiedGroups());
  }

  /** The path as in the table's log. */
  public String path() {
    return path;
  }

  /** The bucket of every row in the file. */
  public int bucket() {
    return bucket;
  }

  /** Bytes. */
  public long size() {
    return size;
  }

  /** The number of rows, −1 if not known. */
  public long rows() {
    return rows;
  }

  /** Milliseconds since 1970. */
  public long modificationTime() {
    return modificationTime;
  }

  /**
   * The numbers of the row groups that its writer copied as they were out of files that were live;
   * not known of a file that is live itself.
   */
  Set<Integer> copiedGroups() {
    return Collections.unmodifiableSet(copiedGroups);
  }

  /** The statistics of the log, JSON. */
  public @Nullable String stats() {
    return stats;
  }

  /** Whether one of these whole numbers may be in their column; without statistics it may. */
  public boolean mayHold(ColumnValues values) {
    if (stats == null) {
      return true;
    }
    JsonNode json = Json.parse(stats);
    JsonNode min = json.path("minValues").path(values.name());
    JsonNode max = json.path("maxValues").path(values.name());
    return !min.isIntegralNumber()
        || !max.isIntegralNumber()
        || values.anyBetween(min.asLong(), max.asLong());
  }

  /** Where the file lies, for a table in a directory. */
  public Path in(Path table) {
    return resolve(path, table);
  }

  /** Where a file lies that a table's log names. */
  static Path resolve(String path, Path table) {
    URI uri = URI.create(path);
    return uri.isAbsolute() ? new Path(uri) : new Path(table, uri.getPath());
  }

  /** The action that adds the file to a table's log, JSON by the Delta protocol. */
  public String addAction() {
    return addAction(true);
  }

  /** The same for a file whose rows the table had already, in other files. */
  String rearrangeAction() {
    return addAction(false);
  }

  private String addAction(boolean dataChange) {
    ObjectNode add = Json.object();
    add.put("path", path);
    add.putObject("partitionValues").put(TableSpec.BUCKET, Integer.toString(bucket));
    add.put("size", size);
    add.put("modificationTime", modificationTime);
    add.put("dataChange", dataChange);
    if (stats != null) {
      add.put("stats", stats);
    }
    ObjectNode action = Json.object();
    action.set("add", add);
    return action.toString();
  }

  ObjectNode toJson() {
    ObjectNode json = Json.object();
    json.put("path", path);
    json.put("bucket", bucket);
    json.put("size", size);
    json.put("rows", rows);
    json.put("modified", modificationTime);
    if (stats != null) {
      json.put("stats", stats);
    }
    if (!copiedGroups.isEmpty()) {
      copiedGroups.forEach(json.putArray("copied_groups")::add);
    }
    return json;
  }

  static DataFile fromJson(JsonNode json) {
    Set<Integer> copiedGroups = new TreeSet<>();
    json.path("copied_groups").forEach(group -> copiedGroups.add(group.asInt()));
    return new DataFile(
        json.required("path").asText(),
        json.required("bucket").asInt(),
        json.required("size").asLong(),
        json.required("rows").asLong(),
        json.required("modified").asLong(),
        json.hasNonNull("stats") ? json.get("stats").asText() : null,
        copiedGroups);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DataFile
        && path.equals(((DataFile) other).path)
        && bucket == ((DataFile) other).bucket
        && size == ((DataFile) other).size
        && rows == ((DataFile) other).rows
        && modificationTime == ((DataFile) other).modificationTime
        && Objects.equals(stats, ((DataFile) other).stats)
        && copiedGroups.equals(((DataFile) other).copiedGroups);
  }

  @Override
  public int hashCode() {
    return path.hashCode();
  }

  @Override
  public String toString() {
    return path;
  }
}
