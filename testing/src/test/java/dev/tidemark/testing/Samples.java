// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.schemas.logicaltypes.FixedPrecisionNumeric;
import org.apache.beam.sdk.schemas.logicaltypes.SqlTypes;

/** Schemas that the tests of the kit share. */
final class Samples {

  static final FieldType MONEY = FieldType.logicalType(FixedPrecisionNumeric.of(18, 2));
  static final FieldType DATE = FieldType.logicalType(SqlTypes.DATE);
  static final FieldType TIMESTAMP = FieldType.logicalType(SqlTypes.TIMESTAMP);

  /** A small ledger: two key columns, money, a double, and a nullable note. */
  static final Schema LEDGER =
      Schemas.of(
          "account INT32 NOT NULL, month STRING NOT NULL, amount DECIMAL(18,2), ratio DOUBLE,"
              + " note STRING");

  /** A column of every type that the kit knows. */
  static final Schema EVERY_TYPE =
      Schema.builder()
          .addNullableField("flag", FieldType.BOOLEAN)
          .addNullableField("small", FieldType.INT32)
          .addNullableField("large", FieldType.INT64)
          .addNullableField("ratio", FieldType.DOUBLE)
          .addNullableField("text", FieldType.STRING)
          .addNullableField("raw", FieldType.BYTES)
          .addNullableField("money", MONEY)
          .addNullableField("any_decimal", FieldType.DECIMAL)
          .addNullableField("day", DATE)
          .addNullableField("at", TIMESTAMP)
          .build();

  private Samples() {}
}
