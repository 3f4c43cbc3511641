// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.config.SecretRef;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.block.UnpackRows;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.conform.PersonalData;
import java.io.IOException;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Conforms landed rows of a table that has no rules of its own: reference, planning and added
 * tables. No shuffle.
 */
final class ConformRows extends PTransform<PCollection<KV<String, Integer>>, PCollection<Row>> {

  private static final long serialVersionUID = 1L;

  private final ConformFn conform;

  private ConformRows(ConformFn conform) {
    this.conform = conform;
  }

  static ConformRows of(String table, RunPlan plan) {
    return new ConformRows(new ConformFn(table, plan));
  }

  @Override
  public PCollection<Row> expand(PCollection<KV<String, Integer>> rowGroups) {
    return rowGroups
        .apply("Conform", ParDo.of(conform))
        .setCoder(ByteArrayCoder.of())
        .apply("Unpack", UnpackRows.of(conform.silver));
  }

  private static final class ConformFn extends DoFn<KV<String, Integer>, byte[]> {

    private static final long serialVersionUID = 1L;

    private final Schema landed;
    private final Schema silver;
    private final long batchId;
    private final @Nullable SecretRef salt;

    ConformFn(String table, RunPlan plan) {
      landed = plan.landedSchema(table);
      silver = plan.tables().silver(table).schema();
      batchId = plan.batchId();
      salt = plan.salt();
    }

    @ProcessElement
    public void conform(@Element KV<String, Integer> rowGroup, OutputReceiver<byte[]> out)
        throws IOException {
      PersonalData personalData = PersonalData.saltedWith(salt == null ? null : salt.reveal());
      Conformer conformer = Conformer.of(landed, silver, null, personalData, batchId);
      RowView row = new RowView(RowLayout.of(landed));
      RowWriter conformed = new RowWriter(RowLayout.of(silver));
      BlockBuilder rows = new BlockBuilder();
      LandedRows.read(
          rowGroup,
          row.layout(),
          block -> {
            for (int at = 0; at < block.length; at += row.length()) {
              conformer.conform(row.at(block, at), conformed);
              conformed.appendTo(rows);
              if (rows.isFull()) {
                out.output(rows.take());
              }
            }
          });
      if (!rows.isEmpty()) {
        out.output(rows.take());
      }
    }
  }
}
