// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;
import org.jspecify.annotations.Nullable;

/**
 * What marts are made again for. A section is affected when its partial sums or its reference row
 * changed, or when a bordereau fell due between the last as-of date and this one; its coverholder
 * and its account are with it, and those that it had before. Everything is when a rate changed,
 * when a mart is missing, or when something is made anew that no source changed.
 *
 * <p>All of it is told by few rows, as side inputs of one step.
 */
final class Affected {

  private static final TupleTag<Map<String, List<byte[]>>> GROUPS = new TupleTag<>() {};
  private static final TupleTag<KV<String, String>> FIGURES = new TupleTag<>() {};

  private final RunPlan plan;
  private final EnumSet<MartScope> whole = EnumSet.noneOf(MartScope.class);
  private @Nullable PCollectionView<List<byte[]>> coverholders;

  Affected(RunPlan plan) {
    this.plan = plan;
    boolean isAnyMissing =
        plan.tables().marts().stream().anyMatch(mart -> !plan.pinned(mart).exists());
    if (isAnyMissing
        || !plan.rebuild().isEmpty()
        || plan.isDue("ExchangeRate")
        || madeAsOf() == null) {
      whole.addAll(EnumSet.allOf(MartScope.class));
    }
  }

  /** The day that missing bordereaux were last judged on; null when it was not kept. */
  private @Nullable LocalDate madeAsOf() {
    return DueDates.madeFor(plan.pinned(plan.tables().mart(Marts.MISSING_BORDEREAUX))).orElse(null);
  }

  /** All marts of a scope are made whole. */
  void addAll(MartScope scope) {
    whole.add(scope);
  }

  /** Coverholders of whom accounts show something that changed: rows of their changes. */
  void addCoverholders(PCollection<Row> changed) {
    coverholders =
        ReferenceViews.Packed.of("changed coverholders", changed).view("changed coverholders");
  }

  /** The groups that are made again, and how many they are. */
  record Found(AffectedGroups.OfRun groups, PCollection<KV<String, String>> figures) {}

  Found find(Pipeline pipeline, ReferenceViews reference, OutcomeParts outcomes) {
    FindFn find = new FindFn(this, reference, outcomes);
    PCollectionTuple found =
        pipeline
            .apply("Once", Create.of((Void) null).withCoder(VoidCoder.of()))
            .apply(
                "Affected groups",
                ParDo.of(find)
                    .withSideInputs(find.sideInputs())
                    .withOutputTags(GROUPS, TupleTagList.of(FIGURES)));
    return new Found(
        new AffectedGroups.OfRun(found.get(GROUPS).setCoder(AffectedGroups.coder())),
        found.get(FIGURES).setCoder(NightlyPipeline.figureCoder()));
  }

  /** The figure that counts the groups of a scope that marts were made again for. */
  static String figure(MartScope scope) {
    return "marts." + scope.plural() + "_recomputed";
  }

  private static final class FindFn extends DoFn<Void, Map<String, List<byte[]>>> {

    private static final long serialVersionUID = 1L;

    private final EnumSet<MartScope> whole;
    private final ReferenceViews reference;
    private final PCollectionView<List<byte[]>> touched;
    private final PCollectionView<List<byte[]>> parties;
    private final @Nullable PCollectionView<List<byte[]>> coverholders;
    private final RowLayout coverholderLayout;

    /** The stored history of sections; null when it stays. */
    private final @Nullable GoldTable storedSections;

    private final @Nullable LocalDate before;
    private final LocalDate asOf;

    FindFn(Affected affected, ReferenceViews reference, OutcomeParts outcomes) {
      RunPlan plan = affected.plan;
      LakeTables tables = plan.tables();
      whole = EnumSet.copyOf(affected.whole);
      this.reference = reference;
      touched = outcomes.touched();
      parties = outcomes.parties();
      coverholders = affected.coverholders;
      coverholderLayout = tables.changes(ReferenceTable.COVERHOLDER.tableName()).layout();
      storedSections =
          plan.isDue(ReferenceTable.CONTRACT_SECTION.tableName())
              ? GoldTable.of(
                  tables.history(ReferenceTable.CONTRACT_SECTION), plan.snapshot(), plan.lakeRoot())
              : null;
      before = affected.madeAsOf();
      asOf = plan.asOf();
    }

    List<PCollectionView<?>> sideInputs() {
      List<PCollectionView<?>> views = new ArrayList<>(reference.all());
      views.add(touched);
      views.add(parties);
      if (coverholders != null) {
        views.add(coverholders);
      }
      return views;
    }

    @ProcessElement
    public void find(ProcessContext context) {
      AffectedSections affected = new AffectedSections(reference.read(context));
      RowBlocks changed = RowBlocks.of(context.sideInput(touched));
      RowBlocks reported = RowBlocks.of(context.sideInput(parties));
      affected.addTouched(changed);
      if (before != null) {
        affected.addFallenDue(before, asOf);
      }
      if (storedSections != null) {
        affected.addChanged(changedSections(storedSections, context), changed, reported);
      }
      if (coverholders != null) {
        affected.addShown(coverholderIds(RowBlocks.of(context.sideInput(coverholders))));
      }
      Map<String, List<byte[]>> packed = new HashMap<>();
      for (MartScope scope : MartScope.values()) {
        int count = affected.groups(scope).size();
        if (whole.contains(scope)) {
          count = affected.countAll(scope, reported);
        } else {
          packed.put(scope.name(), RowBlocks.of(scope.schema(), affected.groups(scope)).blocks());
        }
        context.output(FIGURES, KV.of(figure(scope), Integer.toString(count)));
      }
      context.output(packed);
    }

    private ChangedSections changedSections(GoldTable history, ProcessContext context) {
      RowLayout layout = history.spec().layout();
      int inferred = layout.column(Dimensions.INFERRED);
      List<Row> stored = new ArrayList<>();
      history
          .after(List.of())
          .forEach(
              row -> {
                if (!row.getBoolean(inferred)) {
                  stored.add(row.toRow());
                }
              });
      return ChangedSections.between(
          layout.schema(),
          stored,
          reference.schema(ReferenceTable.CONTRACT_SECTION),
          reference
              .versions(ReferenceTable.CONTRACT_SECTION, context)
              .toRows(RowLayout.of(reference.schema(ReferenceTable.CONTRACT_SECTION))));
    }

    private Set<String> coverholderIds(RowBlocks changed) {
      int id = coverholderLayout.column("coverholder_id");
      RowView row = new RowView(coverholderLayout);
      Set<String> ids = new HashSet<>();
      for (long ref : changed.refs()) {
        ids.add(row.at(changed, ref).getString(id));
      }
      return ids;
    }
  }
}
