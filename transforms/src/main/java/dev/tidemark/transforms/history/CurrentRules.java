// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.KeyIndex;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowOrder;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.beam.sdk.schemas.Schema;

/**
 * Compares the current rows of a dimension with its history: each key has one, and it is the key's
 * last version, deleted or not, in every column that both have.
 *
 * <p>Finds the same as
 *
 * <pre>{@code
 * SELECT * FROM current FULL JOIN (SELECT *, ROW_NUMBER() OVER (PARTITION BY key
 *     ORDER BY valid_from DESC) AS n FROM history) AS last USING (key)
 *   WHERE n = 1 AND current IS DISTINCT FROM last
 * }</pre>
 *
 * <p>NULL equals NULL. Holds every key's row twice.
 */
public final class CurrentRules {

  private final RowLayout history;
  private final RowLayout current;
  private final RowKey historyKey;
  private final RowKey currentKey;
  private final int[] keyColumns;
  private final RowOrder latestFirst;

  private CurrentRules(RowLayout history, RowLayout current, List<String> key) {
    this.history = history;
    this.current = current;
    historyKey = RowKey.of(history, key);
    currentKey = RowKey.of(current, key);
    keyColumns = current.columns(key);
    latestFirst = RowOrder.by(history, Order.desc(Scd2.VALID_FROM));
  }

  /** Rules for current rows, all of whose columns the history has, by key. */
  public static CurrentRules of(Schema history, Schema current, List<String> key) {
    RowLayout versions = RowLayout.of(history);
    versions.columns(current.getFieldNames());
    return new CurrentRules(versions, RowLayout.of(current), key);
  }

  /** Hands on every violation of the current rows of all keys of a history. */
  public void check(RowBlocks versions, RowBlocks rows, Consumer<Violation> violations) {
    RowBlocks expected = lastVersions(versions);
    KeyIndex expectedByKey = KeyIndex.of(expected, currentKey);
    KeyIndex rowsByKey = KeyIndex.of(rows, currentKey);
    RowView row = new RowView(current);
    RowView last = new RowView(current);
    for (int r = 0; r < expected.rowCount(); r++) {
      last.at(expected, expected.ref(r));
      if (rowsByKey.find(last) < 0) {
        report(
            last,
            Violation.Kind.NO_CURRENT_ROW,
            "no current row shows the last version, of " + start(last),
            violations);
      }
    }
    for (int r = 0; r < rows.rowCount(); r++) {
      row.at(rows, rows.ref(r));
      int match = expectedByKey.find(row);
      if (rowsByKey.find(row) != r) {
        report(
            row,
            Violation.Kind.SEVERAL_CURRENT_ROWS,
            "a second current row, of " + start(row),
            violations);
      } else if (match < 0) {
        report(
            row,
            Violation.Kind.STRAY_CURRENT_ROW,
            "the current row, of " + start(row) + ", has no version",
            violations);
      } else {
        compare(row, last.at(expected, expected.ref(match)), violations);
      }
    }
  }

  /** The last version of each key, with the columns of a current row. */
  private RowBlocks lastVersions(RowBlocks versions) {
    KeyGroups groups = KeyGroups.of(versions, historyKey);
    int[] from = history.columns(current.schema().getFieldNames());
    RowBlocksBuilder rows = new RowBlocksBuilder();
    RowWriter row = new RowWriter(current);
    RowView version = new RowView(history);
    for (int g = 0; g < groups.groupCount(); g++) {
      version.at(versions, groups.sorted(g, versions, latestFirst)[0]);
      row.clear();
      for (int c = 0; c < from.length; c++) {
        row.copy(c, version, from[c]);
      }
      rows.append(row);
    }
    return rows.build();
  }

  private void compare(RowView row, RowView last, Consumer<Violation> violations) {
    List<String> differing = new ArrayList<>();
    for (int c = 0; c < current.size(); c++) {
      if (!row.sameValue(c, last, c)) {
        differing.add(current.name(c));
      }
    }
    if (!differing.isEmpty()) {
      report(
          row,
          Violation.Kind.STALE_CURRENT_ROW,
          "the current row, of "
              + start(row)
              + ", differs from the last version in "
              + String.join(", ", differing),
          violations);
    }
  }

  private String start(RowView row) {
    return String.valueOf(row.getValue(current.column(Scd2.VALID_FROM)));
  }

  private void report(
      RowView row, Violation.Kind kind, String detail, Consumer<Violation> violations) {
    violations.accept(new Violation(HistoryRules.keyText(row, keyColumns), kind, detail));
  }
}
