// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;

import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.junit.jupiter.api.Test;

class SourceKeyTest {

  private static final Schema SCHEMA =
      Schema.builder()
          .addNullableField("umr", FieldType.STRING)
          .addNullableField("office", FieldType.STRING)
          .addNullableField("currency_code", FieldType.STRING)
          .addNullableField("fee_no", FieldType.INT64)
          .addNullableField("rate", Columns.RATE)
          .addNullableField("day", Columns.DATE)
          .addNullableField("bordereau_month", Columns.DATE)
          .build();

  @Test
  void aKeyOfOneColumnIsItsText() {
    assertThat(keys("fee_no\n9007199254740993\n-1", "fee_no"), contains("9007199254740993", "-1"));
    assertThat(keys("rate\n0.50000000", "rate"), contains("0.50000000"));
    assertThat(keys("day\n2024-02-29", "day"), contains("2024-02-29"));
    assertThat(keys("office\n\"a \\\"b\\\"\"", "office"), contains("a \"b\""));
  }

  @Test
  void partsOfAKeyNeverRunTogether() {
    assertThat(
        keys(
            "office | fee_no\n\"LON,1\" | 1\nLON | 11\n\"L\\\"N\" | 1\nnull | 1",
            "office",
            "fee_no"),
        contains("[\"LON,1\",\"1\"]", "[\"LON\",\"11\"]", "[\"L\\\"N\",\"1\"]", "[null,\"1\"]"));
  }

  @Test
  void partsAreAsSilverHasThem() {
    assertThat(
        keys(
            "umr | bordereau_month\n\" b0999ch001 \" | 2024-01-31\nB0999CH001 | 2024-01-01",
            "umr",
            "bordereau_month"),
        contains("[\"B0999CH001\",\"2024-01-01\"]", "[\"B0999CH001\",\"2024-01-01\"]"));
    assertThat(keys("currency_code\n\"USD \"", "currency_code"), contains("USD"));
    assertThat(keys("office\n\"L \"", "office"), contains("L "));
  }

  private static List<String> keys(String table, String... key) {
    RowLayout layout = RowLayout.of(SCHEMA);
    SourceKey sourceKey = SourceKey.of(layout, List.of(key));
    RowBlocks rows = RowBlocks.of(SCHEMA, Rows.table(SCHEMA, table));
    RowView row = new RowView(layout);
    List<String> keys = new ArrayList<>();
    for (long ref : rows.refs()) {
      keys.add(sourceKey.of(row.at(rows, ref)));
    }
    return keys;
  }
}
