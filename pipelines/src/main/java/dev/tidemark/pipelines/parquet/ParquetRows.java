// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.apache.hadoop.fs.Path;

/** The rows of a Parquet file one after another: no more than one block of them is held. */
public final class ParquetRows {

  private ParquetRows() {}

  /**
   * Hands on every row of a file, in its order; columns of the layout that are not wanted are null.
   * The view is on a row until {@code row} returns.
   */
  public static void forEach(
      Path file, RowLayout layout, List<String> wanted, Consumer<RowView> row) throws IOException {
    forEach(ParquetFooter.read(file), group -> true, layout, wanted, row);
  }

  /** The same of some row groups of a file, chosen by their numbers. */
  public static void forEach(
      ParquetFooter footer,
      IntPredicate groups,
      RowLayout layout,
      List<String> wanted,
      Consumer<RowView> row)
      throws IOException {
    RowView view = new RowView(layout);
    try (ParquetBlockReader reader = ParquetBlockReader.openColumns(footer, layout, wanted)) {
      for (int group = 0; group < reader.rowGroupCount(); group++) {
        if (groups.test(group)) {
          reader.readRowGroup(
              group,
              block -> {
                for (int at = 0; at < block.length; at += view.length()) {
                  row.accept(view.at(block, at));
                }
              });
        }
      }
    }
  }
}
