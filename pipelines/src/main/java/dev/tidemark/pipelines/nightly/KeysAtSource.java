// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

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
import org.apache.beam.sdk.transforms.Filter;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.jspecify.annotations.Nullable;

/**
 * Every key that a source holds of a table, conformed as silver's are, packed by partition. Of a
 * row no more is read than its key, and with a scope what bordereau it belongs to: a row that moved
 * to another bordereau is there all the same. No shuffle.
 */
final class KeysAtSource
    extends PTransform<PCollection<KV<String, byte[]>>, PCollection<KV<Integer, byte[]>>> {

  private static final long serialVersionUID = 1L;

  private final String table;
  private final ConformFn conform;

  private KeysAtSource(String table, ConformFn conform) {
    this.table = table;
    this.conform = conform;
  }

  /** Of a table, among the blocks of all. */
  static KeysAtSource of(ComparedTable table, RunPlan plan) {
    Schema read = table.atSource(plan.load(table.name()).source()).schema();
    return new KeysAtSource(table.name(), new ConformFn(table, read));
  }

  @Override
  public PCollection<KV<Integer, byte[]>> expand(PCollection<KV<String, byte[]>> read) {
    String name = table;
    return read.apply("Of it", Filter.by(block -> block.getKey().equals(name)))
        .apply("Conform", ParDo.of(conform))
        .setCoder(PackRows.coder());
  }

  private static final class ConformFn extends DoFn<KV<String, byte[]>, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;

    private final ComparedTable table;
    private final Schema landed;

    ConformFn(ComparedTable table, Schema landed) {
      this.table = table;
      this.landed = landed;
    }

    @ProcessElement
    public void conform(
        @Element KV<String, byte[]> block, OutputReceiver<KV<Integer, byte[]>> out) {
      Keys keys = new Keys(table, landed);
      BlockPacker.Output output = (part, packed) -> out.output(KV.of(part, packed));
      keys.addAll(block.getValue(), output);
      keys.flush(output);
    }
  }

  /** The keys of one block. */
  private static final class Keys {

    private final @Nullable BordereauScope scope;
    private final Conformer conformer;
    private final RowView landed;
    private final RowWriter conformed;
    private final RowView conformedView;
    private final RowWriter compared;
    private final BlockBuilder scratch = new BlockBuilder();
    private final BlockPacker packer;
    private final int[] key;
    private final int[] scopeColumns;
    private final int inScope;
    private final int landedMark;
    private final int mark;

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
      landed = new RowView(landedLayout);
      conformed = new RowWriter(silverLayout);
      conformedView = new RowView(silverLayout);
      compared = new RowWriter(comparedLayout);
      packer = new BlockPacker(comparedLayout, table.key(), table.partitions());
      key = silverLayout.columns(table.key());
      scopeColumns = BordereauScope.columns(scope, silverLayout, BordereauScope.COLUMNS);
      inScope = comparedLayout.column(ComparedTable.IN_SCOPE);
      landedMark = landedLayout.column(ComparedTable.MARK);
      mark = comparedLayout.column(ComparedTable.MARK);
    }

    void addAll(byte[] block, BlockPacker.Output out) {
      for (int at = 0; at < block.length; at += landed.length()) {
        add(landed.at(block, at), out);
      }
    }

    private void add(RowView row, BlockPacker.Output out) {
      conformer.conform(row, conformed);
      conformed.appendTo(scratch);
      conformedView.at(scratch.take(), 0);
      compared.clear();
      for (int k = 0; k < key.length; k++) {
        compared.copy(k, conformedView, key[k]);
      }
      compared.setBoolean(inScope, BordereauScope.holds(scope, conformedView, scopeColumns));
      compared.copy(mark, row, landedMark);
      packer.add(compared, out);
    }

    void flush(BlockPacker.Output out) {
      packer.flush(out);
    }
  }
}
