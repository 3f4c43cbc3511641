// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.io.Serializable;

/**
 * What a comparison of keys counted.
 *
 * @param live keys of the lake that are not deleted, quarantined ones too
 * @param source keys of the source
 * @param inScope those of them that are in the scope: all without one
 * @param deleted live keys in the scope that the source does not have
 */
public record KeyCounts(long live, long source, long inScope, long deleted)
    implements Serializable {

  /** Nothing counted yet. */
  public static final KeyCounts NONE = new KeyCounts(0, 0, 0, 0);

  KeyCounts plus(KeyCounts other) {
    return new KeyCounts(
        live + other.live, source + other.source, inScope + other.inScope, deleted + other.deleted);
  }
}
