// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.RowLayout;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.statistics.Statistics;

/** Values of one bit, the first in the lowest bit of a byte; never in a dictionary. */
final class BooleanEncoder extends ColumnEncoder {

  private byte[] page = new byte[1024];
  private int count;
  private boolean anyTrue;
  private boolean anyFalse;

  BooleanEncoder(RowLayout layout, int column) {
    super(layout, column, false);
  }

  @Override
  void append(RowBatch values) {
    for (int i = 0; i < values.presentCount(); i++) {
      append(values.present(i).getBoolean(column));
    }
  }

  private void append(boolean value) {
    int at = count >>> 3;
    if (at == page.length) {
      page = Arrays.copyOf(page, at * 2);
    }
    if (value) {
      page[at] |= (byte) (1 << (count & 7));
      anyTrue = true;
    } else {
      anyFalse = true;
    }
    count++;
  }

  @Override
  int valueBytes() {
    return (count + 7) >>> 3;
  }

  @Override
  BytesInput takeValues() {
    BytesInput values = BytesInput.from(Arrays.copyOf(page, valueBytes()));
    Arrays.fill(page, 0, valueBytes(), (byte) 0);
    count = 0;
    return values;
  }

  @Override
  void takeBounds(Statistics<?> statistics) {
    if (anyFalse) {
      statistics.updateStats(false);
    }
    if (anyTrue) {
      statistics.updateStats(true);
    }
    anyTrue = false;
    anyFalse = false;
  }

  @Override
  void number(RowBatch values, int[] numbers, int from) {
    throw noDictionary();
  }

  @Override
  void append(int number) {
    throw noDictionary();
  }

  @Override
  int dictionarySize() {
    return 0;
  }

  @Override
  int dictionaryBytes() {
    return 0;
  }

  @Override
  long plainBytes(int[] numbers, int numbered) {
    throw noDictionary();
  }

  @Override
  BytesInput takeDictionary() {
    throw noDictionary();
  }

  @Override
  void forgetDictionary() {}

  private static IllegalStateException noDictionary() {
    return new IllegalStateException("booleans have no dictionary");
  }
}
