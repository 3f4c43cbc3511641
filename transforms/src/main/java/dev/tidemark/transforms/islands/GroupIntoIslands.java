// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.islands;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.UnpackRows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/**
 * Finds, for every key, the runs of consecutive months in which it has rows (gaps and islands).
 *
 * <pre>{@code
 * rows.apply(GroupIntoIslands.perKey("coverholder_id").of("bordereau_month"));
 * }</pre>
 *
 * <p>Rows of January, February and April give two rows: the key columns, {@code island_no} (from 1,
 * ascending), {@code run_start}, {@code run_end} (first days of months) and {@code months_in_run}:
 * {@code 1, Jan, Feb, 2} and {@code 2, Apr, Apr, 1}. In SQL: {@code group by} the key and the
 * number of the month minus its {@code dense_rank()}.
 *
 * <ul>
 *   <li>Order and duplicates do not matter; any day counts for its month, so there are no ties.
 *   <li>Nulls: a row without a month reports nothing and is counted ({@link #ROWS_WITHOUT_MONTH});
 *       null keys are one key.
 *   <li>Empty input gives no rows, with the schema.
 * </ul>
 *
 * <p>One shuffle, of the key columns and the month only, packed in {@value
 * PackRows#DEFAULT_BUCKETS} buckets unless {@link #into} says otherwise; these columns of one
 * bucket must fit in memory. Input is in the global window.
 */
public final class GroupIntoIslands extends PTransform<PCollection<Row>, PCollection<Row>> {
  private static final long serialVersionUID = 1L;

  /** Metric: rows that had no month. */
  public static final String ROWS_WITHOUT_MONTH = "rowsWithoutMonth";

  private static final List<String> ADDED =
      List.of("island_no", "run_start", "run_end", "months_in_run");

  private final List<String> key;
  private final String month;
  private final int buckets;

  private GroupIntoIslands(List<String> key, String month, int buckets) {
    this.key = key;
    this.month = month;
    this.buckets = buckets;
  }

  /** Runs are those of the rows that agree in these columns, at least one. */
  public static GroupIntoIslands perKey(String... columns) {
    if (columns.length == 0) {
      throw new IllegalArgumentException("GroupIntoIslands.perKey needs at least one column.");
    }
    return new GroupIntoIslands(List.of(columns), "", PackRows.DEFAULT_BUCKETS);
  }

  /** The DATE column whose months make the runs. */
  public GroupIntoIslands of(String column) {
    return new GroupIntoIslands(key, column, buckets);
  }

  /** Sets how many buckets the keys are spread over, at least 1. */
  public GroupIntoIslands into(int count) {
    PackRows.byKey(key).into(count);
    return new GroupIntoIslands(key, month, count);
  }

  @Override
  public PCollection<Row> expand(PCollection<Row> rows) {
    Schema needed = neededSchema(rows.getSchema());
    Schema output = outputSchema(needed);
    return rows.apply("Select", ParDo.of(new SelectFn(needed, month)))
        .setRowSchema(needed)
        .apply("Pack", PackRows.byKey(key).into(buckets))
        .apply("Shuffle", GroupByKey.create())
        .apply("FindRuns", ParDo.of(new RunsFn(needed, output, key, month)))
        .setCoder(ByteArrayCoder.of())
        .apply("Unpack", UnpackRows.of(output));
  }

  private Schema neededSchema(Schema input) {
    if (month.isEmpty()) {
      throw new IllegalArgumentException("GroupIntoIslands needs a month: add of(column).");
    }
    RowLayout layout = RowLayout.of(input);
    int at = layout.column(month);
    if (layout.type(at) != ColumnType.DATE) {
      throw new IllegalArgumentException(
          "GroupIntoIslands runs over months, but column "
              + month
              + " is "
              + layout.type(at)
              + "; make it a DATE first.");
    }
    List<String> columns = new ArrayList<>(key);
    columns.add(month);
    Set<String> taken = new HashSet<>(ADDED);
    Schema.Builder schema = Schema.builder();
    for (String column : columns) {
      layout.column(column);
      if (!taken.add(column)) {
        throw new IllegalArgumentException(
            "GroupIntoIslands cannot use column "
                + column
                + " in this place: it is named twice or is one of "
                + ADDED
                + ".");
      }
      schema.addField(input.getField(column));
    }
    return schema.build();
  }

  private static Schema outputSchema(Schema needed) {
    Schema.Builder schema = Schema.builder();
    schema.addFields(needed.getFields().subList(0, needed.getFieldCount() - 1));
    return schema
        .addField(ADDED.get(0), FieldType.INT32)
        .addField(ADDED.get(1), Columns.DATE)
        .addField(ADDED.get(2), Columns.DATE)
        .addField(ADDED.get(3), FieldType.INT32)
        .build();
  }

  private static final class SelectFn extends DoFn<Row, Row> {
    private static final long serialVersionUID = 1L;

    private final Counter withoutMonth =
        Metrics.counter(GroupIntoIslands.class, ROWS_WITHOUT_MONTH);
    private final Schema needed;
    private final String month;

    SelectFn(Schema needed, String month) {
      this.needed = needed;
      this.month = month;
    }

    @ProcessElement
    public void select(@Element Row row, OutputReceiver<Row> out) {
      if (row.getValue(month) == null) {
        withoutMonth.inc();
        return;
      }
      Row.Builder selected = Row.withSchema(needed);
      for (Schema.Field field : needed.getFields()) {
        selected.addValue(row.getValue(field.getName()));
      }
      out.output(selected.build());
    }
  }

  private static final class RunsFn extends DoFn<KV<Integer, Iterable<byte[]>>, byte[]> {
    private static final long serialVersionUID = 1L;

    private final RowLayout input;
    private final RowLayout output;
    private final List<String> key;
    private final String month;

    RunsFn(Schema input, Schema output, List<String> key, String month) {
      this.input = RowLayout.of(input);
      this.output = RowLayout.of(output);
      this.key = key;
      this.month = month;
    }

    @ProcessElement
    public void find(@Element KV<Integer, Iterable<byte[]>> bucket, OutputReceiver<byte[]> out) {
      new IslandsKernel(input, output, key, month)
          .run(RowBlocks.of(bucket.getValue()), out::output);
    }
  }
}
