// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.KeySet;
import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.facts.ChangedRisks;
import dev.tidemark.transforms.facts.LargestRisks;
import dev.tidemark.transforms.facts.PremiumFacts;
import java.io.Serializable;

/**
 * The mart of the largest risks: made anew bucket by bucket, or for the sections of some
 * certificates, beside the facts that it is made of.
 */
final class StoredRisks implements Serializable {

  private static final long serialVersionUID = 1L;

  private final TableSpec spec;
  private final TableSnapshot pinned;
  private final LargestRisks.Ranking ranking;
  private final String lakeRoot;

  StoredRisks(RunPlan plan) {
    spec = plan.tables().mart(Marts.LARGEST_RISKS);
    pinned = plan.pinned(spec);
    ranking = plan.tables().ranking();
    lakeRoot = plan.lakeRoot();
  }

  boolean isMissing() {
    return !pinned.exists();
  }

  /** Ranks the facts of a bucket. */
  LargestRisks ranked() {
    return new LargestRisks(ranking);
  }

  /** Ranks the facts of some certificates of a bucket. */
  ChangedRisks changed() {
    return new ChangedRisks(ranking);
  }

  /** Plans what these ranks change in a bucket. */
  void replace(int bucket, LargestRisks risks, String attempt, BucketOutcome outcome) {
    outcome.add(merge(bucket, attempt).replaceWith(risks.toBlocks()));
  }

  /**
   * Plans what becomes of a bucket when some certificates change.
   *
   * @param facts of the bucket, merged
   */
  void change(
      int bucket, ChangedRisks risks, BucketMerge facts, String attempt, BucketOutcome outcome) {
    BucketMerge merge = merge(bucket, attempt);
    RowBlocks before = risks.rankAmong(merge.read());
    lookThroughOpen(risks, facts);
    outcome.add(merge.upsert(risks.toBlocks(), before));
  }

  private static void lookThroughOpen(ChangedRisks risks, BucketMerge facts) {
    RowLayout layout = RowLayout.of(PremiumFacts.SCHEMA);
    RowWriter section = new RowWriter(layout);
    KeySet.Builder open = KeySet.by(RowKey.of(layout, "umr", "section_no"));
    risks.forEachOpen(
        (umr, sectionNo) -> {
          section.clear().setString(layout.column("umr"), umr);
          section.setString(layout.column("section_no"), sectionNo);
          open.add(section);
        });
    KeySet sections = open.build();
    if (sections.isEmpty()) {
      return;
    }
    try (SpillingRows rows = SpillingRows.by(RowKey.of(layout, LargestRisks.CERTIFICATE))) {
      facts.forEachRowOf(sections, LargestRisks.RANKED_COLUMNS, rows::add);
      for (int part = 0; part < rows.parts(); part++) {
        risks.lookThrough(rows.part(part));
      }
    }
  }

  private BucketMerge merge(int bucket, String attempt) {
    return BucketMerge.of(spec, pinned, bucket, lakeRoot, attempt);
  }
}
