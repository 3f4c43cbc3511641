// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.hadoop.fs.Path;

/**
 * The rows of a table at a pinned version as packed blocks, keyed by bucket. See {@link
 * ReadTable#asBlocks()}.
 */
public final class ReadTableBlocks extends PTransform<PBegin, PCollection<KV<Integer, byte[]>>> {

  private static final long serialVersionUID = 1L;

  private final TableSpec spec;
  private final TableSnapshot snapshot;
  private final String lakeRoot;

  ReadTableBlocks(TableSpec spec, TableSnapshot snapshot, String lakeRoot) {
    this.spec = spec;
    this.snapshot = snapshot;
    this.lakeRoot = lakeRoot;
  }

  @Override
  public PCollection<KV<Integer, byte[]>> expand(PBegin begin) {
    Path table = new Path(lakeRoot, spec.path());
    KvCoder<Integer, String> fileCoder = KvCoder.of(VarIntCoder.of(), StringUtf8Coder.of());
    List<KV<Integer, String>> files = new ArrayList<>();
    for (DataFile file : snapshot.files()) {
      files.add(KV.of(file.bucket(), file.in(table).toString()));
    }
    return begin
        .apply("Files", Create.of(files).withCoder(fileCoder))
        .apply("RowGroups", ParDo.of(new RowGroupsFn(spec)))
        .setCoder(KvCoder.of(fileCoder, VarIntCoder.of()))
        .apply("Read", ParDo.of(new ReadFn(spec)))
        .setCoder(PackRows.coder());
  }

  /** A runner buffers the output of one element, so that the elements are row groups, not files. */
  private static final class RowGroupsFn
      extends DoFn<KV<Integer, String>, KV<KV<Integer, String>, Integer>> {

    private static final long serialVersionUID = 1L;

    private final RowLayout layout;

    RowGroupsFn(TableSpec spec) {
      layout = spec.layout();
    }

    @ProcessElement
    public void split(
        @Element KV<Integer, String> file, OutputReceiver<KV<KV<Integer, String>, Integer>> out)
        throws IOException {
      try (ParquetBlockReader reader = open(file.getValue(), layout)) {
        for (int group = 0; group < reader.rowGroupCount(); group++) {
          out.output(KV.of(file, group));
        }
      }
    }
  }

  private static final class ReadFn
      extends DoFn<KV<KV<Integer, String>, Integer>, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;

    private final RowLayout layout;

    ReadFn(TableSpec spec) {
      layout = spec.layout();
    }

    @ProcessElement
    public void read(
        @Element KV<KV<Integer, String>, Integer> group, OutputReceiver<KV<Integer, byte[]>> out)
        throws IOException {
      int bucket = group.getKey().getKey();
      try (ParquetBlockReader reader = open(group.getKey().getValue(), layout)) {
        reader.readRowGroup(group.getValue(), block -> out.output(KV.of(bucket, block)));
      }
    }
  }

  private static ParquetBlockReader open(String path, RowLayout layout) throws IOException {
    return ParquetBlockReader.open(LakeFiles.inputFile(new Path(path)), layout);
  }
}
