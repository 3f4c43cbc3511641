// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/**
 * What a run changed in one table of the lake.
 *
 * @param table the path below the lake's root
 * @param version the published version
 * @param inserted rows with a new key
 * @param updated rows that changed
 * @param deleted rows that left
 */
public record LakeChange(String table, long version, long inserted, long updated, long deleted) {

  /** The same change in another version. */
  LakeChange publishedAs(long published) {
    return new LakeChange(table, published, inserted, updated, deleted);
  }

  /** Whether nothing changed. */
  public boolean isEmpty() {
    return inserted == 0 && updated == 0 && deleted == 0;
  }
}
