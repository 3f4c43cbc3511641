// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run has resolved to do: the changes of each table, and whatever the launcher needs to
 * finish.
 */
public final class Intent {

  private final long batchId;
  private final Map<String, Long> baseVersions;
  private final List<TableChange> changes;
  private final JsonNode payload;
  private final List<Long> replaces;

  private Intent(
      long batchId,
      Map<String, Long> baseVersions,
      List<TableChange> changes,
      JsonNode payload,
      List<Long> replaces) {
    this.batchId = batchId;
    this.baseVersions = Collections.unmodifiableMap(new TreeMap<>(baseVersions));
    this.changes = List.copyOf(changes);
    this.payload = payload;
    this.replaces = List.copyOf(replaces);
  }

  /**
   * An intent.
   *
   * @param baseVersions the tables to commit, by path, with the version that was planned on (−1:
   *     absent); a table without changes may be among them, so that it is created
   * @param payload the launcher's own: marks, run id, what the summary needs
   */
  public static Intent of(
      long batchId, Map<String, Long> baseVersions, List<TableChange> changes, JsonNode payload) {
    for (TableChange change : changes) {
      if (!baseVersions.containsKey(change.table())) {
        throw new IllegalArgumentException(
            "the intent changes table " + change.table() + " but has no base version of it");
      }
    }
    return new Intent(batchId, baseVersions, changes, payload, List.of());
  }

  /** The same, in the place of batches that are void: it builds anew what they had touched. */
  public Intent replacing(Collection<Long> voided) {
    return new Intent(batchId, baseVersions, changes, payload, List.copyOf(voided));
  }

  /** The batch. */
  public long batchId() {
    return batchId;
  }

  /** The tables to commit, by path, with the version that was planned on. */
  public Map<String, Long> baseVersions() {
    return baseVersions;
  }

  /** All changes. */
  public List<TableChange> changes() {
    return changes;
  }

  /** The changes of one table. */
  public List<TableChange> changesOf(String table) {
    List<TableChange> own = new ArrayList<>();
    for (TableChange change : changes) {
      if (change.table().equals(table)) {
        own.add(change);
      }
    }
    return own;
  }

  /** The void batches in whose place this one comes. */
  public List<Long> replaces() {
    return replaces;
  }

  /** The launcher's own. */
  public JsonNode payload() {
    return payload;
  }
}
