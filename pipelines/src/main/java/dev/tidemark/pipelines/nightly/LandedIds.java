// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.values.KV;
import org.jspecify.annotations.Nullable;

/**
 * Counts the distinct ids of landed transactions, wherever their rows went: good ones to the bucket
 * of their section, bad ones to quarantine. So ids travel once more, eight bytes each, spread over
 * shards by themselves.
 */
final class LandedIds {

  /** Ids are light: a shard takes those of as many rows as four buckets hold. */
  private static final int BUCKETS_PER_SHARD = 4;

  private LandedIds() {}

  /** The number of shards beside so many buckets of rows. */
  static int shards(int buckets) {
    return (buckets + BUCKETS_PER_SHARD - 1) / BUCKETS_PER_SHARD;
  }

  /** Collects ids by shard; it belongs to one thread. */
  static final class Collector {

    private final List<SourceIds> shards = new ArrayList<>();

    Collector(int count) {
      for (int shard = 0; shard < count; shard++) {
        shards.add(new SourceIds());
      }
    }

    void add(long id) {
      // ids are dense: their low digits spread them
      shards.get((int) Math.floorMod(id, (long) shards.size())).add(id);
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

  /** Counts the ids of a shard, and names the least of those that came twice. */
  static void count(String table, Iterable<byte[]> blocks, BucketOutcome outcome) {
    long[] ids = read(blocks);
    Arrays.sort(ids);
    long distinct = 0;
    @Nullable Long twice = null;
    for (int i = 0; i < ids.length; i++) {
      if (i == 0 || ids[i] != ids[i - 1]) {
        distinct++;
      } else if (twice == null) {
        twice = ids[i];
      }
    }
    outcome.count(table + ".landed_keys", distinct);
    if (twice != null) {
      outcome.note(table + ".key_landed_twice", Long.toString(twice));
    }
  }

  private static long[] read(Iterable<byte[]> blocks) {
    int[] size = {0};
    for (byte[] block : blocks) {
      if (SourceIds.isIn(block)) {
        size[0] += SourceIds.count(block);
      }
    }
    long[] ids = new long[size[0]];
    size[0] = 0;
    for (byte[] block : blocks) {
      if (SourceIds.isIn(block)) {
        SourceIds.forEach(block, id -> ids[size[0]++] = id);
      }
    }
    return ids;
  }
}
