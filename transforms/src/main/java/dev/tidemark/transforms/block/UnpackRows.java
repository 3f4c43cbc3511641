// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/** Unpacks blocks into rows, in the order in which they were packed. No shuffle. */
public final class UnpackRows extends PTransform<PCollection<byte[]>, PCollection<Row>> {

  private static final long serialVersionUID = 1L;

  private final Schema schema;

  private UnpackRows(Schema schema) {
    this.schema = schema;
  }

  /** Unpacks rows of a schema: the one that they were packed with. */
  public static UnpackRows of(Schema schema) {
    return new UnpackRows(schema);
  }

  @Override
  public PCollection<Row> expand(PCollection<byte[]> blocks) {
    return blocks.apply("Unpack", ParDo.of(new UnpackFn(schema))).setRowSchema(schema);
  }

  private static final class UnpackFn extends DoFn<byte[], Row> {

    private static final long serialVersionUID = 1L;

    private final RowLayout layout;

    UnpackFn(Schema schema) {
      layout = RowLayout.of(schema);
    }

    @ProcessElement
    public void unpack(@Element byte[] block, OutputReceiver<Row> out) {
      RowView view = new RowView(layout);
      for (int at = 0; at < block.length; at += view.length()) {
        out.output(view.at(block, at).toRow());
      }
    }
  }
}
