// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CsvWriterTest {

  private static final Schema SCHEMA =
      Schema.builder()
          .addNullableStringField("name")
          .addNullableBooleanField("flag")
          .addNullableInt64Field("count")
          .addNullableField("amount", Columns.MONEY)
          .addNullableField("total", Columns.MONEY_SUM)
          .addNullableField("day", Columns.DATE)
          .addNullableField("at", Columns.TIMESTAMP)
          .addNullableByteArrayField("bytes")
          .build();

  @Test
  void everyTypeIsWrittenWithoutLoss() throws IOException {
    assertThat(
        csv(
            Row.withSchema(SCHEMA)
                .addValues(
                    "Müller",
                    true,
                    Long.MIN_VALUE,
                    new BigDecimal("-0.50"),
                    new BigDecimal("12345678901234567890.10"),
                    LocalDate.of(2024, 2, 29),
                    Instant.parse("2024-02-29T23:59:59.999999Z"),
                    new byte[] {0, (byte) 0xff})
                .build()),
        is(
            "name,flag,count,amount,total,day,at,bytes\r\nMüller,true,-9223372036854775808,-0.50,"
                + "12345678901234567890.10,2024-02-29,2024-02-29T23:59:59.999999Z,00ff\r\n"));
  }

  @Test
  void whatWouldBeTakenForSomethingElseIsQuoted() throws IOException {
    assertThat(name("a,b"), is("\"a,b\""));
    assertThat(name("say \"so\""), is("\"say \"\"so\"\"\""));
    assertThat(name("two\r\nlines"), is("\"two\r\nlines\""));
    assertThat(name(""), is("\"\""));
    assertThat(name(null), is(""));
  }

  private static String name(@Nullable String name) throws IOException {
    String csv =
        csv(
            Row.withSchema(SCHEMA)
                .addValues(name, null, null, null, null, null, null, null)
                .build());
    String line = csv.substring(csv.indexOf("\r\n") + 2);
    return line.substring(0, line.length() - ",,,,,,,\r\n".length());
  }

  private static String csv(Row... rows) throws IOException {
    StringWriter out = new StringWriter();
    TableExport.CsvWriter csv = new TableExport.CsvWriter(out, SCHEMA.getFieldNames());
    RowView view = new RowView(RowLayout.of(SCHEMA));
    RowBlocks blocks = RowBlocks.of(SCHEMA, List.of(rows));
    for (long ref : blocks.refs()) {
      csv.write(view.at(blocks, ref));
    }
    return out.toString();
  }
}
