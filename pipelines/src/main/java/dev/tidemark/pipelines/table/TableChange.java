// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.coders.Coder;

/**
 * What one merge would change in one bucket of a table: files to add, files to remove, rows
 * counted. The files to add exist already; nobody sees them before the launcher commits.
 *
 * <p>A bucket that was looked at and is as it should be has a change without files, for its counts.
 */
public final class TableChange implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String table;
  private final int bucket;
  private final long baseVersion;
  private final List<String> planned;
  private final List<DataFile> added;
  private final List<String> removed;
  private final long inserted;
  private final long updated;
  private final long deleted;
  private final long unchanged;

  TableChange(
      String table,
      int bucket,
      long baseVersion,
      List<String> planned,
      List<DataFile> added,
      List<String> removed,
      Counts counts) {
    this.table = table;
    this.bucket = bucket;
    this.baseVersion = baseVersion;
    this.planned = List.copyOf(planned);
    this.added = List.copyOf(added);
    this.removed = List.copyOf(removed);
    inserted = counts.inserted;
    updated = counts.updated;
    deleted = counts.deleted;
    unchanged = counts.unchanged;
  }

  /** The coder: JSON text, deterministic. */
  public static Coder<TableChange> coder() {
    return new TableChangeCoder();
  }

  /** The table's path below the lake's root. */
  public String table() {
    return table;
  }

  /** The bucket. */
  public int bucket() {
    return bucket;
  }

  /** The version of the table that the merge read, −1 if there was none. */
  public long baseVersion() {
    return baseVersion;
  }

  /** The paths of all live files of the bucket when it was read: a commit needs them unchanged. */
  public List<String> planned() {
    return planned;
  }

  /** The files to add. */
  public List<DataFile> added() {
    return added;
  }

  /** The paths of the files to remove. */
  public List<String> removed() {
    return removed;
  }

  /** Rows whose key was new. */
  public long inserted() {
    return inserted;
  }

  /** Rows whose key was there and that differ in a column that is not an audit column. */
  public long updated() {
    return updated;
  }

  /** Rows that leave the table. */
  public long deleted() {
    return deleted;
  }

  /** Rows that came in and are stored already. */
  public long unchanged() {
    return unchanged;
  }

  /** Whether there is nothing to commit. */
  public boolean isEmpty() {
    return added.isEmpty() && removed.isEmpty();
  }

  /** The change as a JSON object on one line. */
  public String toJson() {
    return toTree().toString();
  }

  ObjectNode toTree() {
    ObjectNode json = Json.object();
    json.put("table", table);
    json.put("bucket", bucket);
    json.put("base_version", baseVersion);
    ArrayNode plannedNode = json.putArray("planned");
    planned.forEach(plannedNode::add);
    ArrayNode addedNode = json.putArray("added");
    added.forEach(file -> addedNode.add(file.toJson()));
    ArrayNode removedNode = json.putArray("removed");
    removed.forEach(removedNode::add);
    json.put("inserted", inserted);
    json.put("updated", updated);
    json.put("deleted", deleted);
    json.put("unchanged", unchanged);
    return json;
  }

  /** Reads what {@link #toJson()} wrote. */
  public static TableChange fromJson(String json) {
    return fromTree(Json.parse(json));
  }

  static TableChange fromTree(JsonNode json) {
    List<DataFile> added = new ArrayList<>();
    json.required("added").forEach(file -> added.add(DataFile.fromJson(file)));
    Counts counts = new Counts();
    counts.inserted = json.required("inserted").asLong();
    counts.updated = json.required("updated").asLong();
    counts.deleted = json.required("deleted").asLong();
    counts.unchanged = json.required("unchanged").asLong();
    return new TableChange(
        json.required("table").asText(),
        json.required("bucket").asInt(),
        json.required("base_version").asLong(),
        texts(json.required("planned")),
        added,
        texts(json.required("removed")),
        counts);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableChange && toTree().equals(((TableChange) other).toTree());
  }

  @Override
  public int hashCode() {
    return Objects.hash(table, bucket, baseVersion);
  }

  @Override
  public String toString() {
    return table
        + " bucket "
        + bucket
        + ": "
        + inserted
        + " inserted, "
        + updated
        + " updated, "
        + deleted
        + " deleted, "
        + unchanged
        + " unchanged";
  }

  /** Rows counted while a bucket is merged. */
  static final class Counts {
    long inserted;
    long updated;
    long deleted;
    long unchanged;
  }
}
