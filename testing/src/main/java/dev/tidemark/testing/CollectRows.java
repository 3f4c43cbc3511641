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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;

/**
 * Brings the rows of several outputs into files of this machine, whatever the runner, with one
 * shuffle for them all. A file appears whole, so a worker that does its work again changes nothing;
 * an output without rows has no file.
 */
final class CollectRows {

  private final Path folder;
  private final Map<String, Schema> schemas = new LinkedHashMap<>();

  private CollectRows(Path folder) {
    this.folder = folder;
  }

  /** Adds to the pipeline what collects its outputs once it runs. */
  static CollectRows of(Map<String, PCollection<Row>> outputs, Path folder) {
    CollectRows collect = new CollectRows(folder);
    List<PCollection<KV<Integer, byte[]>>> encoded = new ArrayList<>();
    outputs.forEach(
        (output, rows) -> {
          Schema schema = PAssertRows.schemaOf("output " + output, rows);
          collect.schemas.put(output, schema);
          encoded.add(
              rows.apply("Windowless " + output, Window.into(new GlobalWindows()))
                  .apply("Encode " + output, ParDo.of(new EncodeFn(encoded.size(), schema)))
                  .setCoder(KvCoder.of(VarIntCoder.of(), ByteArrayCoder.of())));
        });
    PCollectionList.of(encoded)
        .apply("Together", Flatten.pCollections())
        .apply("Group by output", GroupByKey.create())
        .apply("Write rows", ParDo.of(new WriteFn(folder.toString())));
    return collect;
  }

  /** The rows of each output, after the run. */
  Map<String, List<Row>> read() throws IOException {
    Map<String, List<Row>> rows = new TreeMap<>();
    int number = 0;
    for (Map.Entry<String, Schema> output : schemas.entrySet()) {
      rows.put(output.getKey(), read(folder.resolve(String.valueOf(number)), output.getValue()));
      number++;
    }
    return rows;
  }

  private static List<Row> read(Path file, Schema schema) throws IOException {
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

  private static final class EncodeFn extends DoFn<Row, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;

    private final int output;
    private final Schema schema;

    EncodeFn(int output, Schema schema) {
      this.output = output;
      this.schema = schema;
    }

    @ProcessElement
    public void encode(@Element Row row, OutputReceiver<KV<Integer, byte[]>> out)
        throws CoderException {
      out.output(KV.of(output, CoderUtils.encodeToByteArray(RowCoder.of(schema), row)));
    }
  }

  private static final class WriteFn extends DoFn<KV<Integer, Iterable<byte[]>>, Void> {

    private static final long serialVersionUID = 1L;

    private final String folder;

    WriteFn(String folder) {
      this.folder = folder;
    }

    @ProcessElement
    public void write(@Element KV<Integer, Iterable<byte[]>> output) throws IOException {
      Path file = Path.of(folder, String.valueOf(output.getKey()));
      Path attempt = Path.of(folder, UUID.randomUUID().toString());
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(attempt)))) {
        for (byte[] row : output.getValue()) {
          out.writeBoolean(true);
          out.write(row);
        }
        out.writeBoolean(false);
      }
      Files.move(attempt, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
