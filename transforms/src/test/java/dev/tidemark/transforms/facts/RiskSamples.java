// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.conform.TransactionTable;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;

/** Risks as coverholders send them. */
final class RiskSamples {

  /** bdx.RiskTransaction as it is landed: only the key is sure. */
  static final Schema SENT =
      Schema.builder()
          .addInt64Field("risk_transaction_id")
          .addNullableField("umr", FieldType.STRING)
          .addNullableField("section_no", FieldType.STRING)
          .addNullableField("certificate_ref", FieldType.STRING)
          .addNullableField("transaction_seq", FieldType.INT32)
          .addNullableField("transaction_type", FieldType.STRING)
          .addNullableField("bordereau_month", Columns.DATE)
          .addNullableField("risk_inception_date", Columns.DATE)
          .addNullableField("risk_expiry_date", Columns.DATE)
          .addNullableField("effective_date", Columns.DATE)
          .addNullableField("risk_code", FieldType.STRING)
          .addNullableField("risk_country", FieldType.STRING)
          .addNullableField("insured_name", FieldType.STRING)
          .addNullableField("sum_insured", Columns.MONEY)
          .addNullableField("deductible", Columns.MONEY)
          .addNullableField("original_currency", FieldType.STRING)
          .addNullableField("submitted_at", Columns.TIMESTAMP)
          .addNullableField("bdx_version", FieldType.INT32)
          .addNullableField("is_deleted", FieldType.BOOLEAN)
          .addNullableField("modified_date", Columns.TIMESTAMP)
          .build();

  static final Schema SILVER =
      Conformer.silverSchema(SENT, Set.of("insured_name"), TransactionTable.RISK);

  private RiskSamples() {}

  /** What came of risks, and the months that they add up to. */
  record Derived(RiskFacts.Result result, RiskMonths months) {

    List<Row> facts() {
      return result.facts().toRows(RowLayout.of(RiskFacts.SCHEMA));
    }

    List<Row> superseded() {
      return result.superseded().toRows(RowLayout.of(SupersededRisk.SCHEMA));
    }

    List<Row> sums() {
      return months.toBlocks().toRows(RowLayout.of(RiskMonths.SCHEMA));
    }
  }

  /**
   * Derives risks as sent. Columns that the table lacks are a new risk of January 2024 in the first
   * section, numbered 1, incepting on 1 January.
   */
  static Derived derive(String sent, ReferenceData reference) {
    return derive(
        silver(
            Samples.completed(
                sent,
                "umr",
                "B0999CH001",
                "section_no",
                "S1",
                "transaction_seq",
                "1",
                "transaction_type",
                "NEW",
                "bordereau_month",
                "2024-01-01",
                "risk_inception_date",
                "2024-01-01")),
        reference);
  }

  static Derived derive(RowBlocks silver, ReferenceData reference) {
    RiskMonths months = new RiskMonths();
    return new Derived(
        RiskFacts.derive(
            SILVER, silver, reference, "run-1", Instant.parse("2024-05-01T00:00:00Z"), months),
        months);
  }

  static RowBlocks silver(String sent) {
    return Samples.silver(TransactionTable.RISK, SENT, SILVER, sent);
  }
}
