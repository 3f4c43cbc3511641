// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.List;
import java.util.function.Consumer;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/**
 * The present of each key, SCD type 1: one row with the attributes of its latest update, the
 * sequence of its latest change, and {@code is_deleted} when that was a delete.
 *
 * <p>Which change of one instant survives, and that a delete's own attributes are not read, is as
 * in {@link Scd2}. A key with deletes only keeps a row too, with the attributes of the last of
 * them. The result depends on the set of changes alone.
 */
public final class Scd1 implements ChangeKernel {

  private final RowLayout changes;
  private final ChangeColumns columns;
  private final Schema schema;

  private Scd1(RowLayout changes, ChangeColumns columns, Schema schema) {
    this.changes = changes;
    this.columns = columns;
    this.schema = schema;
  }

  /** The kernel for changes of a schema; columns that do not fit it are refused by name. */
  public static Scd1 of(Schema changes, ChangeColumns columns) {
    RowLayout layout = RowLayout.of(changes);
    columns.check(layout);
    if (!columns.tracked().isEmpty()) {
      throw new IllegalArgumentException(
          "a type 1 table of "
              + columns.key()
              + " keeps one row per key and tracks nothing: leave out tracking"
              + columns.tracked());
    }
    Scd2.refuseClash(layout, columns, Scd2.IS_DELETED);
    Schema schema =
        Scd2.keyAndAttributes(layout, columns)
            .addField(columns.sequence(), Columns.TIMESTAMP)
            .addField(Scd2.IS_DELETED, FieldType.BOOLEAN)
            .build();
    return new Scd1(layout, columns, schema);
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public ChangeCounts apply(RowBlocks rows, Consumer<RowWriter> keys, Consumer<RowView> rejected) {
    KeyChanges changesOfKeys = new KeyChanges(changes, columns);
    List<String> names = schema.getFieldNames();
    int sequence = names.size() - 2;
    int[] source = changes.columns(names.subList(0, sequence));
    RowWriter writer = new RowWriter(RowLayout.of(schema));
    RowView last = new RowView(changes);
    RowView image = new RowView(changes);
    long[] given = {0};
    changesOfKeys.forEachKey(
        rows,
        (refs, count) -> {
          last.at(rows, refs[count - 1]);
          int update = count - 1;
          while (update >= 0 && changesOfKeys.isDelete(image.at(rows, refs[update]))) {
            update--;
          }
          if (update < 0) {
            image.at(rows, refs[count - 1]);
          }
          writer.clear();
          for (int c = 0; c < source.length; c++) {
            writer.copy(c, image, source[c]);
          }
          writer.setLong(sequence, changesOfKeys.sequence(last));
          writer.setBoolean(sequence + 1, changesOfKeys.isDelete(last));
          given[0]++;
          keys.accept(writer);
        },
        rejected);
    return new ChangeCounts(
        rows.rowCount(), given[0], 0, changesOfKeys.conflicts(), changesOfKeys.rejectedCount());
  }
}
