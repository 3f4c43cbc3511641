// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.facts.ReferenceData;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;
import org.jspecify.annotations.Nullable;

/**
 * The marts of the affected sections, coverholders and accounts from their partial sums, compared
 * with what is stored of them.
 *
 * <p>One shuffle, of blocks: where a bucket's partial sums are, every {@link MartStage} selects
 * what it needs of them; a stage is a key, and behind the shuffle it makes its marts and plans what
 * they change. What a stage selected is cut by key if it is much, see {@link SpillingRows}.
 */
final class BuildMarts {

  private static final TupleTag<TableChange> CHANGES = new TupleTag<>() {};
  private static final TupleTag<KV<String, String>> FIGURES = new TupleTag<>() {};
  private static final KvCoder<String, byte[]> BLOCKS =
      KvCoder.of(StringUtf8Coder.of(), ByteArrayCoder.of());

  private static final List<MartStage> STAGES =
      List.of(
          new SectionMarts(),
          new TimelinessMart(),
          new PremiumMonthly(),
          new CoverholderIslands(),
          new PaidByCoverholder(),
          new LossRatioMart());

  private final RunPlan plan;
  private final ReferenceViews reference;
  private final AccountViews accounts;
  private final AffectedGroups.OfRun affected;

  BuildMarts(
      RunPlan plan,
      ReferenceViews reference,
      AccountViews accounts,
      AffectedGroups.OfRun affected) {
    this.plan = plan;
    this.reference = reference;
    this.accounts = accounts;
    this.affected = affected;
  }

  /** What the marts' tables change, and the figures to judge them by. */
  record Built(PCollection<TableChange> changes, PCollection<KV<String, String>> figures) {}

  Built from(PCollection<BucketOutcome> outcomes) {
    List<KV<String, byte[]>> everyStage = new ArrayList<>();
    STAGES.forEach(stage -> everyStage.add(KV.of(name(stage), new byte[0])));
    PCollectionTuple built =
        PCollectionList.of(
                outcomes
                    .apply(
                        "Select partial sums",
                        ParDo.of(new SelectFn(reference, affected))
                            .withSideInputs(sideInputs(reference.all())))
                    .setCoder(BLOCKS))
            .and(
                outcomes.getPipeline().apply("Every mart", Create.of(everyStage).withCoder(BLOCKS)))
            .apply("Partial sums of marts", Flatten.pCollections())
            .apply("Group by mart", GroupByKey.create())
            .apply(
                "Make marts",
                ParDo.of(new MakeFn(plan, reference, accounts, affected))
                    .withSideInputs(sideInputs(accounts.all()))
                    .withOutputTags(CHANGES, TupleTagList.of(FIGURES)));
    return new Built(
        built.get(CHANGES).setCoder(TableChange.coder()),
        built.get(FIGURES).setCoder(NightlyPipeline.figureCoder()));
  }

  private List<PCollectionView<?>> sideInputs(List<PCollectionView<?>> data) {
    List<PCollectionView<?>> views = new ArrayList<>(data);
    views.add(affected.view());
    return views;
  }

  /** What a stage is called in the shuffle. */
  private static String name(MartStage stage) {
    return stage.marts().get(0);
  }

  private static MartStage stage(String name) {
    return STAGES.stream()
        .filter(stage -> name(stage).equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no stage makes mart " + name));
  }

  /** Selects what each stage needs of a bucket. */
  private static final class SelectFn extends DoFn<BucketOutcome, KV<String, byte[]>> {

    private static final long serialVersionUID = 1L;

    private final ReferenceViews.BundleReader reference;
    private final AffectedGroups.OfRun affected;
    private transient @Nullable AffectedGroups groups;

    SelectFn(ReferenceViews reference, AffectedGroups.OfRun affected) {
      this.reference = reference.perBundle();
      this.affected = affected;
    }

    @StartBundle
    public void start() {
      reference.reset();
      groups = null;
    }

    @ProcessElement
    public void select(ProcessContext context) {
      if (!context.element().hasPartials()) {
        return;
      }
      AffectedGroups of = groups;
      if (of == null) {
        of = affected.read(context);
        groups = of;
      }
      AffectedPartials partials =
          new AffectedPartials(context.element(), reference.read(context), of);
      for (MartStage stage : STAGES) {
        RowBlocksBuilder selected = new RowBlocksBuilder();
        stage.select(partials, selected);
        for (byte[] block : selected.build().blocks()) {
          context.output(KV.of(name(stage), block));
        }
      }
    }
  }

  /** Makes the marts of a stage, and plans what they change. */
  private static final class MakeFn extends DoFn<KV<String, Iterable<byte[]>>, TableChange> {

    private static final long serialVersionUID = 1L;

    private final ReferenceViews reference;
    private final AccountViews accounts;
    private final AffectedGroups.OfRun affected;
    private final LocalDate asOf;
    private final LinkedHashMap<String, OneBucketTable> tables = new LinkedHashMap<>();

    MakeFn(
        RunPlan plan,
        ReferenceViews reference,
        AccountViews accounts,
        AffectedGroups.OfRun affected) {
      this.reference = reference;
      this.accounts = accounts;
      this.affected = affected;
      asOf = plan.asOf();
      for (MartStage stage : STAGES) {
        for (String mart : stage.marts()) {
          tables.put(mart, OneBucketTable.of(plan.tables().mart(mart), plan));
        }
      }
    }

    @ProcessElement
    public void make(ProcessContext context) {
      MartStage stage = stage(context.element().getKey());
      ReferenceData known = reference.read(context);
      AffectedGroups groups = affected.read(context);
      MartStage.Context with = new MartStage.Context(known, accounts.read(context), asOf);
      try (SpillingRows selected = SpillingRows.by(stage.key());
          MartRows made = new MartRows(stage.marts())) {
        context.element().getValue().forEach(selected::add);
        selected.addAll(stage.others(known, groups));
        for (int part = 0; part < selected.parts(); part++) {
          stage.make(selected.part(part), with, made);
        }
        selected.close();
        for (String mart : stage.marts()) {
          plan(mart, made.rows(mart), groups, context);
        }
      }
    }

    private void plan(
        String mart, SpillingRows rows, AffectedGroups groups, ProcessContext context) {
      OneBucketTable table = tables.get(mart);
      if (table == null) {
        throw new IllegalStateException("no table of mart " + mart);
      }
      Mart made = Marts.named(mart);
      Optional<TableChange> change =
          groups.isWhole(made.scope())
              ? table.replaceWith(rows)
              : table.replaceGroups(rows, groups.keysIn(made));
      change.ifPresent(context::output);
      MartTotals.of(mart, table.asPlanned(), change.stream().toList())
          .forEach(figure -> context.output(FIGURES, figure));
    }
  }
}
