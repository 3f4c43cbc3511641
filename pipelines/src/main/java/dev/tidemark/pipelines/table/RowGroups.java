// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.CompactSchema;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.io.Serializable;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.Row;

/**
 * Some groups of rows, as a side input of packed blocks: a row of it stands for the rows of a table
 * that agree with it in some columns, null to null. Few enough to be held by a worker.
 */
public final class RowGroups implements Serializable {

  private static final long serialVersionUID = 1L;

  private final CompactSchema schema;
  private final PCollectionView<List<byte[]>> view;

  private RowGroups(Schema schema, PCollectionView<List<byte[]>> view) {
    this.schema = CompactSchema.of(schema);
    this.view = view;
  }

  /** The groups that rows stand for; {@code name} is unique in the graph. */
  public static RowGroups of(String name, PCollection<Row> groups) {
    return new RowGroups(
        groups.getSchema(),
        groups
            .apply("Pack " + name, PackRows.byKey().into(1))
            .apply("Blocks of " + name, Values.create())
            .apply("View " + name, View.asList()));
  }

  /** The side input that {@link #read} looks at. */
  public PCollectionView<?> view() {
    return view;
  }

  /** The columns that groups have. */
  public Schema schema() {
    return schema.schema();
  }

  /** The groups. */
  public <InputT> RowBlocks read(DoFn<InputT, ?>.ProcessContext context) {
    return RowBlocks.of(context.sideInput(view));
  }

  /** The keys of these groups in a table, by some columns that both have. */
  KeySet keysOf(RowLayout table, List<String> by, RowBlocks groups) {
    RowLayout layout = RowLayout.of(schema());
    int[] from = layout.columns(by);
    int[] to = table.columns(by);
    RowView group = new RowView(layout);
    KeySet.Builder keys = KeySet.by(RowKey.of(table, by));
    RowWriter row = new RowWriter(table);
    for (long ref : groups.refs()) {
      group.at(groups, ref);
      row.clear();
      for (int c = 0; c < to.length; c++) {
        row.copy(to[c], group, from[c]);
      }
      keys.add(row);
    }
    return keys.build();
  }
}
