// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PDone;
import org.apache.beam.sdk.values.Row;

/**
 * Brings all rows of a collection into one file of this machine, whatever the runner. The file
 * appears whole, so a worker that does its work again changes nothing; no rows, no file.
 */
final class CollectRows extends PTransform<PCollection<Row>, PDone> {

  private static final long serialVersionUID = 1L;

  private final String file;

  private CollectRows(String file) {
    this.file = file;
  }

  static CollectRows into(Path file) {
    return new CollectRows(file.toString());
  }

  @Override
  public PDone expand(PCollection<Row> rows) {
    Schema schema = rows.getSchema();
    rows.apply("Windowless", Window.into(new GlobalWindows()))
        .apply("Together", WithKeys.of(0))
        .setCoder(KvCoder.of(VarIntCoder.of(), RowCoder.of(schema)))
        .apply("Group", GroupByKey.create())
        .apply("Write", ParDo.of(new WriteFn(schema, file)));
    return PDone.in(rows.getPipeline());
  }

  /** The rows that a run brought together. */
  static List<Row> read(Path file, Schema schema) throws IOException {
    List<Row> rows = new ArrayList<>();
    if (!Files.exists(file)) {
      return rows;
    }
    RowCoder coder = RowCoder.of(schema);
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      while (in.readBoolean()) {
        rows.add(coder.decode(in));
      }
    }
    return rows;
  }

  private static final class WriteFn extends DoFn<KV<Integer, Iterable<Row>>, Void> {

    private static final long serialVersionUID = 1L;

    private final Schema schema;
    private final String file;

    WriteFn(Schema schema, String file) {
      this.schema = schema;
      this.file = file;
    }

    @ProcessElement
    public void write(@Element KV<Integer, Iterable<Row>> all) throws IOException {
      RowCoder coder = RowCoder.of(schema);
      Path attempt = Path.of(file + "." + UUID.randomUUID());
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(attempt)))) {
        for (Row row : all.getValue()) {
          out.writeBoolean(true);
          coder.encode(row, out);
        }
        out.writeBoolean(false);
      }
      Files.move(attempt, Path.of(file), StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
