// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.values.KV;

/**
 * Images of source rows, of which no more is told than the id, the update time and the place: a
 * block of them, twenty bytes each. A place is a bucket of silver, or one of those that {@link
 * Places} numbers behind them.
 *
 * <p>They are spread over shards by their id, so that all images of a source row meet, wherever its
 * rows went.
 */
final class PlacedImages {

  /** Where images come from. */
  enum Origin {
    LANDED,
    STORED
  }

  /** The update time of an image without one: older than any. */
  static final long NO_TIME = Long.MIN_VALUE;

  /** Takes images. */
  @FunctionalInterface
  interface Images {
    void accept(long id, long time, int place);
  }

  /** The size of an image. */
  static final int BYTES = 2 * Long.BYTES + Integer.BYTES;

  private ByteBuffer block;

  private PlacedImages(Origin origin) {
    block = ByteBuffer.allocate(64 * BYTES).order(ByteOrder.LITTLE_ENDIAN);
    block.put((byte) origin.ordinal());
  }

  private void add(long id, long time, int place) {
    if (block.remaining() < BYTES) {
      block =
          ByteBuffer.wrap(Arrays.copyOf(block.array(), block.capacity() * 2))
              .order(ByteOrder.LITTLE_ENDIAN)
              .position(block.position());
    }
    block.putLong(id).putLong(time).putInt(place);
  }

  private boolean isEmpty() {
    return block.position() == 1;
  }

  private byte[] toBlock() {
    return Arrays.copyOf(block.array(), block.position());
  }

  /** Whether a block of images was landed by the run; an empty block is of neither origin. */
  static boolean isLanded(byte[] block) {
    return block.length > 0 && block[0] == Origin.LANDED.ordinal();
  }

  /** The number of images in a block. */
  static int count(byte[] block) {
    return block.length / BYTES;
  }

  /** Hands on the images of a block, in their order. */
  static void forEach(byte[] block, Images action) {
    ByteBuffer images = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    images.position(Math.min(1, block.length));
    while (images.hasRemaining()) {
      action.accept(images.getLong(), images.getLong(), images.getInt());
    }
  }

  /** Collects images of one origin by shard; it belongs to one thread. */
  static final class Collector {

    private final List<PlacedImages> shards = new ArrayList<>();

    Collector(int count, Origin origin) {
      for (int shard = 0; shard < count; shard++) {
        shards.add(new PlacedImages(origin));
      }
    }

    void add(long id, long time, int place) {
      // ids are dense: their low digits spread them
      shards.get((int) Math.floorMod(id, (long) shards.size())).add(id, time, place);
    }

    /** The blocks of the shards that have any, numbered from {@code first}. */
    List<KV<Integer, byte[]>> blocks(int first) {
      List<KV<Integer, byte[]>> blocks = new ArrayList<>();
      for (int shard = 0; shard < shards.size(); shard++) {
        if (!shards.get(shard).isEmpty()) {
          blocks.add(KV.of(first + shard, shards.get(shard).toBlock()));
        }
      }
      return blocks;
    }
  }
}
