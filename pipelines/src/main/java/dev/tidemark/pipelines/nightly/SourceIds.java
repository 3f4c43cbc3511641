// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongConsumer;

/** Blocks of ids of source rows, eight bytes each. */
final class SourceIds {

  private SourceIds() {}

  /** The ids of a block of {@link PlacedImages}, in their order. */
  static byte[] of(byte[] images) {
    ByteBuffer ids =
        ByteBuffer.allocate(PlacedImages.count(images) * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    PlacedImages.forEach(images, (id, time, place) -> ids.putLong(id));
    return ids.array();
  }

  static void forEach(byte[] block, LongConsumer action) {
    ByteBuffer ids = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    while (ids.hasRemaining()) {
      action.accept(ids.getLong());
    }
  }
}
