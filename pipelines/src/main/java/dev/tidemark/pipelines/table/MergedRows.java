// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowView;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rows of a bucket: those that are stored and do not leave, and those that come in. */
final class MergedRows {

  private final StoredBucket stored;
  private final @Nullable LeavingRows leaving;
  private final @Nullable IncomingRows incoming;

  /** What is stored: nothing leaves, and nothing comes in. */
  MergedRows(StoredBucket stored) {
    this(stored, null, null);
  }

  MergedRows(StoredBucket stored, @Nullable LeavingRows leaving, @Nullable IncomingRows incoming) {
    this.stored = stored;
    this.leaving = leaving;
    this.incoming = incoming;
  }

  /** Hands on all rows. */
  void forEachBlock(Consumer<byte[]> blocks) {
    stored.forEachGroup(
        group -> {
          LeavingRows leave = leaving;
          if (leave == null || !leave.anyOf(group)) {
            group.forEachBlock(blocks);
          } else {
            copy(rows -> leave.forEachStaying(group, rows), blocks);
            group.forget();
          }
        });
    IncomingRows given = incoming;
    if (given != null && given.isAllToWrite()) {
      given.rows().blocks().forEach(blocks);
    } else if (given != null) {
      copy(given::forEachToWrite, blocks);
    }
  }

  /** Hands on the rows of some groups, with at least these columns. */
  void forEachRowOf(KeySet groups, List<String> columns, Consumer<RowView> rows) {
    Consumer<RowView> chosen =
        row -> {
          if (groups.contains(row)) {
            rows.accept(row);
          }
        };
    LeavingRows leave = leaving;
    for (StoredGroup group : stored.groupsOf(groups.range())) {
      if (leave == null || !leave.anyOf(group)) {
        group.forEachRowOf(groups, columns, rows);
      } else {
        leave.forEachStaying(group, chosen);
      }
    }
    if (incoming != null) {
      incoming.forEachToWrite(chosen);
    }
  }

  /** Copies rows block by block. */
  private static void copy(Consumer<Consumer<RowView>> rows, Consumer<byte[]> blocks) {
    BlockBuilder builder = new BlockBuilder();
    rows.accept(
        row -> {
          builder.append(row);
          if (builder.isFull()) {
            blocks.accept(builder.take());
          }
        });
    if (!builder.isEmpty()) {
      blocks.accept(builder.take());
    }
  }
}
