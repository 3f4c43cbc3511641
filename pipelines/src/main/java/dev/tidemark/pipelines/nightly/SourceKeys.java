// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.source.ExtractWatermark;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.BlockPacker;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.conform.PersonalData;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Every key that a source holds of a table, conformed as silver's are, packed by partition. Of a
 * row no more is read than its key, and with a scope what bordereau it belongs to: a row that moved
 * to another bordereau is there all the same. One query, no shuffle.
 */
final class SourceKeys extends PTransform<PBegin, PCollection<KV<Integer, byte[]>>> {

  private static final long serialVersionUID = 1L;

  private final ComparedTable table;
  private final transient RunPlan plan;

  private SourceKeys(ComparedTable table, RunPlan plan) {
    this.table = table;
    this.plan = plan;
  }

  static SourceKeys of(ComparedTable table, RunPlan plan) {
    return new SourceKeys(table, plan);
  }

  @Override
  public PCollection<KV<Integer, byte[]>> expand(PBegin begin) {
    TableLoad load = plan.load(table.name());
    PCollection<Row> keys =
        begin.apply(
            "Read",
            ExtractWatermark.from(plan.source(), load.source().only(table.sourceColumns()))
                .withRun(plan.runId(), load.capturedAt()));
    return keys.apply("Conform", ParDo.of(new ConformFn(table, keys.getSchema())))
        .setCoder(PackRows.coder());
  }

  private static final class ConformFn extends DoFn<Row, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;

    private final ComparedTable table;
    private final Schema landed;
    private transient @Nullable Keys keys;

    ConformFn(ComparedTable table, Schema landed) {
      this.table = table;
      this.landed = landed;
    }

    @StartBundle
    public void start() {
      keys = new Keys(table, landed);
    }

    @ProcessElement
    public void conform(@Element Row row, OutputReceiver<KV<Integer, byte[]>> out) {
      open().add(row, (part, block) -> out.output(KV.of(part, block)));
    }

    @FinishBundle
    public void finish(FinishBundleContext context) {
      open()
          .flush(
              (part, block) ->
                  context.output(
                      KV.of(part, block),
                      GlobalWindow.INSTANCE.maxTimestamp(),
                      GlobalWindow.INSTANCE));
      keys = null;
    }

    private Keys open() {
      if (keys == null) {
        throw new IllegalStateException("no bundle was started");
      }
      return keys;
    }
  }

  /** The keys of one bundle. */
  private static final class Keys {

    private final @Nullable BordereauScope scope;
    private final Conformer conformer;
    private final RowWriter landed;
    private final RowView landedView;
    private final RowWriter conformed;
    private final RowView conformedView;
    private final RowWriter compared;
    private final BlockBuilder scratch = new BlockBuilder();
    private final BlockPacker packer;
    private final int[] key;
    private final int[] scopeColumns;
    private final int inScope;

    Keys(ComparedTable table, Schema landedSchema) {
      scope = table.scope();
      Schema.Builder named = Schema.builder();
      table.sourceColumns().forEach(name -> named.addField(landedSchema.getField(name)));
      Schema silver = Conformer.silverSchema(named.build(), Set.of(), null);
      conformer =
          Conformer.of(landedSchema, silver, null, PersonalData.saltedWith(null), /* batchId= */ 0);
      RowLayout landedLayout = RowLayout.of(landedSchema);
      RowLayout silverLayout = RowLayout.of(silver);
      RowLayout comparedLayout = RowLayout.of(table.schema());
      landed = new RowWriter(landedLayout);
      landedView = new RowView(landedLayout);
      conformed = new RowWriter(silverLayout);
      conformedView = new RowView(silverLayout);
      compared = new RowWriter(comparedLayout);
      packer = new BlockPacker(comparedLayout, table.key(), table.partitions());
      key = silverLayout.columns(table.key());
      scopeColumns = BordereauScope.columns(scope, silverLayout, BordereauScope.COLUMNS);
      inScope = comparedLayout.column(ComparedTable.IN_SCOPE);
    }

    void add(Row row, BlockPacker.Output out) {
      landed.clear().set(row).appendTo(scratch);
      conformer.conform(landedView.at(scratch.take(), 0), conformed);
      conformed.appendTo(scratch);
      conformedView.at(scratch.take(), 0);
      compared.clear();
      for (int k = 0; k < key.length; k++) {
        compared.copy(k, conformedView, key[k]);
      }
      compared.setBoolean(inScope, BordereauScope.holds(scope, conformedView, scopeColumns));
      packer.add(compared, out);
    }

    void flush(BlockPacker.Output out) {
      packer.flush(out);
    }
  }
}
