// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.beam.sdk.schemas.Schema;

/**
 * The present of each key, SCD type 1: its latest change, as it came. When that is a delete, the
 * row has the attributes of the latest update before it: sequence, batch and delete flag are the
 * delete's.
 *
 * <p>Which change of one instant survives, and that a delete's own attributes are not read, is as
 * in {@link Scd2}. A key with deletes only keeps a row too, with the attributes of the last of
 * them. The result depends on the set of changes alone.
 */
public final class Scd1 implements ChangeKernel {

  private final RowLayout changes;
  private final ChangeColumns columns;

  private Scd1(RowLayout changes, ChangeColumns columns) {
    this.changes = changes;
    this.columns = columns;
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
    return new Scd1(layout, columns);
  }

  @Override
  public Schema schema() {
    return changes.schema();
  }

  @Override
  public ChangeCounts apply(RowBlocks rows, Consumer<RowWriter> keys, Consumer<RowView> rejected) {
    KeyChanges changesOfKeys = new KeyChanges(changes, columns);
    boolean[] isAttribute = attributes();
    RowWriter writer = new RowWriter(changes);
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
          for (int c = 0; c < isAttribute.length; c++) {
            writer.copy(c, isAttribute[c] ? image : last, c);
          }
          given[0]++;
          keys.accept(writer);
        },
        rejected);
    return new ChangeCounts(
        rows.rowCount(),
        given[0],
        0,
        0,
        changesOfKeys.conflicts(),
        changesOfKeys.newConflicts(),
        changesOfKeys.rejectedCount());
  }

  private boolean[] attributes() {
    Set<String> attributes = new HashSet<>(columns.attributes(changes));
    boolean[] isAttribute = new boolean[changes.size()];
    for (int c = 0; c < isAttribute.length; c++) {
      isAttribute[c] = attributes.contains(changes.name(c));
    }
    return isAttribute;
  }
}
