// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian numbers in byte arrays, and a stable hash over them. */
final class Bytes {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Bytes() {}

  static int getInt(byte[] b, int at) {
    return (int) INT.get(b, at);
  }

  static void putInt(byte[] b, int at, int value) {
    INT.set(b, at, value);
  }

  static long getLong(byte[] b, int at) {
    return (long) LONG.get(b, at);
  }

  static void putLong(byte[] b, int at, long value) {
    LONG.set(b, at, value);
  }

  /**
   * A hash that depends on the bytes alone: it decides where a row is stored, so it must never
   * change.
   */
  static long hash(byte[] b, int from, int length) {
    long h = length * 0x9e3779b97f4a7c15L;
    int at = from;
    int end = from + length;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      h = (h ^ getLong(b, at)) * 0x9fb21c651e98df25L;
      h ^= h >>> 32;
    }
    return mix((h ^ tail(b, at, end)) * 0x9fb21c651e98df25L);
  }

  /** Less than eight bytes as a number, the first in front. */
  private static long tail(byte[] b, int from, int end) {
    int before = end - Long.BYTES;
    if (before >= 0) {
      // with what lies in front of them, in one step
      return Long.reverseBytes(getLong(b, before)) & (1L << (end - from) * Byte.SIZE) - 1;
    }
    long tail = 0;
    for (int at = from; at < end; at++) {
      tail = tail << Byte.SIZE | (b[at] & 0xff);
    }
    return tail;
  }

  /** Whether so many bytes are the same: eight in a step, for values are short most often. */
  static boolean same(byte[] a, int aFrom, byte[] b, int bFrom, int length) {
    int last = length - Long.BYTES;
    if (last >= 0) {
      for (int at = 0; at < last; at += Long.BYTES) {
        if (getLong(a, aFrom + at) != getLong(b, bFrom + at)) {
          return false;
        }
      }
      return getLong(a, aFrom + last) == getLong(b, bFrom + last);
    }
    for (int at = 0; at < length; at++) {
      if (a[aFrom + at] != b[bFrom + at]) {
        return false;
      }
    }
    return true;
  }

  /** Spreads every bit of the input over every bit of the output. */
  static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
