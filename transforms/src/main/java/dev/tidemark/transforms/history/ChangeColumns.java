// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which column of a change means what: the key, the sequence, the tracked attributes, and where
 * they exist the delete flag and the batch.
 *
 * <p>All other columns are untracked attributes. Names are checked against a schema when a kernel
 * is made.
 */
public final class ChangeColumns implements Serializable {

  private static final long serialVersionUID = 1L;

  private final List<String> key;
  private final @Nullable String sequence;
  private final @Nullable List<String> tracked;
  private final @Nullable String deleted;
  private final @Nullable String batch;
  private final long countedFrom;

  private ChangeColumns(
      List<String> key,
      @Nullable String sequence,
      @Nullable List<String> tracked,
      @Nullable String deleted,
      @Nullable String batch,
      long countedFrom) {
    this.key = key;
    this.sequence = sequence;
    this.tracked = tracked;
    this.deleted = deleted;
    this.batch = batch;
    this.countedFrom = countedFrom;
  }

  /** Nothing named yet. */
  static ChangeColumns none() {
    return new ChangeColumns(List.of(), null, null, null, null, Long.MAX_VALUE);
  }

  /** Changes of a key, at least one column. */
  public static ChangeColumns keyedBy(List<String> columns) {
    return none().withKey(columns);
  }

  /** Changes of a key, at least one column. */
  public static ChangeColumns keyedBy(String... columns) {
    return keyedBy(List.of(columns));
  }

  ChangeColumns withKey(List<String> columns) {
    return new ChangeColumns(List.copyOf(columns), sequence, tracked, deleted, batch, countedFrom);
  }

  /** The TIMESTAMP at which a change took effect in the source. */
  public ChangeColumns sequencedBy(String column) {
    return new ChangeColumns(key, column, tracked, deleted, batch, countedFrom);
  }

  /** The attributes whose change opens a version; none of them: only a return after a delete. */
  public ChangeColumns tracking(List<String> columns) {
    return new ChangeColumns(key, sequence, List.copyOf(columns), deleted, batch, countedFrom);
  }

  /** The attributes whose change opens a version. */
  public ChangeColumns tracking(String... columns) {
    return tracking(List.of(columns));
  }

  /** The BOOLEAN column that is true in a delete; null is no delete. */
  public ChangeColumns deletedWhen(String column) {
    return new ChangeColumns(key, sequence, tracked, column, batch, countedFrom);
  }

  /** The INT64 column that says which of two payloads of one instant came later. */
  public ChangeColumns batchedBy(String column) {
    return new ChangeColumns(key, sequence, tracked, deleted, column, countedFrom);
  }

  /** The first batch whose changes are counted as new. */
  public ChangeColumns countingFrom(long first) {
    return new ChangeColumns(key, sequence, tracked, deleted, batch, first);
  }

  /** The key columns. */
  public List<String> key() {
    return key;
  }

  /** The tracked columns; none, also when nobody named any. */
  public List<String> tracked() {
    return Objects.requireNonNullElse(tracked, List.of());
  }

  /** Whether it was said which columns are tracked, if only that none is. */
  boolean namesTracked() {
    return tracked != null;
  }

  /** The sequence column. */
  String sequence() {
    if (sequence == null) {
      throw new IllegalArgumentException(
          "the changes of " + key + " have no sequence: name its column in sequencedBy(...)");
    }
    return sequence;
  }

  @Nullable String deleted() {
    return deleted;
  }

  @Nullable String batch() {
    return batch;
  }

  long countedFrom() {
    return countedFrom;
  }

  /** All columns of a layout that are neither key, nor sequence, nor batch, nor delete flag. */
  List<String> attributes(RowLayout layout) {
    Set<String> others = new HashSet<>(key);
    others.add(sequence());
    if (deleted != null) {
      others.add(deleted);
    }
    if (batch != null) {
      others.add(batch);
    }
    return layout.schema().getFieldNames().stream().filter(name -> !others.contains(name)).toList();
  }

  /** Refuses names that a layout does not have, has with another type, or that have two roles. */
  void check(RowLayout layout) {
    if (key.isEmpty()) {
      throw new IllegalArgumentException("changes need a key: name its columns in keyedBy(...)");
    }
    Set<String> roles = new HashSet<>();
    for (String column : key) {
      layout.column(column);
      once(roles, column);
    }
    role(layout, roles, sequence(), ColumnType.TIMESTAMP, "sequence");
    if (deleted != null) {
      role(layout, roles, deleted, ColumnType.BOOLEAN, "delete flag");
    }
    if (batch != null) {
      role(layout, roles, batch, ColumnType.INT64, "batch");
    }
    for (String column : tracked()) {
      layout.column(column);
      once(roles, column);
    }
  }

  private static void role(
      RowLayout layout, Set<String> roles, String column, ColumnType wanted, String role) {
    ColumnType type = layout.type(layout.column(column));
    if (type != wanted) {
      throw new IllegalArgumentException(
          "the " + role + " column " + column + " is " + type + " and must be " + wanted);
    }
    once(roles, column);
  }

  private static void once(Set<String> roles, String column) {
    if (!roles.add(column)) {
      throw new IllegalArgumentException(
          "column "
              + column
              + " is named twice among key, sequence, delete flag, batch and tracked columns");
    }
  }
}
