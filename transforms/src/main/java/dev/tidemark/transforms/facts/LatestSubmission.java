// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.util.List;

/**
 * Which version of a natural key is the latest submission, for every table of transactions alike:
 * by the first of these that differs, the time of submission, the version of the bordereau, the
 * update at the source, the source id. A deleted version does not compete.
 */
final class LatestSubmission {

  /** Versions that tie on so many columns of the order, with another payload, are ambiguous. */
  private static final int AMBIGUITY_COLUMNS = 2;

  private LatestSubmission() {}

  /** The latest versions of silver rows per natural key. */
  static LatestPerKey of(RowLayout silver, List<String> naturalKey, String idColumn) {
    int isDeleted = silver.column("is_deleted");
    return LatestPerKey.of(
            silver,
            naturalKey,
            List.of(
                Order.desc("submitted_at"),
                Order.desc("_version"),
                Order.desc("modified_date"),
                Order.desc(idColumn)))
        // columns in which two versions may differ and still say the same
        .detectingTies(AMBIGUITY_COLUMNS, idColumn, "bdx_version", "modified_date", "_batch_id")
        .where(row -> !row.getBoolean(isDeleted));
  }
}
