// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.RowLayout;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.values.KV;

/**
 * Adds columns of a mart up as it would be published, read back from its files, whatever part of it
 * was made again. Null counts as zero.
 */
final class MartTotals {

  private MartTotals() {}

  /** A figure {@code <mart>.<column>} of each column that the mart is reconciled by. */
  static List<KV<String, String>> of(String mart, GoldTable table, List<TableChange> changes) {
    List<String> columns = Marts.named(mart).reconciled();
    if (columns.isEmpty()) {
      return List.of();
    }
    RowLayout layout = table.spec().layout();
    int[] added = layout.columns(columns);
    BigDecimal[] totals = new BigDecimal[added.length];
    Arrays.fill(totals, BigDecimal.ZERO);
    table
        .after(changes)
        .only(columns.toArray(new String[0]))
        .forEach(
            row -> {
              for (int t = 0; t < totals.length; t++) {
                if (!row.isNull(added[t])) {
                  totals[t] = totals[t].add(row.getNumber(added[t]));
                }
              }
            });
    List<KV<String, String>> figures = new ArrayList<>();
    for (int t = 0; t < totals.length; t++) {
      figures.add(KV.of(mart + "." + columns.get(t), totals[t].toPlainString()));
    }
    return figures;
  }
}
