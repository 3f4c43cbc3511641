// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.math.BigDecimal;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptors;

/** The transform of the tutorial: twice the amount of every row, NULL stays NULL. */
final class DoubleAmounts extends PTransform<PCollection<Row>, PCollection<Row>> {

  /** Counts the rows. */
  static final String ROWS = "rows";

  private static final long serialVersionUID = 1L;

  @Override
  public PCollection<Row> expand(PCollection<Row> rows) {
    return rows.apply(MapElements.into(TypeDescriptors.rows()).via(DoubleAmounts::doubled))
        .setRowSchema(rows.getSchema());
  }

  private static Row doubled(Row row) {
    Metrics.counter(DoubleAmounts.class, ROWS).inc();
    BigDecimal amount = row.getDecimal("amount");
    return amount == null
        ? row
        : Row.fromRow(row).withFieldValue("amount", amount.add(amount)).build();
  }
}
