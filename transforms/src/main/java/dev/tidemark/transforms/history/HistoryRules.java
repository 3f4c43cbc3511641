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
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.beam.sdk.schemas.Schema;

/**
 * Looks at SCD type 2 versions as {@link Scd2} gives them, and finds what breaks the rules of
 * {@link Violation.Kind}.
 *
 * <p>No violation means: per key the windows are not empty, do not overlap, start at distinct
 * instants, and each begins where the one before ended unless a delete ended it; a key whose last
 * version was not ended by a delete has exactly one open version, its last; any other has none.
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

  private HistoryRules(RowLayout layout, List<String> key) {
    this.layout = layout;
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
    return new HistoryRules(RowLayout.of(history), key);
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
    RowView version = new RowView(layout);
    RowView next = new RowView(layout);
    for (int g = 0; g < groups.groupCount(); g++) {
      long[] refs = groups.sorted(g, versions, byTime);
      int open = 0;
      for (int i = 0; i < refs.length; i++) {
        version.at(versions, refs[i]);
        checkAlone(version, violations);
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
    String keyText =
        Arrays.stream(keyColumns)
            .mapToObj(c -> layout.name(c) + "=" + version.getValue(c))
            .collect(Collectors.joining(", "));
    violations.accept(new Violation(keyText, kind, detail));
  }

  private String window(RowView version) {
    return "[" + version.getValue(validFrom) + ", " + version.getValue(validTo) + ")";
  }
}
