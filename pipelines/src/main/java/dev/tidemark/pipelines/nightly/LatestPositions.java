// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;

/**
 * Looks at the facts of claims, of which each claim must have exactly one position that is its
 * latest: the one of its latest month.
 */
final class LatestPositions {

  private static final String CLAIM = "claim_key";
  private static final String MONTH = "bordereau_month";
  private static final String FLAG = "is_latest_position";

  private final RowLayout layout;
  private final int month;
  private final int flag;
  private final int id;
  private final GoldFindings findings;

  private LatestPositions(RowLayout layout, GoldFindings findings) {
    this.layout = layout;
    this.findings = findings;
    month = layout.column(MONTH);
    flag = layout.column(FLAG);
    id = layout.column("claim_transaction_id");
  }

  /** Whether facts have such positions. */
  static boolean areIn(RowLayout facts) {
    return facts.has(FLAG);
  }

  /** Counts the claims of a bucket for which that is not so; each is named by its last position. */
  static void check(TableRows bucket, GoldFindings findings) {
    RowLayout layout = bucket.layout();
    try (SpillingRows rows = SpillingRows.by(RowKey.of(layout, CLAIM))) {
      bucket.only(CLAIM, MONTH, FLAG, "claim_transaction_id").forEach(rows::add);
      findings.lookedAt(GoldRule.claims(), 0);
      for (int part = 0; part < rows.parts(); part++) {
        new LatestPositions(layout, findings).check(rows.part(part), rows.key());
      }
    }
  }

  private void check(RowBlocks rows, RowKey byClaim) {
    KeyGroups claims = KeyGroups.of(rows, byClaim);
    RowView row = new RowView(layout);
    RowView last = new RowView(layout);
    for (int claim = 0; claim < claims.groupCount(); claim++) {
      int flagged = 0;
      for (int p = 0; p < claims.groupSize(claim); p++) {
        row.at(rows, claims.ref(claim, p));
        flagged += row.getInt(flag);
        if (p == 0 || row.getInt(month) > last.getInt(month)) {
          last.at(rows, claims.ref(claim, p));
        }
      }
      findings.lookedAt(GoldRule.claims(), 1);
      if (flagged != 1 || last.getInt(flag) != 1) {
        findings.add(
            GoldRule.latestPosition(),
            "claim_transaction_id=" + last.getLong(id) + ": " + flagged + " latest positions");
      }
    }
  }
}
