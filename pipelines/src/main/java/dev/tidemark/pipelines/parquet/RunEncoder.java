// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.values.bitpacking.BytePacker;
import org.apache.parquet.column.values.bitpacking.Packer;

/**
 * Small whole numbers as pages have them: eight or more of one value as a run, others packed into
 * as many bits as the greatest needs, eight at a time.
 */
final class RunEncoder {

  /** So many are packed together, and at least so many make a run. */
  private static final int GROUP = 8;

  /** A run's length, and its value, take no more. */
  private static final int RUN_BYTES = 5 + Integer.BYTES;

  private static final int MORE = 0x80;

  private final int width;
  private final BytePacker packer;
  private byte[] bytes;
  private int size;

  private RunEncoder(int width, int count) {
    this.width = width;
    packer = Packer.LITTLE_ENDIAN.newBytePacker(width);
    bytes = new byte[64 + (count / GROUP + 1) * width];
  }

  /**
   * Encodes the first numbers of an array; what is behind them may be overwritten.
   *
   * @param width the bits of the greatest
   */
  static BytesInput encode(int[] numbers, int count, int width) {
    RunEncoder runs = new RunEncoder(width, count);
    int end = count + GROUP - 1; // the last eight may begin with the last number
    int[] filled = end > numbers.length ? Arrays.copyOf(numbers, end) : numbers;
    Arrays.fill(filled, count, end, 0);
    for (int at = 0; at < count; ) {
      int run = runLength(filled, at, count);
      if (run >= GROUP) {
        runs.addRun(filled[at], run);
        at += run;
      } else {
        at = runs.addPacked(filled, at, count);
      }
    }
    return BytesInput.from(runs.bytes, 0, runs.size);
  }

  /** Encodes one number of one bit, so many times. */
  static BytesInput encode(int number, int count) {
    RunEncoder run = new RunEncoder(1, 0);
    run.addRun(number, count);
    return BytesInput.from(run.bytes, 0, run.size);
  }

  private static int runLength(int[] numbers, int from, int count) {
    int at = from + 1;
    while (at < count && numbers[at] == numbers[from]) {
      at++;
    }
    return at - from;
  }

  private void addRun(int number, int length) {
    reserve(RUN_BYTES);
    addHead(length << 1);
    for (int bits = 0; bits < width; bits += Byte.SIZE) {
      bytes[size++] = (byte) (number >>> bits);
    }
  }

  /** Packs groups until a run begins with one; gives where. */
  private int addPacked(int[] numbers, int from, int count) {
    int end = from + GROUP;
    while (end < count
        && !(end + GROUP <= count && runLength(numbers, end, end + GROUP) == GROUP)) {
      end += GROUP;
    }
    reserve(RUN_BYTES + (end - from) / GROUP * width);
    addHead((end - from) / GROUP << 1 | 1);
    for (int at = from; at < end; at += GROUP) {
      packer.pack8Values(numbers, at, bytes, size);
      size += width;
    }
    return Math.min(end, count);
  }

  private void addHead(int head) {
    int rest = head;
    for (; rest >= MORE; rest >>>= 7) {
      bytes[size++] = (byte) (rest | MORE);
    }
    bytes[size++] = (byte) rest;
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
