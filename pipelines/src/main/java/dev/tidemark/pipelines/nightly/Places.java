// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableSpec;
import java.io.Serializable;

/**
 * Numbers the places where an image of a transaction may lie, and the shards where the images of a
 * source row are compared.
 *
 * @param buckets of silver: places 0 to {@code buckets − 1}
 */
record Places(int buckets) implements Serializable {

  /** Images are light: a shard takes those of as many rows as four buckets hold. */
  private static final int BUCKETS_PER_SHARD = 4;

  static Places of(TableSpec silver) {
    return new Places(silver.buckets());
  }

  /** The place of rows that are bad. */
  int quarantine() {
    return buckets;
  }

  /**
   * The place, in quarantine too, of rows that wait for their time: they compete with no other
   * image.
   */
  int waiting() {
    return buckets + 1;
  }

  /** The bucket, or the quarantine, that has the rows of a place. */
  int tableOf(int place) {
    return Math.min(place, quarantine());
  }

  /** The number of shards. */
  int shards() {
    return (buckets + BUCKETS_PER_SHARD - 1) / BUCKETS_PER_SHARD;
  }

  /** The number of the first shard among places and shards. */
  int firstShard() {
    return buckets + 2;
  }
}
