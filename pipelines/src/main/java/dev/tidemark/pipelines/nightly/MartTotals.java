// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.RowLayout;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionView;

/**
 * Adds columns of marts up as they would be published, read back from their files, whatever part of
 * them was made again: a figure {@code <mart>.<column>} of each. Null counts as zero. The input is
 * what changes of the marts.
 */
final class MartTotals
    extends PTransform<PCollection<TableChange>, PCollection<KV<String, String>>> {

  private static final long serialVersionUID = 1L;

  private final transient RunPlan plan;
  private final TreeMap<String, List<String>> columns;

  private MartTotals(RunPlan plan, TreeMap<String, List<String>> columns) {
    this.plan = plan;
    this.columns = columns;
  }

  /** No totals yet. */
  static MartTotals of(RunPlan plan) {
    return new MartTotals(plan, new TreeMap<>());
  }

  /** The same, and those of some columns of a mart. */
  MartTotals adding(String mart, List<String> added) {
    TreeMap<String, List<String>> all = new TreeMap<>(columns);
    all.put(mart, List.copyOf(added));
    return new MartTotals(plan, all);
  }

  @Override
  public PCollection<KV<String, String>> expand(PCollection<TableChange> changes) {
    PCollectionView<List<TableChange>> planned = changes.apply("Changes", View.asList());
    TreeMap<String, GoldTable> marts = new TreeMap<>();
    columns
        .keySet()
        .forEach(
            mart ->
                marts.put(
                    mart,
                    GoldTable.of(plan.tables().mart(mart), plan.snapshot(), plan.lakeRoot())));
    return changes
        .getPipeline()
        .apply(getName() + "/Marts", Create.of(columns.keySet()).withCoder(StringUtf8Coder.of()))
        .apply("Add up", ParDo.of(new TotalFn(marts, columns, planned)).withSideInputs(planned))
        .setCoder(NightlyPipeline.figureCoder());
  }

  private static final class TotalFn extends DoFn<String, KV<String, String>> {

    private static final long serialVersionUID = 1L;

    private final TreeMap<String, GoldTable> marts;
    private final TreeMap<String, List<String>> columns;
    private final PCollectionView<List<TableChange>> changes;

    TotalFn(
        TreeMap<String, GoldTable> marts,
        TreeMap<String, List<String>> columns,
        PCollectionView<List<TableChange>> changes) {
      this.marts = marts;
      this.columns = columns;
      this.changes = changes;
    }

    @ProcessElement
    public void add(ProcessContext context) {
      String name = context.element();
      GoldTable mart = Objects.requireNonNull(marts.get(name));
      List<String> added = Objects.requireNonNull(columns.get(name));
      RowLayout layout = mart.spec().layout();
      BigDecimal[] totals = new BigDecimal[added.size()];
      Arrays.fill(totals, BigDecimal.ZERO);
      mart.after(context.sideInput(changes))
          .only(added.toArray(new String[0]))
          .forEach(
              row -> {
                for (int t = 0; t < totals.length; t++) {
                  int c = layout.column(added.get(t));
                  if (!row.isNull(c)) {
                    totals[t] = totals[t].add(row.getNumber(c));
                  }
                }
              });
      for (int t = 0; t < totals.length; t++) {
        context.output(KV.of(name + "." + added.get(t), totals[t].toPlainString()));
      }
    }
  }
}
