// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.CompactSchema;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.beam.sdk.schemas.Schema;

/**
 * A table at one version: its live files, by bucket. It is pinned once per run by the launcher and
 * travels to the workers, so that every bucket sees the same version.
 */
public final class TableSnapshot implements Serializable {

  private static final long serialVersionUID = 1L;
  private static final long ABSENT = -1;

  private final String path;
  private final long version;
  private final CompactSchema schema;
  private final TreeMap<String, String> properties;
  private final TreeMap<Integer, List<DataFile>> files;

  TableSnapshot(
      String path,
      long version,
      Schema schema,
      Map<String, String> properties,
      Iterable<DataFile> live) {
    this.path = path;
    this.version = version;
    this.schema = CompactSchema.of(schema);
    this.properties = new TreeMap<>(properties);
    files = new TreeMap<>();
    for (DataFile file : live) {
      files.computeIfAbsent(file.bucket(), bucket -> new ArrayList<>()).add(file);
    }
  }

  /** The snapshot of a table that does not exist yet: no files, version −1. */
  public static TableSnapshot absent(TableSpec spec) {
    return new TableSnapshot(spec.path(), ABSENT, spec.schema(), Map.of(), List.of());
  }

  /** The table's path below the lake's root. */
  public String path() {
    return path;
  }

  /** The version, −1 for a table that does not exist yet. */
  public long version() {
    return version;
  }

  /** Whether the table exists. */
  public boolean exists() {
    return version != ABSENT;
  }

  /**
   * The stored columns without {@link TableSpec#BUCKET}; of an absent table, the columns it will
   * have.
   */
  public Schema schema() {
    return schema.schema();
  }

  /** A table property, for instance one of {@link TableSpec#derivedBy()}. */
  public Optional<String> property(String name) {
    return Optional.ofNullable(properties.get(name));
  }

  /** The buckets that have a file, ascending. */
  public Set<Integer> buckets() {
    return files.keySet();
  }

  /** The live files of a bucket, in a fixed order. */
  public List<DataFile> files(int bucket) {
    return files.getOrDefault(bucket, List.of());
  }

  /** All live files. */
  public List<DataFile> files() {
    List<DataFile> all = new ArrayList<>();
    files.values().forEach(all::addAll);
    return all;
  }

  /**
   * The table as these changes would make it: the live files less those removed, and those added.
   * Changes that were planned on other files are an {@link IllegalArgumentException}.
   */
  public TableSnapshot with(Iterable<TableChange> changes) {
    Map<String, DataFile> live = new LinkedHashMap<>();
    files().forEach(file -> live.put(file.path(), file));
    for (TableChange change : changes) {
      List<String> here = files(change.bucket()).stream().map(DataFile::path).toList();
      if (!change.table().equals(path) || !change.planned().equals(here)) {
        throw new IllegalArgumentException(
            "the change of "
                + change.table()
                + " bucket "
                + change.bucket()
                + " was not planned on "
                + this);
      }
      change.removed().forEach(live::remove);
      change.added().forEach(file -> live.put(file.path(), file));
    }
    return new TableSnapshot(path, version, schema(), properties, live.values());
  }

  @Override
  public String toString() {
    return path + (exists() ? " at version " + version : " (absent)");
  }
}
