// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.source.KeyRead;
import dev.tidemark.pipelines.source.Mark;
import dev.tidemark.transforms.block.KeyIndex;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.SourceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.beam.sdk.values.KV;

/**
 * Keys that the source holds with a mark that was passed long since, and that no run brought to the
 * lake: their transaction was committed further behind the mark than rows are read again.
 *
 * @param count how many
 * @param earliest the earliest mark among them
 * @param examples the first of them in text order; none where a key names people
 */
public record LostKeys(long count, Mark earliest, List<String> examples) {

  private static final int MOST_EXAMPLES = 5;

  private static final String COUNT = ".lost_keys";
  private static final String EARLIEST = ".lost_keys_from";
  private static final String EXAMPLE = ".lost_key";

  public LostKeys {
    examples = List.copyOf(examples);
  }

  /** Those of a table, from the figures that the graph left; empty when there are none. */
  static Optional<LostKeys> of(String table, Mark.Type type, Map<String, List<String>> figures) {
    return figures.getOrDefault(table + EARLIEST, List.of()).stream()
        .map(Long::parseLong)
        .min(Long::compare)
        .map(
            earliest ->
                new LostKeys(
                    figures.getOrDefault(table + COUNT, List.of()).stream()
                        .mapToLong(Long::parseLong)
                        .sum(),
                    Mark.at(type, earliest),
                    figures.getOrDefault(table + EXAMPLE, List.of()).stream()
                        .sorted()
                        .limit(MOST_EXAMPLES)
                        .toList()));
  }

  /** The figures of a partition's lost keys, out of its compared rows. */
  static List<KV<String, String>> figures(ComparedTable table, RowBlocks compared) {
    RowLayout layout = RowLayout.of(table.schema());
    RowKey key = RowKey.of(layout, table.key());
    int file = layout.column(ComparedTable.FILE);
    int mark = layout.column(KeyRead.MARK);
    KeyIndex inLake = KeyIndex.of(compared.where(layout, row -> !row.isNull(file)), key);
    RowBlocks due = compared.where(layout, row -> row.isNull(file) && !row.isNull(mark));
    RowBlocks lost = due.where(layout, row -> inLake.find(row) < 0);
    List<KV<String, String>> figures = new ArrayList<>();
    if (lost.rowCount() == 0) {
      return figures;
    }
    KeyIndex distinct = KeyIndex.of(lost, key);
    SourceKey text = SourceKey.of(layout, table.key());
    TreeSet<String> first = new TreeSet<>();
    long count = 0;
    long earliest = Long.MAX_VALUE;
    RowView row = new RowView(layout);
    for (int r = 0; r < lost.rowCount(); r++) {
      row.at(lost, lost.ref(r));
      earliest = Math.min(earliest, row.getLong(mark));
      if (distinct.find(row) == r) {
        count++;
        first.add(text.of(row));
        if (first.size() > MOST_EXAMPLES) {
          first.pollLast();
        }
      }
    }
    figures.add(KV.of(table.name() + COUNT, Long.toString(count)));
    figures.add(KV.of(table.name() + EARLIEST, Long.toString(earliest)));
    if (!table.keyNamesPeople()) {
      first.forEach(example -> figures.add(KV.of(table.name() + EXAMPLE, example)));
    }
    return figures;
  }

  /** A sentence for whoever must know. */
  public String warning(String table, Mark readTo) {
    String more = count > examples.size() ? ", ..." : "";
    String named = examples.isEmpty() ? "" : " (" + String.join(", ", examples) + more + ")";
    return table
        + ": "
        + count
        + (count == 1 ? " key" : " keys")
        + " of the source with a mark of "
        + readTo.text()
        + " or before never landed"
        + named
        + "; the next nightly run reads again from "
        + earliest.text()
        + ": raise overlap to longer than the longest transaction";
  }
}
