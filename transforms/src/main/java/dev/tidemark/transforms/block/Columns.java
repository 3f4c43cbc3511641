// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.schemas.logicaltypes.FixedPrecisionNumeric;
import org.apache.beam.sdk.schemas.logicaltypes.SqlTypes;

/**
 * The column types that rows may have, as Beam field types (SPEC: money, percentages, rates, times
 * in micros).
 */
public final class Columns {

  /** DECIMAL(18,2). */
  public static final FieldType MONEY = decimal(18, 2);

  /** DECIMAL(38,2): a sum of money. */
  public static final FieldType MONEY_SUM = decimal(38, 2);

  /** DECIMAL(9,4). */
  public static final FieldType PERCENT = decimal(9, 4);

  /** DECIMAL(18,8): a rate of exchange. */
  public static final FieldType RATE = decimal(18, 8);

  /** DECIMAL(18,6): a ratio. */
  public static final FieldType RATIO = decimal(18, 6);

  /** A calendar day, {@code java.time.LocalDate}. */
  public static final FieldType DATE = FieldType.logicalType(SqlTypes.DATE);

  /** An instant in whole microseconds, {@code java.time.Instant}. */
  public static final FieldType TIMESTAMP = FieldType.logicalType(SqlTypes.TIMESTAMP);

  private Columns() {}

  /** DECIMAL(precision, scale), values are {@code BigDecimal} at exactly that scale. */
  public static FieldType decimal(int precision, int scale) {
    return FieldType.logicalType(FixedPrecisionNumeric.of(precision, scale));
  }
}
