// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers as pages have them. */
final class LittleEndian {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  /** Puts the low four bytes of a number, or all eight. */
  static void put(byte[] bytes, int at, long value, int width) {
    if (width == Integer.BYTES) {
      INT.set(bytes, at, (int) value);
    } else {
      LONG.set(bytes, at, value);
    }
  }
}
