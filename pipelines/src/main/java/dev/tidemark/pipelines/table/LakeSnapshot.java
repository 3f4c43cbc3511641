// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/** The pinned tables of a run, by path. */
public final class LakeSnapshot implements Serializable {

  private static final long serialVersionUID = 1L;

  private final TreeMap<String, TableSnapshot> tables = new TreeMap<>();

  private LakeSnapshot(Iterable<TableSnapshot> snapshots) {
    for (TableSnapshot snapshot : snapshots) {
      if (tables.put(snapshot.path(), snapshot) != null) {
        throw new IllegalArgumentException("table " + snapshot.path() + " is pinned twice");
      }
    }
  }

  /** The snapshots of distinct tables. */
  public static LakeSnapshot of(Iterable<TableSnapshot> snapshots) {
    return new LakeSnapshot(snapshots);
  }

  /** The snapshot of a table; one that was not pinned is an {@link IllegalArgumentException}. */
  public TableSnapshot table(TableSpec spec) {
    TableSnapshot snapshot = tables.get(spec.path());
    if (snapshot == null) {
      throw new IllegalArgumentException(
          "table " + spec.path() + " was not pinned; pinned are " + tables.keySet());
    }
    return snapshot;
  }

  /** Path to version of the tables that exist. */
  public Map<String, Long> versions() {
    Map<String, Long> versions = new TreeMap<>();
    tables.forEach(
        (path, table) -> {
          if (table.exists()) {
            versions.put(path, table.version());
          }
        });
    return versions;
  }
}
