// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Writes to a table as another engine would: it knows the Delta protocol and nothing of us. */
public final class ForeignWriter {

  private final String lake;
  private final TableSpec spec;

  private ForeignWriter(String lake, TableSpec spec) {
    this.lake = lake;
    this.spec = spec;
  }

  public static ForeignWriter to(String lake, TableSpec spec) {
    return new ForeignWriter(lake, spec);
  }

  /** Rewrites the files of a bucket, the same rows: what OPTIMIZE does. */
  public void rewrite(int bucket) {
    List<String> actions = new ArrayList<>();
    for (DataFile file : pinned().files(bucket)) {
      actions.add(remove(file, false));
      actions.add(copy(file, false));
    }
    commit(actions.toArray(new String[0]));
  }

  /** Adds the rows of a bucket once more. */
  public void append(int bucket) {
    commit(pinned().files(bucket).stream().map(file -> copy(file, true)).toArray(String[]::new));
  }

  /** Deletes the rows of a bucket. */
  public void delete(int bucket) {
    commit(pinned().files(bucket).stream().map(file -> remove(file, true)).toArray(String[]::new));
  }

  /** Commits actions, JSON by the protocol. */
  public void commit(String... actions) {
    try {
      Files.write(log(pinned().version() + 1), List.of(actions), StandardOpenOption.CREATE_NEW);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The table's metadata or protocol, as its first version has it. */
  public String firstAction(String kind) {
    try {
      return Files.readAllLines(log(0)).stream()
          .filter(line -> line.startsWith("{\"" + kind + "\""))
          .findFirst()
          .orElseThrow();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  public Path log(long version) {
    return table().resolve("_delta_log").resolve(String.format("%020d.json", version));
  }

  private Path table() {
    return Path.of(lake, spec.path());
  }

  private TableSnapshot pinned() {
    return DeltaTableStore.in(lake).pin(spec);
  }

  private String remove(DataFile file, boolean isChange) {
    return """
        {"remove":{"path":"%s","deletionTimestamp":1717372800000,"dataChange":%b,\
        "extendedFileMetadata":true,"partitionValues":{"_bucket":"%d"},"size":%d}}"""
        .formatted(file.path(), isChange, file.bucket(), file.size());
  }

  private String copy(DataFile file, boolean isChange) {
    String name = "_bucket=" + file.bucket() + "/part-" + UUID.randomUUID() + ".parquet";
    try {
      Files.copy(table().resolve(file.path()), table().resolve(name));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return """
        {"add":{"path":"%s","partitionValues":{"_bucket":"%d"},"size":%d,\
        "modificationTime":1717372800000,"dataChange":%b,"stats":"{\\"numRecords\\":%d}"}}"""
        .formatted(name, file.bucket(), file.size(), isChange, file.rows());
  }
}
