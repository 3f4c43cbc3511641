// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.MergeInto;
import dev.tidemark.pipelines.table.RowGroups;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.latest.KeepLatest;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.jspecify.annotations.Nullable;

/** The groups that marts are made again for, by scope, and how many they are. */
final class AffectedGroups {

  private final ReferenceViews reference;

  /** Of the scopes that are not made whole. */
  private final Map<MartScope, RowGroups> groups = new EnumMap<>(MartScope.class);

  private final List<PCollection<KV<String, String>>> figures = new ArrayList<>();

  private AffectedGroups(ReferenceViews reference) {
    this.reference = reference;
  }

  /**
   * Groups of each scope, repeats allowed.
   *
   * @param whole the scopes whose marts are made from everything
   */
  static AffectedGroups of(
      Map<MartScope, PCollection<Row>> rows, Set<MartScope> whole, ReferenceViews reference) {
    AffectedGroups affected = new AffectedGroups(reference);
    rows.forEach(
        (scope, some) -> {
          String name = "affected " + scope.plural();
          List<String> known = scope.columns();
          PCollection<Row> distinct =
              some.apply(
                  "Distinct " + name,
                  KeepLatest.perKey(known.toArray(new String[0]))
                      .orderedBy(Order.asc(known.get(0)))
                      .into(LakeTables.REFERENCE_BUCKETS));
          affected.figures.add(count(scope, distinct));
          if (!whole.contains(scope)) {
            affected.groups.put(scope, RowGroups.of(name, distinct));
          }
        });
    return affected;
  }

  private static PCollection<KV<String, String>> count(MartScope scope, PCollection<Row> groups) {
    String figure = figure(scope);
    return groups
        .apply("Count " + scope.plural(), Count.globally())
        .apply(
            "Figure of " + scope.plural(),
            MapElements.into(
                    TypeDescriptors.kvs(TypeDescriptors.strings(), TypeDescriptors.strings()))
                .via(count -> KV.of(figure, Long.toString(count))))
        .setCoder(NightlyPipeline.figureCoder());
  }

  /** The figure that counts the groups of a scope that marts were made again for. */
  static String figure(MartScope scope) {
    return "marts." + scope.plural() + "_recomputed";
  }

  /** The figures. */
  List<PCollection<KV<String, String>>> figures() {
    return figures;
  }

  /** The rows of partial sums that belong to affected groups. */
  PCollection<Row> narrow(String name, MartScope scope, PCollection<Row> partials) {
    RowGroups some = groups.get(scope);
    if (some == null) {
      return partials;
    }
    List<PCollectionView<?>> sideInputs = new ArrayList<>(reference.all());
    sideInputs.add(some.view());
    return partials
        .apply(
            name + " of affected " + scope.plural(),
            ParDo.of(new InScopeFn(scope, some, reference)).withSideInputs(sideInputs))
        .setRowSchema(partials.getSchema());
  }

  /** Plans what a mart changes by all rows of its affected groups. */
  PCollection<TableChange> merge(String name, PCollection<Row> rows, RunPlan plan) {
    Mart mart = Marts.named(name);
    TableSpec spec = plan.tables().mart(name);
    MergeInto merge = MergeInto.table(spec).at(plan.pinned(spec)).inLake(plan.lakeRoot());
    RowGroups some = groups.get(mart.scope());
    return rows.apply(
        "Merge " + name,
        some == null ? merge.replacing() : merge.replacing(some, mart.groupedBy()));
  }

  private static final class InScopeFn extends DoFn<Row, Row> {

    private static final long serialVersionUID = 1L;

    private final MartScope scope;
    private final RowGroups groups;
    private final ReferenceViews.BundleReader reference;
    private transient @Nullable Set<List<@Nullable Object>> ids;
    private transient @Nullable MartGroups groupOf;

    InScopeFn(MartScope scope, RowGroups groups, ReferenceViews views) {
      this.scope = scope;
      this.groups = groups;
      this.reference = views.perBundle();
    }

    @StartBundle
    public void start() {
      reference.reset();
      ids = null;
      groupOf = null;
    }

    @ProcessElement
    public void select(ProcessContext context) {
      Set<List<@Nullable Object>> some = ids;
      if (some == null) {
        some = new HashSet<>();
        for (Row group : groups.read(context).toRows(RowLayout.of(scope.schema()))) {
          some.add(scope.id(group));
        }
        ids = some;
      }
      if (some.isEmpty()) {
        return;
      }
      MartGroups of = groupOf;
      if (of == null) {
        of = new MartGroups(reference.read(context));
        groupOf = of;
      }
      Row row = context.element();
      if (some.contains(of.id(scope, row))) {
        context.output(row);
      }
    }
  }
}
