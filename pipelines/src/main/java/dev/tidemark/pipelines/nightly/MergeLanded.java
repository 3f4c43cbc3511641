// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.DataFile;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.conform.TransactionTable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Filter;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.PCollectionView;
import org.jspecify.annotations.Nullable;

/**
 * Merges the conformed rows of a table, bucket by bucket, behind the one shuffle of wide data: into
 * silver by source key, or into the changes of a reference table; and into the quarantine. Of
 * transactions it is settled before where the latest image of each row lies, and a {@link
 * FactStage} derives what changed in a bucket, or all of it if its reference data did.
 *
 * <p>Every bucket gives an outcome, touched or not: a table that is read whole may have become
 * empty, and the partial sums of the whole lake come out.
 */
final class MergeLanded
    extends PTransform<PCollection<KV<Integer, byte[]>>, PCollection<BucketOutcome>> {

  private static final long serialVersionUID = 1L;

  private enum Kind {
    TRANSACTIONS,
    REFERENCE,
    INCREMENTAL,
    WHOLE
  }

  private final MergeFn merge;
  private final @Nullable SettlePlaces settle;
  private final @Nullable ReferenceViews reference;
  private final @Nullable PCollectionView<Iterable<Integer>> due;

  private MergeLanded(
      MergeFn merge,
      @Nullable SettlePlaces settle,
      @Nullable ReferenceViews reference,
      @Nullable PCollectionView<Iterable<Integer>> due) {
    this.merge = merge;
    this.settle = settle;
    this.reference = reference;
    this.due = due;
  }

  /** Quarantine of a table, and silver; of a reference table its changes instead. */
  static MergeLanded of(String table, RunPlan plan) {
    return new MergeLanded(
        new MergeFn(table, plan, null, null, null), settle(table, plan), null, null);
  }

  /**
   * Silver and quarantine of a table of transactions, and all that is derived of them.
   *
   * @param due buckets whose reference data changed; {@link DueBuckets#ALL} means all
   */
  static MergeLanded ofFacts(
      TransactionTable table,
      RunPlan plan,
      FactStage stage,
      ReferenceViews reference,
      PCollectionView<Iterable<Integer>> due) {
    String name = table.tableName();
    return new MergeLanded(
        new MergeFn(name, plan, stage, reference, due), settle(name, plan), reference, due);
  }

  private static @Nullable SettlePlaces settle(String table, RunPlan plan) {
    return TransactionTable.named(table)
        .filter(transactions -> plan.isDue(table))
        .map(transactions -> SettlePlaces.of(transactions, plan))
        .orElse(null);
  }

  @Override
  public PCollection<BucketOutcome> expand(PCollection<KV<Integer, byte[]>> conformed) {
    if (settle == null) {
      return merge(PCollectionList.of(conformed));
    }
    int firstShard = settle.places().firstShard();
    PCollectionTuple settled =
        conformed
            .apply("Landed images", Filter.by(block -> block.getKey() >= firstShard))
            .apply("Settle places", settle);
    PCollection<BucketOutcome> merged =
        merge(
            PCollectionList.of(
                    conformed.apply("Landed rows", Filter.by(b -> b.getKey() < firstShard)))
                .and(settled.get(SettlePlaces.MOVED)));
    return PCollectionList.of(merged)
        .and(settled.get(SettlePlaces.OUTCOMES))
        .apply("Outcomes", Flatten.pCollections());
  }

  private PCollection<BucketOutcome> merge(PCollectionList<KV<Integer, byte[]>> blocks) {
    List<KV<Integer, byte[]>> everyBucket = new ArrayList<>();
    for (int bucket = 0; bucket <= merge.target.buckets(); bucket++) {
      everyBucket.add(KV.of(bucket, new byte[0]));
    }
    PCollection<KV<Integer, byte[]>> seeds =
        blocks
            .getPipeline()
            .apply(getName() + " buckets", Create.of(everyBucket).withCoder(PackRows.coder()));
    List<PCollectionView<?>> sideInputs = new ArrayList<>();
    if (reference != null && due != null) {
      sideInputs.addAll(reference.all());
      sideInputs.add(due);
    }
    return blocks
        .and(seeds)
        .apply(Flatten.pCollections())
        .apply("Bucket", GroupByKey.create())
        .apply("Merge", ParDo.of(merge).withSideInputs(sideInputs))
        .setCoder(BucketOutcome.coder());
  }

  private static final class MergeFn extends DoFn<KV<Integer, Iterable<byte[]>>, BucketOutcome> {

    private static final long serialVersionUID = 1L;

    private final String table;
    private final Kind kind;
    private final List<String> sourceKey;
    private final LoadMarks marks;
    private final TableSpec target;
    private final TableSnapshot targetPinned;
    private final TableSpec quarantine;
    private final TableSnapshot quarantinePinned;
    private final String lakeRoot;
    private final @Nullable FactStage facts;
    private final ReferenceViews.@Nullable BundleReader reference;
    private final @Nullable PCollectionView<Iterable<Integer>> due;

    MergeFn(
        String table,
        RunPlan plan,
        @Nullable FactStage facts,
        @Nullable ReferenceViews reference,
        @Nullable PCollectionView<Iterable<Integer>> due) {
      this.table = table;
      kind = kind(table, plan);
      sourceKey = plan.tables().contract(table).key();
      marks = plan.isDue(table) ? LoadMarks.of(plan.load(table)) : LoadMarks.none();
      target = kind == Kind.REFERENCE ? plan.tables().changes(table) : plan.tables().silver(table);
      targetPinned = plan.pinned(target);
      quarantine = plan.tables().quarantine(table);
      quarantinePinned = plan.pinned(quarantine);
      lakeRoot = plan.lakeRoot();
      this.facts = facts;
      this.reference = reference == null ? null : reference.perBundle();
      this.due = due;
    }

    private static Kind kind(String table, RunPlan plan) {
      if (TransactionTable.named(table).isPresent()) {
        return Kind.TRANSACTIONS;
      }
      if (ReferenceTable.named(table).isPresent()) {
        return Kind.REFERENCE;
      }
      return plan.load(table).isReplacement() ? Kind.WHOLE : Kind.INCREMENTAL;
    }

    @StartBundle
    public void start() {
      if (reference != null) {
        reference.reset();
      }
    }

    @ProcessElement
    public void merge(ProcessContext context) {
      int bucket = context.element().getKey();
      Iterable<byte[]> blocks = context.element().getValue();
      // names of an attempt: a retry leaves orphans, it never meets a file of another attempt
      String attempt = UUID.randomUUID().toString();
      BucketOutcome outcome = new BucketOutcome();
      if (bucket == target.buckets()) {
        mergeQuarantine(blocks, attempt, outcome);
      } else if (facts != null) {
        mergeFacts(context, facts, bucket, blocks, attempt, outcome);
      } else {
        merge(targetMerge(bucket, attempt), blocks, outcome, merged -> {});
      }
      context.output(outcome);
    }

    private void mergeQuarantine(Iterable<byte[]> blocks, String attempt, BucketOutcome outcome) {
      try (BucketRows rows = BucketRows.of(quarantine.rowKey(), "batch_id", blocks)) {
        new QuarantineMerge(table, quarantine)
            .merge(
                BucketMerge.of(quarantine, quarantinePinned, 0, lakeRoot, attempt), rows, outcome);
      }
    }

    private BucketMerge targetMerge(int bucket, String attempt) {
      return BucketMerge.of(target, targetPinned, bucket, lakeRoot, attempt);
    }

    /** Merges a bucket, and hands the merge on while what came in is still there. */
    private void merge(
        BucketMerge merge,
        Iterable<byte[]> blocks,
        BucketOutcome outcome,
        Consumer<BucketMerge> merged) {
      RowKey cutBy =
          kind == Kind.REFERENCE ? RowKey.of(target.layout(), sourceKey) : target.rowKey();
      try (BucketRows rows = BucketRows.of(cutBy, LakeTables.BATCH_ID, blocks)) {
        outcome.add(landedMerge().merge(merge, rows, outcome));
        merged.accept(merge);
      }
    }

    private void mergeFacts(
        ProcessContext context,
        FactStage stage,
        int bucket,
        Iterable<byte[]> blocks,
        String attempt,
        BucketOutcome outcome) {
      ReferenceViews.BundleReader known = reference;
      if (known == null || due == null) {
        throw new IllegalStateException("facts need reference data");
      }
      boolean isDue = stage.isMissingTable() || DueBuckets.contains(context.sideInput(due), bucket);
      long stored = targetPinned.files(bucket).stream().mapToLong(DataFile::rows).sum();
      try (RowsToDerive rows = new RowsToDerive(stage.group(), target.rowKey(), stored, isDue)) {
        merge(targetMerge(bucket, attempt).watching(rows), blocks, outcome, rows::take);
        // what came in is let go of before facts are derived from what is stored now
        rows.derive(stage, bucket, () -> known.read(context), attempt, outcome);
      }
    }

    private LandedMerge landedMerge() {
      return switch (kind) {
        case TRANSACTIONS ->
            SilverMerge.ofTransactions(TransactionTable.named(table).orElseThrow(), target, marks);
        case REFERENCE -> new ChangesMerge(table, target, sourceKey, marks);
        case INCREMENTAL -> SilverMerge.of(table, target, marks);
        case WHOLE -> new WholeMerge(table, target);
      };
    }
  }
}
