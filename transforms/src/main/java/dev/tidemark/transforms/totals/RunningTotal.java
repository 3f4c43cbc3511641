// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.UnpackRows;
import java.util.List;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/**
 * Adds to every row the total of its key so far: every row comes out once, with one more column.
 *
 * <pre>{@code
 * rows.apply(
 *     RunningTotal.perKey("umr", "section_no")
 *         .orderedBy("bordereau_month")
 *         .sum("month_gwp_gbp")
 *         .as("cumulative_gwp_gbp"));
 * }</pre>
 *
 * <p>This is {@code coalesce(sum(month_gwp_gbp) over (partition by umr, section_no order by
 * bordereau_month rows unbounded preceding), 0)}: 2,050.00 and 2,150.00 give 2,050.00 and 4,200.00.
 *
 * <ul>
 *   <li>Ties: ROWS, not RANGE. Rows with equal order columns count one after another, in a fixed
 *       order over all their columns, so the result does not depend on how they arrive.
 *   <li>Nulls: a null amount counts 0; a null in an order column comes last; null keys are one key.
 *   <li>Empty input gives no rows, with the schema.
 *   <li>The total is DECIMAL(38, scale of the summed column). A total beyond 38 digits fails by
 *       name.
 * </ul>
 *
 * <p>One shuffle, of packed rows in {@value PackRows#DEFAULT_BUCKETS} buckets; the rows of one
 * bucket must fit in memory. Input is in the global window.
 */
public final class RunningTotal extends PTransform<PCollection<Row>, PCollection<Row>> {
  private static final long serialVersionUID = 1L;

  private final List<String> key;
  private final List<String> order;
  private final String amount;
  private final String total;

  private RunningTotal(List<String> key, List<String> order, String amount, String total) {
    this.key = key;
    this.order = order;
    this.amount = amount;
    this.total = total;
  }

  /** Totals run within the rows that agree in these columns, at least one. */
  public static RunningTotal perKey(String... columns) {
    return new RunningTotal(some("perKey", columns), List.of(), "", "");
  }

  /** Totals run in the ascending order of these columns, the first deciding first, at least one. */
  public RunningTotal orderedBy(String... columns) {
    return new RunningTotal(key, some("orderedBy", columns), amount, total);
  }

  /** The DECIMAL column to sum. */
  public RunningTotal sum(String column) {
    return new RunningTotal(key, order, column, total);
  }

  /** The name of the added column. */
  public RunningTotal as(String column) {
    return new RunningTotal(key, order, amount, column);
  }

  @Override
  public PCollection<Row> expand(PCollection<Row> rows) {
    Schema output = outputSchema(rows.getSchema());
    return rows.apply("Pack", PackRows.byKey(key))
        .apply("Shuffle", GroupByKey.create())
        .apply("Run", ParDo.of(new RunFn(rows.getSchema(), output, key, order, amount)))
        .setCoder(ByteArrayCoder.of())
        .apply("Unpack", UnpackRows.of(output));
  }

  private Schema outputSchema(Schema input) {
    if (order.isEmpty() || amount.isEmpty() || total.isEmpty()) {
      throw new IllegalArgumentException(
          "RunningTotal needs an order, a column to sum and a name: add orderedBy(...), sum(...)"
              + " and as(...).");
    }
    RowLayout layout = RowLayout.of(input);
    layout.columns(key);
    layout.columns(order);
    int summed = WideTotal.summed("RunningTotal", layout, amount);
    if (layout.has(total)) {
      throw new IllegalArgumentException(
          "RunningTotal cannot add column " + total + ": the rows have it; choose another name.");
    }
    return Schema.builder()
        .addFields(input.getFields())
        .addField(total, Columns.decimal(38, layout.scale(summed)))
        .build();
  }

  private static List<String> some(String method, String... columns) {
    if (columns.length == 0) {
      throw new IllegalArgumentException("RunningTotal." + method + " needs at least one column.");
    }
    return List.of(columns);
  }

  private static final class RunFn extends DoFn<KV<Integer, Iterable<byte[]>>, byte[]> {
    private static final long serialVersionUID = 1L;

    private final RowLayout input;
    private final RowLayout output;
    private final List<String> key;
    private final List<String> order;
    private final String amount;

    RunFn(Schema input, Schema output, List<String> key, List<String> order, String amount) {
      this.input = RowLayout.of(input);
      this.output = RowLayout.of(output);
      this.key = key;
      this.order = order;
      this.amount = amount;
    }

    @ProcessElement
    public void run(@Element KV<Integer, Iterable<byte[]>> bucket, OutputReceiver<byte[]> out) {
      new RunningTotalKernel(input, output, key, order, amount)
          .run(RowBlocks.of(bucket.getValue()), out::output);
    }
  }
}
