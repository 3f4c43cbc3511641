// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

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
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/**
 * Sums amounts over the days up to each date: for every key one row per date that it has rows of,
 * with the sum of that day and the sum of the days of a window that ends on it.
 *
 * <pre>{@code
 * rows.apply(
 *     MovingSum.ofDays(90)
 *         .perKey("coverholder_id")
 *         .datedBy("payment_date")
 *         .sum("paid_gbp")
 *         .as("paid_day_gbp", "paid_last_90_days_gbp"));
 * }</pre>
 *
 * <p>On {@code d} the window is {@code [d - 89, d]}: 10.00 on 1 January and 5.00 on 31 March 2023
 * give 10.00 and 15.00; on 1 April the 5.00 would stand alone, since 1 January is ninety days
 * before. In SQL: {@code sum(sum(paid_gbp)) over (partition by coverholder_id order by payment_date
 * range between interval 89 day preceding and current row) ... group by coverholder_id,
 * payment_date}.
 *
 * <ul>
 *   <li>Ties: amounts of one date are one row, in the day's sum and in every window that has the
 *       day, so the order of arrival does not matter.
 *   <li>Nulls: a null amount counts 0, and its date has a row; rows without a date are one row
 *       without a date, whose window they are alone in; null keys are one key.
 *   <li>Empty input gives no rows, with the schema.
 *   <li>Both sums are DECIMAL(38, scale of the summed column). One beyond 38 digits fails by name:
 *       title, key, date, column and sum are told.
 * </ul>
 *
 * <p>One shuffle, of the key columns, date and amount only, packed in {@value
 * PackRows#DEFAULT_BUCKETS} buckets unless {@link #into} says otherwise; these columns of one
 * bucket must fit in memory. Input is in the global window.
 */
public final class MovingSum extends PTransform<PCollection<Row>, PCollection<Row>> {
  private static final long serialVersionUID = 1L;

  private final String title;
  private final int days;
  private final List<String> key;
  private final String date;
  private final String amount;
  private final List<String> sums;
  private final int buckets;

  private MovingSum(
      String title,
      int days,
      List<String> key,
      String date,
      String amount,
      List<String> sums,
      int buckets) {
    this.title = title;
    this.days = days;
    this.key = key;
    this.date = date;
    this.amount = amount;
    this.sums = sums;
    this.buckets = buckets;
  }

  /** Windows of so many days, at least 1: the date itself and the days before it. */
  public static MovingSum ofDays(int days) {
    if (days < 1) {
      throw new IllegalArgumentException(
          "MovingSum.ofDays(" + days + ") has no day to sum; a window has at least 1.");
    }
    return new MovingSum("MovingSum", days, List.of(), "", "", List.of(), PackRows.DEFAULT_BUCKETS);
  }

  /** What the sums are called where one does not fit, for instance by the table they are for. */
  public MovingSum titled(String what) {
    return new MovingSum(what, days, key, date, amount, sums, buckets);
  }

  /** Windows run over the rows that agree in these columns, at least one. */
  public MovingSum perKey(String... columns) {
    if (columns.length == 0) {
      throw new IllegalArgumentException("MovingSum.perKey needs at least one column.");
    }
    return new MovingSum(title, days, List.of(columns), date, amount, sums, buckets);
  }

  /** The DATE column that windows run over. */
  public MovingSum datedBy(String column) {
    return new MovingSum(title, days, key, column, amount, sums, buckets);
  }

  /** The DECIMAL column to sum. */
  public MovingSum sum(String column) {
    return new MovingSum(title, days, key, date, column, sums, buckets);
  }

  /** The names of the day's sum and of the window's. */
  public MovingSum as(String daySum, String windowSum) {
    return new MovingSum(title, days, key, date, amount, List.of(daySum, windowSum), buckets);
  }

  /** Sets how many buckets the keys are spread over, at least 1. */
  public MovingSum into(int count) {
    PackRows.byKey().into(count);
    return new MovingSum(title, days, key, date, amount, sums, count);
  }

  @Override
  public PCollection<Row> expand(PCollection<Row> rows) {
    Schema needed = neededSchema(rows.getSchema());
    Schema output = outputSchema(needed);
    return rows.apply("Select", ParDo.of(new SelectFn(needed)))
        .setRowSchema(needed)
        .apply("Pack", PackRows.byKey(key).into(buckets))
        .apply("Shuffle", GroupByKey.create())
        .apply("Sum", ParDo.of(new SumFn(title, needed, output, key, date, amount, days)))
        .setCoder(ByteArrayCoder.of())
        .apply("Unpack", UnpackRows.of(output));
  }

  /** Key, date and amount. */
  private Schema neededSchema(Schema input) {
    if (key.isEmpty() || date.isEmpty() || amount.isEmpty() || sums.isEmpty()) {
      throw new IllegalArgumentException(
          "MovingSum needs a key, a date, a column to sum and two names: add perKey(...),"
              + " datedBy(...), sum(...) and as(...).");
    }
    RowLayout layout = RowLayout.of(input);
    int at = layout.column(date);
    if (layout.type(at) != ColumnType.DATE) {
      throw new IllegalArgumentException(
          "MovingSum runs over days, but column "
              + date
              + " is "
              + layout.type(at)
              + "; make it a DATE first.");
    }
    WideTotal.summed("MovingSum", layout, amount);
    List<String> columns = new ArrayList<>(key);
    columns.add(date);
    columns.add(amount);
    Set<String> taken = new HashSet<>();
    Schema.Builder schema = Schema.builder();
    for (String column : columns) {
      layout.column(column);
      requireFree(column, taken);
      schema.addField(input.getField(column));
    }
    return schema.build();
  }

  private Schema outputSchema(Schema needed) {
    RowLayout layout = RowLayout.of(needed);
    List<Schema.Field> kept = needed.getFields().subList(0, key.size() + 1);
    Set<String> taken = new HashSet<>();
    kept.forEach(field -> taken.add(field.getName()));
    Schema.Builder schema = Schema.builder().addFields(kept);
    for (String sum : sums) {
      requireFree(sum, taken);
      schema.addField(sum, Columns.decimal(38, layout.scale(layout.column(amount))));
    }
    return schema.build();
  }

  private static void requireFree(String column, Set<String> taken) {
    if (!taken.add(column)) {
      throw new IllegalArgumentException(
          "MovingSum cannot use column " + column + " twice; name another.");
    }
  }

  private static final class SelectFn extends DoFn<Row, Row> {
    private static final long serialVersionUID = 1L;

    private final Schema needed;

    SelectFn(Schema needed) {
      this.needed = needed;
    }

    @ProcessElement
    public void select(@Element Row row, OutputReceiver<Row> out) {
      Row.Builder selected = Row.withSchema(needed);
      for (Schema.Field field : needed.getFields()) {
        selected.addValue(row.getValue(field.getName()));
      }
      out.output(selected.build());
    }
  }

  private static final class SumFn extends DoFn<KV<Integer, Iterable<byte[]>>, byte[]> {
    private static final long serialVersionUID = 1L;

    private final String title;
    private final RowLayout input;
    private final RowLayout output;
    private final List<String> key;
    private final String date;
    private final String amount;
    private final int days;

    SumFn(
        String title,
        Schema input,
        Schema output,
        List<String> key,
        String date,
        String amount,
        int days) {
      this.title = title;
      this.input = RowLayout.of(input);
      this.output = RowLayout.of(output);
      this.key = key;
      this.date = date;
      this.amount = amount;
      this.days = days;
    }

    @ProcessElement
    public void sum(@Element KV<Integer, Iterable<byte[]>> bucket, OutputReceiver<byte[]> out) {
      new MovingSumKernel(title, input, output, key, date, amount, days)
          .run(RowBlocks.of(bucket.getValue()), out::output);
    }
  }
}
