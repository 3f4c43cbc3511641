// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.latest;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.UnpackRows;
import java.util.List;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/**
 * Keeps one row per key: the first in an order, which is the latest submission when the order
 * descends by submission. The schema stays as it is.
 *
 * <pre>{@code
 * KeepLatest.perKey("umr", "section_no", "certificate_ref")
 *     .orderedBy(Order.desc("submitted_at"), Order.desc("bdx_version"))
 * }</pre>
 *
 * equals
 *
 * <pre>{@code
 * SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY umr, section_no, certificate_ref
 *     ORDER BY submitted_at DESC NULLS LAST, bdx_version DESC NULLS LAST) AS n FROM rows) WHERE n = 1
 * }</pre>
 *
 * <p>NULL sorts last, ascending and descending. In a key null equals null and never equals a value.
 * Rows that tie on every order column are settled by their bytes, so the row that is kept never
 * depends on arrival, bundles or runner. Empty input gives empty output with the schema.
 *
 * <p>Shuffles once. The rows of a bucket are held in memory, packed; one key may grow as large.
 */
public final class KeepLatest extends PTransform<PCollection<Row>, PCollection<Row>> {

  /** Counts the rows that came in. */
  public static final String ROWS_IN = "rows_in";

  /** Counts the rows that were kept: one per key. */
  public static final String ROWS_KEPT = "rows_kept";

  /** Counts the rows that a later one superseded; in = kept + superseded. */
  public static final String ROWS_SUPERSEDED = "rows_superseded";

  private static final long serialVersionUID = 1L;

  private final List<String> key;
  private final List<Order> order;
  private final int buckets;

  private KeepLatest(List<String> key, List<Order> order, int buckets) {
    this.key = key;
    this.order = order;
    this.buckets = buckets;
  }

  /** One row per distinct value of these columns; add {@link #orderedBy}. */
  public static KeepLatest perKey(List<String> columns) {
    if (columns.isEmpty()) {
      throw new IllegalArgumentException(
          "KeepLatest has no key: name at least one column in perKey(...).");
    }
    return new KeepLatest(List.copyOf(columns), List.of(), PackRows.DEFAULT_BUCKETS);
  }

  /** One row per distinct value of these columns; add {@link #orderedBy}. */
  public static KeepLatest perKey(String... columns) {
    return perKey(List.of(columns));
  }

  /** Keeps the row that comes first in this order. */
  public KeepLatest orderedBy(List<Order> orders) {
    return new KeepLatest(key, List.copyOf(orders), buckets);
  }

  /** Keeps the row that comes first in this order. */
  public KeepLatest orderedBy(Order... orders) {
    return orderedBy(List.of(orders));
  }

  /** Sets how many buckets the keys are spread over, at least 1. */
  public KeepLatest into(int count) {
    PackRows.byKey(key).into(count);
    return new KeepLatest(key, order, count);
  }

  @Override
  public PCollection<Row> expand(PCollection<Row> rows) {
    if (order.isEmpty()) {
      throw new IllegalArgumentException(
          "KeepLatest per "
              + key
              + " has no order: say which row is the latest in orderedBy(...).");
    }
    Schema schema = rows.getSchema();
    LatestPerKey.of(RowLayout.of(schema), key, order);
    return rows.apply("Bucket", PackRows.byKey(key).into(buckets))
        .apply("Group", GroupByKey.create())
        .apply("Choose", ParDo.of(new ChooseFn(schema, key, order)))
        .setCoder(ByteArrayCoder.of())
        .apply("Unpack", UnpackRows.of(schema));
  }

  private static final class ChooseFn extends DoFn<KV<Integer, Iterable<byte[]>>, byte[]> {

    private static final long serialVersionUID = 1L;

    private final RowLayout layout;
    private final List<String> key;
    private final List<Order> order;
    private final Counter in = Metrics.counter(KeepLatest.class, ROWS_IN);
    private final Counter kept = Metrics.counter(KeepLatest.class, ROWS_KEPT);
    private final Counter superseded = Metrics.counter(KeepLatest.class, ROWS_SUPERSEDED);

    ChooseFn(Schema schema, List<String> key, List<Order> order) {
      layout = RowLayout.of(schema);
      this.key = key;
      this.order = order;
    }

    @ProcessElement
    public void choose(@Element KV<Integer, Iterable<byte[]>> bucket, OutputReceiver<byte[]> out) {
      RowBlocks rows = RowBlocks.of(bucket.getValue());
      BlockBuilder latest = new BlockBuilder();
      LatestPerKey.of(layout, key, order)
          .forEachWinner(
              rows,
              (winner, versions, ambiguous) -> {
                latest.append(winner);
                kept.inc();
                superseded.inc(versions - 1);
                if (latest.isFull()) {
                  out.output(latest.take());
                }
              });
      in.inc(rows.rowCount());
      if (!latest.isEmpty()) {
        out.output(latest.take());
      }
    }
  }
}
