// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

/**
 * Which bucket a row belongs to: its key's hash modulo the number of buckets.
 *
 * <p>Tables on disk are partitioned by it, so the hash is versioned and must not change within a
 * version.
 */
public final class Buckets {

  /** The version of the hash, kept with every table. */
  public static final int HASH_VERSION = 1;

  private Buckets() {}

  /** The bucket of a row, 0 to {@code count − 1}. */
  public static int of(int count, RowKey key, RowView row) {
    return (int) Long.remainderUnsigned(key.hash(row) >>> 16, count);
  }
}
