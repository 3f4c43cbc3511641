// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison of keys is asked for: of which rows, and whether it may flag as many as it
 * finds.
 *
 * @param scope the one bordereau whose keys are compared; null for those of whole tables
 * @param fuse whether too many deleted keys stop it
 */
public record KeyCompare(@Nullable BordereauScope scope, Fuse fuse) implements Serializable {

  /** Whether the fuse is there. It guards whole tables only. */
  public enum Fuse {
    /** More than {@value #PERCENT} % of a table's live keys stop the run. */
    SET,
    /** Any number of keys is flagged, this once. */
    LIFTED;

    /** So many per cent of the live keys of a table may go at once. */
    public static final int PERCENT = 5;
  }

  /** Compares whole tables. */
  public static KeyCompare whole() {
    return new KeyCompare(null, Fuse.SET);
  }

  /** The same without a fuse. */
  public KeyCompare withFuseLifted() {
    return new KeyCompare(scope, Fuse.LIFTED);
  }

  /** Compares the keys of one bordereau. */
  public KeyCompare within(BordereauScope bordereau) {
    return new KeyCompare(bordereau, fuse);
  }

  /**
   * Whether the deleted keys of a table may be flagged: for a whole table, if they are no more than
   * the fuse bears; for a bordereau, if the source holds rows of it.
   */
  public boolean allows(KeyCounts keys) {
    if (scope != null) {
      return keys.inScope() > 0;
    }
    return fuse == Fuse.LIFTED
        || Math.multiplyExact(keys.deleted(), 100L)
            <= Math.multiplyExact(keys.live(), (long) Fuse.PERCENT);
  }
}
