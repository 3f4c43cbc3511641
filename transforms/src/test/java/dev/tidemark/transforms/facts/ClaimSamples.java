// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.conform.PersonalData;
import dev.tidemark.transforms.conform.TransactionTable;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;

/** Claims as coverholders send them, and what is derived of them. */
final class ClaimSamples {

  /** bdx.ClaimTransaction as it is landed: only the key is sure. */
  static final Schema SENT =
      Schema.builder()
          .addInt64Field("claim_transaction_id")
          .addNullableField("umr", FieldType.STRING)
          .addNullableField("section_no", FieldType.STRING)
          .addNullableField("certificate_ref", FieldType.STRING)
          .addNullableField("claim_ref", FieldType.STRING)
          .addNullableField("bordereau_month", Columns.DATE)
          .addNullableField("loss_date", Columns.DATE)
          .addNullableField("notified_date", Columns.DATE)
          .addNullableField("payment_date", Columns.DATE)
          .addNullableField("closed_date", Columns.DATE)
          .addNullableField("reopened_date", Columns.DATE)
          .addNullableField("claim_status", FieldType.STRING)
          .addNullableField("original_currency", FieldType.STRING)
          .addNullableField("paid_this_month", Columns.MONEY)
          .addNullableField("previously_paid", Columns.MONEY)
          .addNullableField("paid_to_date", Columns.MONEY)
          .addNullableField("outstanding", Columns.MONEY)
          .addNullableField("recoveries_to_date", Columns.MONEY)
          .addNullableField("incurred_reported", Columns.MONEY)
          .addNullableField("rate_of_exchange", Columns.RATE)
          .addNullableField("claimant_name", FieldType.STRING)
          .addNullableField("submitted_at", Columns.TIMESTAMP)
          .addNullableField("bdx_version", FieldType.INT32)
          .addNullableField("is_deleted", FieldType.BOOLEAN)
          .addNullableField("modified_date", Columns.TIMESTAMP)
          .build();

  static final Schema SILVER =
      Conformer.silverSchema(SENT, Set.of("claimant_name"), TransactionTable.CLAIM);

  private ClaimSamples() {}

  /** What came of rows. */
  record Derived(ClaimFacts.Result result, RowBlocks months, RowBlocks days) {

    List<Row> facts() {
      return result.facts().toRows(RowLayout.of(ClaimFacts.SCHEMA));
    }

    List<Row> superseded() {
      return result.superseded().toRows(RowLayout.of(SupersededClaim.SCHEMA));
    }

    List<Row> monthRows() {
      return months.toRows(RowLayout.of(ClaimMonths.SCHEMA));
    }

    List<Row> dayRows() {
      return days.toRows(RowLayout.of(PaidDays.SCHEMA));
    }
  }

  /** Positions as sent; what the header lacks of these columns is filled in. */
  static Derived derive(String sent) {
    return derive(silver(sent), Samples.reference());
  }

  static Derived derive(RowBlocks silver, ReferenceData reference) {
    ClaimMonths months = new ClaimMonths();
    PaidDays days = new PaidDays();
    ClaimFacts.Result result =
        ClaimFacts.derive(
            SILVER,
            silver,
            reference,
            "run-1",
            Instant.parse("2024-05-01T00:00:00Z"),
            months,
            days);
    return new Derived(result, months.toBlocks(), days.toBlocks());
  }

  /** Rows as sent, conformed to silver in batch 1. */
  static RowBlocks silver(String sent) {
    String completed =
        Samples.completed(
            sent,
            "umr",
            "B0999CH001",
            "section_no",
            "S1",
            "certificate_ref",
            "C1",
            "claim_ref",
            "CLM-1",
            "original_currency",
            "GBP");
    RowBlocks rows = RowBlocks.of(SENT, Rows.table(SENT, completed));
    Conformer conformer =
        Conformer.of(SENT, SILVER, TransactionTable.CLAIM, PersonalData.saltedWith(null), 1);
    RowView row = new RowView(RowLayout.of(SENT));
    RowWriter conformed = new RowWriter(RowLayout.of(SILVER));
    BlockBuilder builder = new BlockBuilder();
    for (long ref : rows.refs()) {
      if (conformer.conform(row.at(rows, ref), conformed) != null) {
        throw new IllegalArgumentException("not fit for silver: " + row.toRow());
      }
      conformed.appendTo(builder);
    }
    return RowBlocks.of(List.of(builder.take()));
  }
}
