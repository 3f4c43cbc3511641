// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.config.SecretRef;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.BlockPacker;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.conform.PersonalData;
import dev.tidemark.transforms.conform.Quarantine;
import dev.tidemark.transforms.conform.QuarantineReason;
import dev.tidemark.transforms.conform.TransactionTable;
import java.io.IOException;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.jspecify.annotations.Nullable;

/**
 * Conforms landed transactions and sorts them into buckets: bucket 0 to n − 1 get silver rows,
 * bucket n gets the quarantine's.
 *
 * <p>Where the tables have rows already, every bucket is told the ids of all rows of the run (see
 * {@link SourceIds}): a first load needs none. No shuffle.
 */
final class ConformTransactions
    extends PTransform<PCollection<KV<String, Integer>>, PCollection<KV<Integer, byte[]>>> {

  private static final long serialVersionUID = 1L;

  private final ConformFn conform;

  private ConformTransactions(ConformFn conform) {
    this.conform = conform;
  }

  static ConformTransactions of(TransactionTable table, RunPlan plan) {
    return new ConformTransactions(new ConformFn(table, plan));
  }

  @Override
  public PCollection<KV<Integer, byte[]>> expand(PCollection<KV<String, Integer>> rowGroups) {
    return rowGroups.apply("Conform", ParDo.of(conform)).setCoder(PackRows.coder());
  }

  private static final class ConformFn extends DoFn<KV<String, Integer>, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;

    private final TransactionTable table;
    private final Schema landed;
    private final TableSpec silver;
    private final Set<String> personal;
    private final long batchId;
    private final @Nullable SecretRef salt;
    private final boolean silverExists;
    private final boolean quarantineExists;

    ConformFn(TransactionTable table, RunPlan plan) {
      String name = table.tableName();
      this.table = table;
      landed = plan.landedSchema(name);
      silver = plan.tables().silver(name);
      personal = plan.tables().personalColumns(name);
      batchId = plan.batchId();
      salt = plan.salt();
      silverExists = !plan.pinned(silver).files().isEmpty();
      quarantineExists = !plan.pinned(plan.tables().quarantine(name)).files().isEmpty();
    }

    @ProcessElement
    public void conform(
        @Element KV<String, Integer> rowGroup, OutputReceiver<KV<Integer, byte[]>> out)
        throws IOException {
      RowLayout layout = RowLayout.of(landed);
      Conformer conformer =
          Conformer.of(
              landed,
              silver.schema(),
              table,
              PersonalData.saltedWith(salt == null ? null : salt.reveal()),
              batchId);
      Quarantine quarantine = new Quarantine(landed, table, personal, batchId);
      BlockPacker packer = silver.packer();
      RowView row = new RowView(layout);
      RowWriter good = new RowWriter(silver.layout());
      RowWriter bad = new RowWriter(RowLayout.of(Quarantine.SCHEMA));
      BlockBuilder badRows = new BlockBuilder();
      SourceIds all = new SourceIds();
      SourceIds mended = new SourceIds();
      int id = layout.column(table.idColumn());
      LandedRows.read(
          rowGroup,
          layout,
          block -> {
            for (int at = 0; at < block.length; at += row.length()) {
              row.at(block, at);
              all.add(row.getLong(id));
              QuarantineReason reason = conformer.conform(row, good);
              if (reason == null) {
                mended.add(row.getLong(id));
                packer.add(good, (bucket, rows) -> out.output(KV.of(bucket, rows)));
              } else {
                quarantine.write(row, reason, bad);
                bad.appendTo(badRows);
              }
            }
          });
      packer.flush((bucket, rows) -> out.output(KV.of(bucket, rows)));
      if (!badRows.isEmpty()) {
        out.output(KV.of(silver.buckets(), badRows.take()));
      }
      if (quarantineExists && !mended.isEmpty()) {
        out.output(KV.of(silver.buckets(), mended.toBlock()));
      }
      if (silverExists && !all.isEmpty()) {
        byte[] ids = all.toBlock();
        for (int bucket = 0; bucket < silver.buckets(); bucket++) {
          out.output(KV.of(bucket, ids));
        }
      }
    }
  }
}
