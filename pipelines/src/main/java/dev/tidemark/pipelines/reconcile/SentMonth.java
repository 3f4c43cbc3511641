// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import org.jspecify.annotations.Nullable;

/**
 * A month of a section and of a coverholder, which is what the marts of bordereaux have rows of.
 *
 * @param coverholderKey null where nobody is named
 */
record SentMonth(Group month, @Nullable String coverholderKey) {

  /** For instance {@code B0999CH001/S1 2024-01, coverholder_key 1f2e...}. */
  @Override
  public String toString() {
    return month + ", coverholder_key " + coverholderKey;
  }

  /** Where its columns lie, in facts and marts alike. */
  static final class Columns {

    private final int umr;
    private final int sectionNo;
    private final int month;
    private final int coverholder;

    Columns(RowLayout layout) {
      umr = layout.column("umr");
      sectionNo = layout.column("section_no");
      month = layout.column("bordereau_month");
      coverholder = layout.column("coverholder_key");
    }

    SentMonth of(RowView row) {
      return new SentMonth(
          Group.on(row.getString(umr), row.getString(sectionNo), row.getInt(month)),
          row.getStringOrNull(coverholder));
    }
  }
}
