// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static dev.tidemark.testing.Samples.EVERY_TYPE;
import static dev.tidemark.testing.SchemaMatchers.sameSchemaAs;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.apache.beam.sdk.schemas.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemasTest {

  @Test
  void everyTypeIsReadAsItIsDescribed() {
    assertThat(
        Schemas.of(
            """
            flag BOOLEAN, small INT32, large INT64, ratio DOUBLE, text STRING, raw BYTES,
            money DECIMAL(18,2), any_decimal DECIMAL, day DATE, at TIMESTAMP
            """),
        sameSchemaAs(EVERY_TYPE));
    assertThat(Schemas.of(Schemas.describe(EVERY_TYPE)), sameSchemaAs(EVERY_TYPE));
  }

  @Test
  void aColumnMayBeNullUnlessItMayNot() {
    assertThat(
        Schemas.of("a INT32 NOT NULL, b DECIMAL(9, 4) NOT NULL, c INT32 NULL, d INT32"),
        sameSchemaAs(
            Schema.builder()
                .addInt32Field("a")
                .addLogicalTypeField(
                    "b", org.apache.beam.sdk.schemas.logicaltypes.FixedPrecisionNumeric.of(9, 4))
                .addNullableField("c", Schema.FieldType.INT32)
                .addNullableField("d", Schema.FieldType.INT32)
                .build()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " ;; ",
      value = {
        "a INT32, b ;; Column \"b\" has no type: write its name, then its type.",
        "a INT32, ;; Column \"\" has no type: write its name, then its type.",
        "a VARCHAR(5) ;; Column a: VARCHAR(5) is no type; there are BOOLEAN, INT32, INT64, DOUBLE,"
            + " STRING, BYTES, DECIMAL(p,s), DECIMAL, DATE, TIMESTAMP.",
        "a INT32 NULLABLE ;; Column a: INT32 NULLABLE is no type; there are BOOLEAN, INT32, INT64,"
            + " DOUBLE, STRING, BYTES, DECIMAL(p,s), DECIMAL, DATE, TIMESTAMP."
      })
  void aColumnThatCannotBeReadIsNamed(String columns, String message) {
    assertThat(
        assertThrows(IllegalArgumentException.class, () -> Schemas.of(columns)).getMessage(),
        is(message));
  }
}
