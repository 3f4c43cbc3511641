// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowOrder;
import dev.tidemark.transforms.block.RowView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Walks a set of changes key by key: per key one change per instant, in the order of the instants.
 *
 * <p>Of the changes of one instant a delete survives before an update, then the later batch (NULL
 * is the earliest), then the first by the values of the attributes in column order. The values
 * decide and never the bytes of the row, because a column that is added to the table later changes
 * the bytes.
 */
final class KeyChanges {

  /** Takes the surviving changes of one key. */
  @FunctionalInterface
  interface Survivors {

    /** Takes references to {@code count} changes of distinct, ascending sequence. */
    void accept(long[] refs, int count);
  }

  private final RowLayout layout;
  private final RowKey key;
  private final RowOrder order;
  private final int sequence;
  private final int deleted;
  private final int batch;
  private final long countedFrom;
  private final int[] payload;
  private long rejectedCount;
  private long conflicts;
  private long newConflicts;

  KeyChanges(RowLayout layout, ChangeColumns columns) {
    columns.check(layout);
    this.layout = layout;
    key = RowKey.of(layout, columns.key());
    sequence = layout.column(columns.sequence());
    String flag = columns.deleted();
    deleted = flag == null ? -1 : layout.column(flag);
    List<String> attributes = columns.attributes(layout);
    payload = layout.columns(attributes);
    List<Order> orders = new ArrayList<>();
    orders.add(Order.asc(columns.sequence()));
    String batchColumn = columns.batch();
    batch = batchColumn == null ? -1 : layout.column(batchColumn);
    countedFrom = columns.countedFrom();
    if (batchColumn != null) {
      orders.add(Order.desc(batchColumn));
    }
    attributes.forEach(name -> orders.add(Order.asc(name)));
    if (flag != null) {
      orders.add(Order.desc(flag));
    }
    order = RowOrder.by(layout, orders);
  }

  /** Walks the changes; those without a sequence go to {@code rejected}, each once. */
  void forEachKey(RowBlocks changes, Survivors survivors, Consumer<RowView> rejected) {
    KeyGroups groups = KeyGroups.of(changes, key);
    RowView first = new RowView(layout);
    RowView change = new RowView(layout);
    for (int g = 0; g < groups.groupCount(); g++) {
      long[] refs = groups.sorted(g, changes, order);
      int sequenced = reject(changes, refs, first, change, rejected);
      int count = 0;
      for (int from = 0, to; from < sequenced; from = to) {
        to = endOfInstant(changes, refs, from, sequenced, first, change);
        refs[count++] = survivor(changes, refs, from, to, first, change);
      }
      if (count > 0) {
        survivors.accept(refs, count);
      }
    }
  }

  boolean isDelete(RowView change) {
    return deleted >= 0 && change.getBoolean(deleted);
  }

  long sequence(RowView change) {
    return change.getLong(sequence);
  }

  /** Whether a change came in a batch that is counted as new. */
  boolean isNew(RowView change) {
    return batch >= 0 && !change.isNull(batch) && change.getLong(batch) >= countedFrom;
  }

  /** How many changes had no sequence. */
  long rejectedCount() {
    return rejectedCount;
  }

  /** How many instants had updates with different payloads and no delete. */
  long conflicts() {
    return conflicts;
  }

  /** How many of these instants had an update that is counted as new. */
  long newConflicts() {
    return newConflicts;
  }

  /** Hands on the changes without a sequence, which sort last, and returns where they begin. */
  private int reject(
      RowBlocks changes, long[] refs, RowView last, RowView change, Consumer<RowView> rejected) {
    int sequenced = refs.length;
    while (sequenced > 0 && change.at(changes, refs[sequenced - 1]).isNull(sequence)) {
      sequenced--;
    }
    for (int i = sequenced; i < refs.length; i++) {
      change.at(changes, refs[i]);
      if (i == sequenced || order.compare(last, change) != 0) {
        rejected.accept(change);
        rejectedCount++;
      }
      last.at(changes, refs[i]);
    }
    return sequenced;
  }

  private int endOfInstant(
      RowBlocks changes, long[] refs, int from, int end, RowView first, RowView change) {
    long instant = sequence(first.at(changes, refs[from]));
    int to = from + 1;
    while (to < end && sequence(change.at(changes, refs[to])) == instant) {
      to++;
    }
    return to;
  }

  private long survivor(
      RowBlocks changes, long[] refs, int from, int to, RowView first, RowView change) {
    boolean differ = false;
    boolean isNew = false;
    first.at(changes, refs[from]);
    for (int i = from; i < to; i++) {
      change.at(changes, refs[i]);
      if (isDelete(change)) {
        return refs[i];
      }
      differ |= i > from && !same(payload, first, change);
      isNew |= isNew(change);
    }
    if (differ) {
      conflicts++;
      newConflicts += isNew ? 1 : 0;
    }
    return refs[from];
  }

  /** Whether two changes agree in columns; null is the same as null. */
  static boolean same(int[] columns, RowView a, RowView b) {
    for (int column : columns) {
      if (!a.sameValue(column, b, column)) {
        return false;
      }
    }
    return true;
  }
}
