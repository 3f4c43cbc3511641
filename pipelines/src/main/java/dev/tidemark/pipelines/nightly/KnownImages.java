// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.KeyIndex;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.util.ArrayList;
import java.util.List;

/**
 * The images of a reference table that are known, against those that arrive. An image that arrives
 * again is of the batch that brought it first: a repeat changes nothing, or fills columns that came
 * later in place.
 *
 * <p>Unless another image of the same key and update time came in between: then the source has gone
 * back to the first without telling so by its update time, and the image is of the later batch, or
 * the lake would go on to show what the source no longer says.
 */
final class KnownImages {

  private final RowLayout layout;
  private final RowBlocks stored;
  private final KeyIndex images;
  private final RowBlocks latest;
  private final KeyIndex instants;
  private final int batch;
  private final int deleted;

  private KnownImages(TableSpec changes, List<String> sourceKey, RowBlocks stored) {
    this.stored = stored;
    layout = changes.layout();
    images = KeyIndex.of(stored, changes.rowKey());
    batch = layout.column(LakeTables.BATCH_ID);
    deleted = layout.column(Conformer.DELETED);
    List<String> instant = new ArrayList<>(sourceKey);
    instant.add(ReferenceTable.SEQUENCE);
    latest = latestUpdates(instant);
    instants = KeyIndex.of(latest, RowKey.of(layout, instant));
  }

  /** Of the stored changes of a reference table; {@code sourceKey} is the key of its silver. */
  static KnownImages of(TableSpec changes, List<String> sourceKey, RowBlocks stored) {
    return new KnownImages(changes, sourceKey, stored);
  }

  /** Distinct images that arrive, each with the batch that it is to have. */
  RowBlocks settle(RowBlocks arriving) {
    RowBlocksBuilder settled = new RowBlocksBuilder();
    RowView image = new RowView(layout);
    RowView known = new RowView(layout);
    RowView rival = new RowView(layout);
    RowWriter writer = new RowWriter(layout);
    for (long ref : arriving.refs()) {
      image.at(arriving, ref);
      int match = images.find(image);
      if (match < 0 || isOutlived(known.at(stored, stored.ref(match)), rival)) {
        settled.append(image);
      } else {
        for (int column = 0; column < layout.size(); column++) {
          writer.copy(column, column == batch ? known : image, column);
        }
        settled.append(writer);
      }
    }
    return settled.build();
  }

  /** Whether another update of its key and instant came in a later batch. */
  private boolean isOutlived(RowView known, RowView rival) {
    if (known.getBoolean(deleted)) {
      return false;
    }
    rival.at(latest, latest.ref(instants.find(known)));
    return rival.getLong(batch) > known.getLong(batch);
  }

  private RowBlocks latestUpdates(List<String> instant) {
    RowBlocksBuilder updates = new RowBlocksBuilder();
    LatestPerKey.of(layout, instant, List.of(Order.desc(LakeTables.BATCH_ID)))
        .where(image -> !image.getBoolean(deleted))
        .forEachWinner(stored, (update, versions, ambiguous) -> updates.append(update));
    return updates.build();
  }
}
