// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import static dev.tidemark.testing.RowMatchers.hasRows;
import static org.hamcrest.MatcherAssert.assertThat;

import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuarantineTest {

  private static final Schema LANDED =
      Schema.builder()
          .addInt64Field("premium_transaction_id")
          .addNullableField("umr", FieldType.STRING)
          .addNullableField("section_no", FieldType.STRING)
          .addNullableField("bordereau_month", Columns.DATE)
          .addNullableField("coverholder_id", FieldType.STRING)
          .addNullableField("insured_name", FieldType.STRING)
          .addNullableField("gross_premium", Columns.MONEY)
          .addNullableField("rate_of_exchange", Columns.RATE)
          .addNullableField("bdx_version", FieldType.INT32)
          .addNullableField("submitted_at", Columns.TIMESTAMP)
          .addNullableField("is_deleted", FieldType.BOOLEAN)
          .addNullableField("modified_date", Columns.TIMESTAMP)
          .addField("_run_id", FieldType.STRING)
          .build();

  @Test
  void anEntryHoldsTheRowAsSentWithNamesMaskedAndDecimalsExact() {
    assertThat(
        quarantined(
            """
            premium_transaction_id | umr            | section_no | bordereau_month | coverholder_id | insured_name      | gross_premium       | rate_of_exchange | bdx_version | submitted_at                | is_deleted | modified_date        | _run_id
            9007199254740993       | " b0999ch001 " | s1         | 2024-01-31      | " CH1 "        | "Ada \\"Lovelace\\"" | 9999999999999999.90 | 0.00000001       | 2           | 2024-02-05T00:00:00.000001Z | true       | 2024-02-06T00:00:00Z | run-1
            """),
        hasRows(
            Quarantine.TRANSACTION_SCHEMA,
            """
            source_key       | reason | modified_date        | payload | batch_id | _umr       | _section_no | _coverholder_id | _bordereau_month | _submitted_at               | _is_deleted
            9007199254740993 | NO_KEY | 2024-02-06T00:00:00Z | %s      | 42       | B0999CH001 | S1          | CH1             | 2024-01-01       | 2024-02-05T00:00:00.000001Z | true
            """
                .formatted(
                    quoted(
                        "{'premium_transaction_id':9007199254740993,'umr':' b0999ch001 ',"
                            + "'section_no':'s1','bordereau_month':'2024-01-31',"
                            + "'coverholder_id':' CH1 ','insured_name':'***',"
                            + "'gross_premium':9999999999999999.90,"
                            + "'rate_of_exchange':0.00000001,'bdx_version':2,"
                            + "'submitted_at':'2024-02-05T00:00:00.000001Z','is_deleted':true,"
                            + "'modified_date':'2024-02-06T00:00:00Z'}"))));
  }

  @Test
  void whatIsMissingStaysNullAndABlankPlaceIsNone() {
    assertThat(
        quarantined(
            """
            premium_transaction_id | umr  | section_no | bordereau_month | _run_id
            1                      | null | " "        | 2024-01-01      | run-1
            """),
        hasRows(
            Quarantine.TRANSACTION_SCHEMA,
            """
            source_key | reason | payload | batch_id | _bordereau_month | _is_deleted
            1          | NO_KEY | %s      | 42       | 2024-01-01       | false
            """
                .formatted(
                    quoted(
                        "{'premium_transaction_id':1,'umr':null,'section_no':' ',"
                            + "'bordereau_month':'2024-01-01','coverholder_id':null,"
                            + "'insured_name':null,'gross_premium':null,"
                            + "'rate_of_exchange':null,'bdx_version':null,'submitted_at':null,"
                            + "'is_deleted':null,'modified_date':null}"))));
  }

  @Test
  void theRowOfAnotherTableHasItsKeyAndItsUpdateTimeAlone() {
    Schema landed =
        Schema.builder()
            .addField("office", FieldType.STRING)
            .addField("fee_no", FieldType.INT64)
            .addNullableField("payee", FieldType.STRING)
            .addNullableField("noted_on", Columns.DATE)
            .addField("_run_id", FieldType.STRING)
            .build();
    RowBlocks rows =
        RowBlocks.of(
            landed,
            Rows.table(
                landed,
                """
                office | fee_no | payee | noted_on   | _run_id
                LON    | 7      | Ada   | 2030-01-02 | run-1
                """));
    Schema schema = Quarantine.SCHEMA;
    String expected =
        """
        source_key | reason           | modified_date | payload | batch_id
        %s         | FUTURE_WATERMARK | %s            | %s      | 42
        """;
    String payload = quoted("{'office':'LON','fee_no':7,'payee':'***','noted_on':'2030-01-02'}");

    // a day counts as its midnight; a number is no time
    assertThat(
        written(landed, rows, "noted_on"),
        hasRows(
            schema, expected.formatted(quoted("['LON','7']"), "2030-01-02T00:00:00Z", payload)));
    assertThat(
        written(landed, rows, "fee_no"),
        hasRows(schema, expected.formatted(quoted("['LON','7']"), "null", payload)));
    assertThat(
        written(landed, rows, null),
        hasRows(schema, expected.formatted(quoted("['LON','7']"), "null", payload)));
  }

  private static List<Row> written(Schema landed, RowBlocks rows, @Nullable String updateTime) {
    Quarantine quarantine =
        Quarantine.of(landed, List.of("office", "fee_no"), updateTime, Set.of("payee"), 42);
    RowWriter out = new RowWriter(RowLayout.of(Quarantine.SCHEMA));
    BlockBuilder block = new BlockBuilder();
    RowView row = new RowView(RowLayout.of(landed)).at(rows, rows.ref(0));
    quarantine.write(row, QuarantineReason.FUTURE_WATERMARK, out);
    out.appendTo(block);
    return RowBlocks.of(List.of(block.take())).toRows(RowLayout.of(Quarantine.SCHEMA));
  }

  private static String quoted(String json) {
    return "\"" + json.replace("'", "\\\"") + "\"";
  }

  private static List<Row> quarantined(String text) {
    Quarantine quarantine =
        Quarantine.ofTransactions(LANDED, TransactionTable.PREMIUM, Set.of("insured_name"), 42);
    RowBlocks rows = RowBlocks.of(LANDED, Rows.table(LANDED, text));
    RowView row = new RowView(RowLayout.of(LANDED));
    RowWriter out = new RowWriter(RowLayout.of(Quarantine.TRANSACTION_SCHEMA));
    BlockBuilder block = new BlockBuilder();
    for (long ref : rows.refs()) {
      quarantine.write(row.at(rows, ref), QuarantineReason.NO_KEY, out);
      out.appendTo(block);
    }
    return RowBlocks.of(List.of(block.take())).toRows(RowLayout.of(Quarantine.TRANSACTION_SCHEMA));
  }
}
