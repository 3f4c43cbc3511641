// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.latest.LatestPerKey;

/**
 * Why a version of a natural key is not the latest submission: what decided between it and the
 * winner. The first four are the order of all transactions, the first deciding first.
 */
public enum DecidedBy {
  /** The winner was submitted later, or this one has no time of submission. */
  SUBMITTED_AT,
  /** Submitted at the same time; the winner has the higher version, null being 0. */
  BDX_VERSION,
  /** The same version too; the winner was updated later at the source. */
  MODIFIED_DATE,
  /** Updated at the same time too; the winner has the higher source id. */
  SOURCE_ID,
  /** The version is deleted: it does not compete. */
  DELETED;

  /** The reason for what {@link LatestPerKey.Losers} is told of an order of these four columns. */
  static DecidedBy of(int decidedBy) {
    if (decidedBy == LatestPerKey.Losers.DID_NOT_COMPETE) {
      return DELETED;
    }
    if (decidedBy > SOURCE_ID.ordinal()) {
      throw new IllegalStateException("two versions of one natural key have the same source id");
    }
    return values()[decidedBy];
  }
}
