// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.UnpackRows;
import java.util.List;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/** The conformed rows of a table that belong in silver, out of what {@link ConformLanded} gives. */
final class GoodRows extends PTransform<PCollection<KV<Integer, byte[]>>, PCollection<Row>> {

  private static final long serialVersionUID = 1L;

  private final TableSpec silver;

  private GoodRows(TableSpec silver) {
    this.silver = silver;
  }

  /** Rows of this table; of a reference table, its changes. */
  static GoodRows of(TableSpec silver) {
    return new GoodRows(silver);
  }

  @Override
  public PCollection<Row> expand(PCollection<KV<Integer, byte[]>> conformed) {
    return conformed
        .apply("Good", ParDo.of(new GoodFn(silver)))
        .setCoder(ByteArrayCoder.of())
        .apply("Unpack", UnpackRows.of(silver.schema()));
  }

  private static final class GoodFn extends DoFn<KV<Integer, byte[]>, byte[]> {

    private static final long serialVersionUID = 1L;

    private final TableSpec silver;

    GoodFn(TableSpec silver) {
      this.silver = silver;
    }

    @ProcessElement
    public void select(@Element KV<Integer, byte[]> block, OutputReceiver<byte[]> out) {
      if (block.getKey() < silver.buckets()) {
        try (BucketRows rows =
            BucketRows.of(silver.rowKey(), LakeTables.BATCH_ID, List.of(block.getValue()))) {
          rows.rows().forEachBlock(out::output);
        }
      }
    }
  }
}
