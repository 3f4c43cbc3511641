// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.BlockPacker;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of a table anew in another number of buckets: every row as it is stored, audit
 * columns too. The output has one {@link TableChange} for each bucket that has rows, with its new
 * files. Nothing is committed: give all of them to {@link TableStore#rewrite}.
 *
 * <p>One shuffle of packed blocks. A worker writes a bucket's blocks as they come and holds no
 * bucket; sorting the rows it holds a block for each bucket that the rows of one old bucket go to.
 *
 * <pre>{@code
 * pipeline.apply(Rebucket.to(spec).at(snapshot).inLake(lakeRoot))
 * }</pre>
 */
public final class Rebucket extends PTransform<PBegin, PCollection<TableChange>> {

  private static final long serialVersionUID = 1L;

  private final TableSpec spec;
  private final @Nullable TableSnapshot snapshot;
  private final @Nullable String lakeRoot;

  private Rebucket(TableSpec spec, @Nullable TableSnapshot snapshot, @Nullable String lakeRoot) {
    this.spec = spec;
    this.snapshot = snapshot;
    this.lakeRoot = lakeRoot;
  }

  /** A rewrite of a table into as many buckets as a spec says. */
  public static Rebucket to(TableSpec spec) {
    return new Rebucket(spec, null, null);
  }

  /** Sets the pinned snapshot of the table, of whatever number of buckets. */
  public Rebucket at(TableSnapshot pinned) {
    return new Rebucket(spec, pinned, lakeRoot);
  }

  /** Sets the root of the lake. */
  public Rebucket inLake(String root) {
    return new Rebucket(spec, snapshot, root);
  }

  @Override
  public PCollection<TableChange> expand(PBegin begin) {
    TableSnapshot pinned = snapshot;
    String root = lakeRoot;
    if (pinned == null || root == null) {
      throw new IllegalArgumentException(
          "Rebucket " + spec + " needs at(snapshot) and inLake(root)");
    }
    return begin
        .apply("Stored", ReadTable.of(spec).at(pinned).inLake(root).asBlocks())
        .apply("Sort", ParDo.of(new SortFn(spec)))
        .setCoder(PackRows.coder())
        .apply(GroupByKey.create())
        .apply("Write", ParDo.of(new WriteFn(spec, pinned.version(), root)))
        .setCoder(TableChange.coder());
  }

  private static final class SortFn extends DoFn<KV<Integer, byte[]>, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;
    private static final int NONE = -1;

    private final TableSpec spec;
    private transient @Nullable BlockPacker packer;
    private transient int from;

    SortFn(TableSpec spec) {
      this.spec = spec;
    }

    @StartBundle
    public void start() {
      packer = spec.packer();
      from = NONE;
    }

    @ProcessElement
    public void sort(@Element KV<Integer, byte[]> stored, OutputReceiver<KV<Integer, byte[]>> out) {
      BlockPacker.Output output = (bucket, block) -> out.output(KV.of(bucket, block));
      BlockPacker sorted = open();
      if (stored.getKey() != from) {
        // the next old bucket goes to other new ones
        sorted.flush(output);
        from = stored.getKey();
      }
      sorted.addAll(stored.getValue(), output);
    }

    @FinishBundle
    public void finish(FinishBundleContext context) {
      open()
          .flush(
              (bucket, block) ->
                  context.output(
                      KV.of(bucket, block),
                      GlobalWindow.INSTANCE.maxTimestamp(),
                      GlobalWindow.INSTANCE));
      packer = null;
    }

    private BlockPacker open() {
      if (packer == null) {
        throw new IllegalStateException("no bundle was started");
      }
      return packer;
    }
  }

  private static final class WriteFn extends DoFn<KV<Integer, Iterable<byte[]>>, TableChange> {

    private static final long serialVersionUID = 1L;

    private final TableSpec spec;
    private final long version;
    private final String lakeRoot;

    WriteFn(TableSpec spec, long version, String lakeRoot) {
      this.spec = spec;
      this.version = version;
      this.lakeRoot = lakeRoot;
    }

    @ProcessElement
    public void write(
        @Element KV<Integer, Iterable<byte[]>> bucket, OutputReceiver<TableChange> out)
        throws IOException {
      Path table = new Path(lakeRoot, spec.path());
      String attempt = UUID.randomUUID().toString();
      try (DataFileWriter writer =
          new DataFileWriter(
              spec, table, bucket.getKey(), attempt, DataFileWriter.ROW_GROUP_ROWS)) {
        RowView row = new RowView(spec.layout());
        for (byte[] block : bucket.getValue()) {
          for (int at = 0; at < block.length; at += row.length()) {
            writer.write(row.at(block, at));
          }
        }
        out.output(
            new TableChange(
                spec.path(),
                bucket.getKey(),
                version,
                List.of(),
                writer.finish(),
                List.of(),
                new TableChange.Counts()));
      }
    }
  }
}
