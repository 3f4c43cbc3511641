// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.CustomCoder;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.values.Row;

/** Rows as a transform hands them over that was never told their schema. */
final class SchemalessRowCoder extends CustomCoder<Row> {

  private static final long serialVersionUID = 1L;
  private static final RowCoder ROWS = RowCoder.of(Samples.LEDGER);

  @Override
  public void encode(Row row, OutputStream out) throws IOException {
    ROWS.encode(row, out);
  }

  @Override
  public Row decode(InputStream in) throws IOException {
    return ROWS.decode(in);
  }
}
