// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.conform.TransactionTable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionView;
import org.jspecify.annotations.Nullable;

/**
 * Merges conformed transactions, bucket by bucket, behind the one shuffle of wide data: silver by
 * source key, the quarantine, and for premium the facts and section months of every bucket that
 * changed or whose reference data did.
 *
 * <p>Every bucket gives an outcome, touched or not: the section months of the whole lake come out.
 */
final class MergeTransactions
    extends PTransform<PCollection<KV<Integer, byte[]>>, PCollection<BucketOutcome>> {

  private static final long serialVersionUID = 1L;

  private final MergeFn merge;
  private final @Nullable ReferenceViews reference;
  private final @Nullable PCollectionView<Iterable<Integer>> due;

  private MergeTransactions(
      MergeFn merge,
      @Nullable ReferenceViews reference,
      @Nullable PCollectionView<Iterable<Integer>> due) {
    this.merge = merge;
    this.reference = reference;
    this.due = due;
  }

  /** Silver and quarantine of a table. */
  static MergeTransactions intoSilver(TransactionTable table, RunPlan plan) {
    return new MergeTransactions(new MergeFn(table, plan, null, null, null), null, null);
  }

  /**
   * Silver and quarantine of premium, its facts and section months.
   *
   * @param due buckets whose reference data changed; {@link DueBuckets#ALL} means all
   */
  static MergeTransactions ofPremium(
      RunPlan plan, ReferenceViews reference, PCollectionView<Iterable<Integer>> due) {
    TransactionTable premium = TransactionTable.PREMIUM;
    PremiumStage stage = new PremiumStage(plan, plan.tables().silver(premium.tableName()));
    return new MergeTransactions(new MergeFn(premium, plan, stage, reference, due), reference, due);
  }

  @Override
  public PCollection<BucketOutcome> expand(PCollection<KV<Integer, byte[]>> conformed) {
    List<KV<Integer, byte[]>> everyBucket = new ArrayList<>();
    for (int bucket = 0; bucket <= merge.silver.buckets(); bucket++) {
      everyBucket.add(KV.of(bucket, new byte[0]));
    }
    PCollection<KV<Integer, byte[]>> seeds =
        conformed
            .getPipeline()
            .apply(getName() + " buckets", Create.of(everyBucket).withCoder(PackRows.coder()));
    List<PCollectionView<?>> sideInputs = new ArrayList<>();
    if (reference != null && due != null) {
      sideInputs.addAll(reference.all());
      sideInputs.add(due);
    }
    return PCollectionList.of(conformed)
        .and(seeds)
        .apply(Flatten.pCollections())
        .apply("Bucket", GroupByKey.create())
        .apply("Merge", ParDo.of(merge).withSideInputs(sideInputs))
        .setCoder(BucketOutcome.coder());
  }

  private static final class MergeFn extends DoFn<KV<Integer, Iterable<byte[]>>, BucketOutcome> {

    private static final long serialVersionUID = 1L;

    private final TransactionTable table;
    private final TableSpec silver;
    private final TableSnapshot silverPinned;
    private final TableSpec quarantine;
    private final TableSnapshot quarantinePinned;
    private final String lakeRoot;
    private final @Nullable PremiumStage premium;
    private final @Nullable ReferenceViews reference;
    private final @Nullable PCollectionView<Iterable<Integer>> due;

    MergeFn(
        TransactionTable table,
        RunPlan plan,
        @Nullable PremiumStage premium,
        @Nullable ReferenceViews reference,
        @Nullable PCollectionView<Iterable<Integer>> due) {
      this.table = table;
      silver = plan.tables().silver(table.tableName());
      silverPinned = plan.pinned(silver);
      quarantine = plan.tables().quarantine(table.tableName());
      quarantinePinned = plan.pinned(quarantine);
      lakeRoot = plan.lakeRoot();
      this.premium = premium;
      this.reference = reference;
      this.due = due;
    }

    @ProcessElement
    public void merge(ProcessContext context) {
      int bucket = context.element().getKey();
      BucketRows incoming = BucketRows.of(context.element().getValue());
      // names of an attempt: a retry leaves orphans, it never meets a file of another attempt
      String attempt = UUID.randomUUID().toString();
      BucketOutcome outcome = new BucketOutcome();
      if (bucket == silver.buckets()) {
        new QuarantineMerge(table, quarantine)
            .merge(
                BucketMerge.of(quarantine, quarantinePinned, 0, lakeRoot, attempt),
                incoming,
                outcome);
      } else {
        BucketMerge stored = BucketMerge.of(silver, silverPinned, bucket, lakeRoot, attempt);
        TableChange change = new SilverMerge(table, silver).merge(stored, incoming, outcome);
        outcome.add(change);
        if (premium != null) {
          derive(context, premium, bucket, stored, change, attempt, outcome);
        }
      }
      context.output(outcome);
    }

    private void derive(
        ProcessContext context,
        PremiumStage stage,
        int bucket,
        BucketMerge stored,
        TableChange change,
        String attempt,
        BucketOutcome outcome) {
      if (reference == null || due == null) {
        throw new IllegalStateException("premium needs reference data");
      }
      if (!change.isEmpty() || DueBuckets.contains(context.sideInput(due), bucket)) {
        stage.derive(bucket, stored.result(), reference.read(context), attempt, outcome);
      } else {
        stage.keep(bucket, attempt, outcome);
      }
    }
  }
}
