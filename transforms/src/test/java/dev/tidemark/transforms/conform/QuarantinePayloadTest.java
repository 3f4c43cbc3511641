// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.junit.jupiter.api.Test;

class QuarantinePayloadTest {

  private static final Schema LANDED =
      Schema.builder()
          .addInt64Field("risk_transaction_id")
          .addNullableStringField("umr")
          .addNullableStringField("section_no")
          .addNullableField("bordereau_month", Columns.DATE)
          .addNullableField("submitted_at", Columns.TIMESTAMP)
          .addNullableField("modified_date", Columns.TIMESTAMP)
          .addNullableBooleanField("is_deleted")
          .addNullableInt32Field("bdx_version")
          .addNullableDoubleField("factor")
          .addNullableField("amount", Columns.MONEY)
          .addNullableField("wide", Columns.decimal(38, 2))
          .addNullableByteArrayField("digest")
          .addNullableStringField("insured_name")
          .addNullableStringField("_run_id")
          .build();

  private static RowView read(String payload) {
    RowWriter row = new RowWriter(RowLayout.of(LANDED));
    QuarantinePayload.read(payload, Set.of("insured_name"), row);
    return onto(row);
  }

  private static RowView onto(RowWriter row) {
    BlockBuilder block = new BlockBuilder();
    row.appendTo(block);
    return new RowView(row.layout()).at(block.take(), 0);
  }

  @Test
  void everyTypeOfAnEntryIsReadAsItWasSent() {
    RowWriter sent = new RowWriter(RowLayout.of(LANDED));
    Object[] values = {
      7L,
      "B0999\"CH001\n",
      null,
      LocalDate.of(2024, 3, 31),
      Instant.parse("2024-04-08T10:00:00.000001Z"),
      Instant.parse("2024-04-09T00:00:00Z"),
      true,
      -3,
      0.1,
      new BigDecimal("-9999999999999999.99"),
      new BigDecimal("999999999999999999999999999999999999.99"),
      "bytes".getBytes(StandardCharsets.UTF_8),
      "Jane Roe",
      "run"
    };
    for (int c = 0; c < values.length; c++) {
      sent.setValue(c, values[c]);
    }
    RowWriter entry = new RowWriter(RowLayout.of(Quarantine.TRANSACTION_SCHEMA));
    Quarantine.ofTransactions(LANDED, TransactionTable.RISK, Set.of("insured_name"), 1)
        .write(onto(sent), QuarantineReason.NO_KEY, entry);

    RowView read = read(onto(entry).getString(3));

    RowView expected = onto(sent);
    for (int c = 0; c < values.length - 2; c++) {
      assertThat(LANDED.getField(c).getName(), read.sameValue(c, expected, c), is(true));
    }
    // a masked name is no name, and how the row was landed is not part of it
    assertThat(read.getValue(12), is(nullValue()));
    assertThat(read.getValue(13), is(nullValue()));
  }

  @Test
  void aColumnThatThePayloadHasNotIsNullAndOneThatTheLayoutHasNotIsPassedOver() {
    RowView read = read("{\"risk_transaction_id\":8,\"gone_since\":{\"a\":[1]},\"umr\":\"B1\"}");

    assertThat(read.getLong(0), is(8L));
    assertThat(read.getString(1), is("B1"));
    assertThat(read.getValue(9), is(nullValue()));
  }
}
