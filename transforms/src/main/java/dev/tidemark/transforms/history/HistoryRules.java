// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowOrder;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.keys.DurableKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Looks at SCD type 2 versions as {@link Scd2} gives them, and finds what breaks the rules of
 * {@link Violation.Kind}.
 *
 * <p>No violation means: per key the windows are not empty, do not overlap, start at distinct
 * instants, and each begins where the one before ended unless a delete ended it; a key whose last
 * version was not ended by a delete has exactly one open version, its last; any other has none.
 * {@link #withKeys} looks at the keys made of them too.
 */
public final class HistoryRules {

  private final RowLayout layout;
  private final int[] keyColumns;
  private final RowKey key;
  private final RowOrder byTime;
  private final int validFrom;
  private final int validTo;
  private final int current;
  private final int deleted;
  private final @Nullable MadeKeys madeKeys;

  private HistoryRules(RowLayout layout, List<String> key, @Nullable MadeKeys madeKeys) {
    this.layout = layout;
    this.madeKeys = madeKeys;
    keyColumns = layout.columns(key);
    this.key = RowKey.of(layout, key);
    byTime = RowOrder.by(layout, Order.asc(Scd2.VALID_FROM), Order.asc(Scd2.VALID_TO));
    validFrom = column(layout, Scd2.VALID_FROM, ColumnType.TIMESTAMP);
    validTo = column(layout, Scd2.VALID_TO, ColumnType.TIMESTAMP);
    current = column(layout, Scd2.IS_CURRENT, ColumnType.BOOLEAN);
    deleted = column(layout, Scd2.IS_DELETED, ColumnType.BOOLEAN);
  }

  /** Rules for versions of a schema with the columns that {@link Scd2} adds, by key. */
  public static HistoryRules of(Schema history, List<String> key) {
    return new HistoryRules(RowLayout.of(history), key, null);
  }

  /**
   * Requires as well that {@code durableKey} is the {@link DurableKey} of the key columns, that
   * {@code versionKey} is the one of that key and the version's start, and that no two of all
   * versions checked share it.
   */
  public HistoryRules withKeys(String durableKey, String versionKey) {
    List<String> key = Arrays.stream(keyColumns).mapToObj(layout::name).toList();
    return new HistoryRules(
        layout,
        key,
        new MadeKeys(
            column(layout, durableKey, ColumnType.STRING),
            column(layout, versionKey, ColumnType.STRING)));
  }

  private static int column(RowLayout layout, String name, ColumnType wanted) {
    int column = layout.column(name);
    if (layout.type(column) != wanted) {
      throw new IllegalArgumentException(
          "column " + name + " of a history is " + layout.type(column) + " and must be " + wanted);
    }
    return column;
  }

  /** Hands on every violation of a set of versions, which holds all versions of its keys. */
  public void check(RowBlocks versions, Consumer<Violation> violations) {
    KeyGroups groups = KeyGroups.of(versions, key);
    Set<String> versionKeys = new HashSet<>();
    RowView version = new RowView(layout);
    RowView next = new RowView(layout);
    for (int g = 0; g < groups.groupCount(); g++) {
      long[] refs = groups.sorted(g, versions, byTime);
      int open = 0;
      for (int i = 0; i < refs.length; i++) {
        version.at(versions, refs[i]);
        checkAlone(version, violations);
        if (madeKeys != null) {
          checkKeys(version, madeKeys, versionKeys, violations);
        }
        if (version.isNull(validTo)) {
          open++;
        }
        if (i + 1 < refs.length) {
          checkNeighbours(version, next.at(versions, refs[i + 1]), violations);
        }
      }
      if (open > 1) {
        report(version, Violation.Kind.SEVERAL_OPEN, open + " versions are open", violations);
      } else if (open == 0 && !version.getBoolean(deleted)) {
        report(
            version,
            Violation.Kind.NONE_OPEN,
            "the last version " + window(version) + " is closed and no delete ended it",
            violations);
      }
    }
  }

  private void checkAlone(RowView version, Consumer<Violation> violations) {
    boolean open = version.isNull(validTo);
    if (version.isNull(validFrom)) {
      report(version, Violation.Kind.NO_START, window(version) + " has no start", violations);
    } else if (!open && version.getLong(validTo) <= version.getLong(validFrom)) {
      report(version, Violation.Kind.EMPTY_WINDOW, window(version) + " is empty", violations);
    }
    if (version.getBoolean(current) != open) {
      report(
          version,
          Violation.Kind.CURRENT_FLAG,
          window(version) + " has is_current " + version.getBoolean(current),
          violations);
    }
    if (open && version.getBoolean(deleted)) {
      report(
          version,
          Violation.Kind.OPEN_AND_DELETED,
          window(version) + " is open and has is_deleted true",
          violations);
    }
  }

  private void checkKeys(
      RowView version, MadeKeys columns, Set<String> seen, Consumer<Violation> violations) {
    @Nullable String[] parts = new String[keyColumns.length];
    for (int i = 0; i < parts.length; i++) {
      Object part = version.getValue(keyColumns[i]);
      parts[i] = part == null ? null : part.toString();
    }
    String durableKey = version.getString(columns.durable);
    if (!durableKey.equals(columns.digest.of(parts))) {
      report(
          version,
          Violation.Kind.WRONG_KEY,
          window(version) + " has " + layout.name(columns.durable) + " " + durableKey,
          violations);
    }
    String versionKey = version.getString(columns.version);
    if (!version.isNull(validFrom)) {
      Instant start = RowView.instant(version.getLong(validFrom));
      if (!versionKey.equals(columns.digest.versionOf(durableKey, start))) {
        report(
            version,
            Violation.Kind.WRONG_VERSION_KEY,
            window(version) + " has " + layout.name(columns.version) + " " + versionKey,
            violations);
      }
    }
    if (!seen.add(versionKey)) {
      report(
          version,
          Violation.Kind.REPEATED_VERSION_KEY,
          window(version) + " has the version key of another, " + versionKey,
          violations);
    }
  }

  private void checkNeighbours(RowView version, RowView next, Consumer<Violation> violations) {
    if (version.isNull(validFrom) || next.isNull(validFrom)) {
      return;
    }
    long start = next.getLong(validFrom);
    long end = version.isNull(validTo) ? Long.MAX_VALUE : version.getLong(validTo);
    Violation.Kind kind;
    if (start == version.getLong(validFrom)) {
      kind = Violation.Kind.DUPLICATE_VERSION;
    } else if (start < end) {
      kind = Violation.Kind.OVERLAP;
    } else if (start > end && !version.getBoolean(deleted)) {
      kind = Violation.Kind.GAP;
    } else if (start == end && version.getBoolean(deleted)) {
      kind = Violation.Kind.NO_GAP_AFTER_DELETE;
    } else {
      return;
    }
    report(version, kind, window(version) + " is followed by " + window(next), violations);
  }

  private void report(
      RowView version, Violation.Kind kind, String detail, Consumer<Violation> violations) {
    violations.accept(new Violation(keyText(version, keyColumns), kind, detail));
  }

  /** {@code column=value, ...} */
  static String keyText(RowView row, int[] columns) {
    return Arrays.stream(columns)
        .mapToObj(c -> row.layout().name(c) + "=" + row.getValue(c))
        .collect(Collectors.joining(", "));
  }

  private String window(RowView version) {
    return "[" + version.getValue(validFrom) + ", " + version.getValue(validTo) + ")";
  }

  /** Where the keys lie that are made of others, and what makes them. */
  private static final class MadeKeys {

    private final int durable;
    private final int version;
    private final DurableKey digest = new DurableKey();

    MadeKeys(int durable, int version) {
      this.durable = durable;
      this.version = version;
    }
  }
}
