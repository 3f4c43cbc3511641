// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.BucketBlocks;
import dev.tidemark.transforms.block.CompactSchema;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.UnpackRows;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.FlatMapElements;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * {@link ApplyChanges} for changes that are packed: no row becomes an element on its way from what
 * reads blocks to what writes them. See {@link ApplyChanges#toBlocksOf}.
 *
 * <pre>{@code
 * PackedHistory coverholders =
 *     blocks.apply(
 *         ApplyChanges.asScdType2()
 *             .keyedBy("coverholder_id")
 *             .sequencedBy("modified_date")
 *             .tracking("coverholder_name", "status")
 *             .toBlocksOf(schema));
 * }</pre>
 */
public final class ApplyPackedChanges extends PTransform<PCollection<byte[]>, PackedHistory> {

  private static final long serialVersionUID = 1L;

  private final HistoryType type;
  private final CompactSchema schema;
  private final ChangeColumns columns;
  private final int buckets;

  ApplyPackedChanges(HistoryType type, Schema schema, ChangeColumns columns, int buckets) {
    this.type = type;
    this.schema = CompactSchema.of(schema);
    this.columns = columns;
    this.buckets = buckets;
  }

  @Override
  public PackedHistory expand(PCollection<byte[]> changes) {
    return ofBuckets(
        changes.apply(
            "Bucket", BucketBlocks.of(schema.schema()).byKey(columns.key()).into(buckets)));
  }

  /** The history of changes that lie in blocks by the bucket of their key. */
  PackedHistory ofBuckets(PCollection<KV<Integer, byte[]>> changes) {
    Schema rows = type.kernel(schema.schema(), columns).schema();
    PCollectionTuple applied =
        changes
            .apply("Group", GroupByKey.create())
            .apply(
                "Apply",
                ParDo.of(new ApplyFn(type, schema, columns))
                    .withOutputTags(
                        History.HISTORY, TupleTagList.of(History.REJECTED).and(History.COUNTS)));
    return new PackedHistory(
        applied.get(History.HISTORY).setCoder(ByteArrayCoder.of()),
        rows,
        applied
            .get(History.REJECTED)
            .setCoder(ByteArrayCoder.of())
            .apply("Unpack rejected", UnpackRows.of(schema.schema())),
        counts(applied.get(History.COUNTS)));
  }

  /**
   * The counts by name. Like what was rejected they are consumed here, whether a caller looks at
   * them or not: the Spark runner fails on an output that nobody consumes (apache/beam#37994).
   */
  private static PCollection<KV<String, Long>> counts(PCollection<ChangeCounts> counts) {
    return counts
        .setCoder(SerializableCoder.of(ChangeCounts.class))
        .apply(
            "Counts by name",
            FlatMapElements.into(
                    TypeDescriptors.kvs(TypeDescriptors.strings(), TypeDescriptors.longs()))
                .via(
                    of ->
                        of.byName().entrySet().stream()
                            .map(count -> KV.of(count.getKey(), count.getValue()))
                            .toList()))
        .setCoder(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()));
  }

  private static final class ApplyFn extends DoFn<KV<Integer, Iterable<byte[]>>, byte[]> {

    private static final long serialVersionUID = 1L;

    private final HistoryType type;
    private final CompactSchema schema;
    private final ChangeColumns columns;

    ApplyFn(HistoryType type, CompactSchema schema, ChangeColumns columns) {
      this.type = type;
      this.schema = schema;
      this.columns = columns;
    }

    @ProcessElement
    public void apply(@Element KV<Integer, Iterable<byte[]>> bucket, MultiOutputReceiver outputs) {
      OutputReceiver<byte[]> history = outputs.get(History.HISTORY);
      OutputReceiver<byte[]> rejected = outputs.get(History.REJECTED);
      BlockBuilder rows = new BlockBuilder();
      BlockBuilder rejects = new BlockBuilder();
      ChangeCounts counts =
          type.kernel(schema.schema(), columns)
              .apply(
                  RowBlocks.of(bucket.getValue()),
                  row -> {
                    row.appendTo(rows);
                    output(rows, history, BlockBuilder.TARGET_BYTES);
                  },
                  change -> {
                    rejects.append(change);
                    output(rejects, rejected, BlockBuilder.TARGET_BYTES);
                  });
      output(rows, history, 1);
      output(rejects, rejected, 1);
      counts
          .byName()
          .forEach((name, value) -> Metrics.counter(ApplyChanges.class, name).inc(value));
      outputs.get(History.COUNTS).output(counts);
    }

    private static void output(BlockBuilder block, OutputReceiver<byte[]> out, int fromBytes) {
      if (block.size() >= fromBytes) {
        out.output(block.take());
      }
    }
  }
}
