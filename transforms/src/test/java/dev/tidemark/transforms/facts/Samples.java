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
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/** Premium as coverholders send it, and the reference data of the worked example. */
final class Samples {

  /** bdx.PremiumTransaction as it is landed: only the key is sure. */
  static final Schema SENT =
      Schema.builder()
          .addInt64Field("premium_transaction_id")
          .addNullableField("umr", FieldType.STRING)
          .addNullableField("section_no", FieldType.STRING)
          .addNullableField("certificate_ref", FieldType.STRING)
          .addNullableField("transaction_seq", FieldType.INT32)
          .addNullableField("transaction_type", FieldType.STRING)
          .addNullableField("bordereau_month", Columns.DATE)
          .addNullableField("coverholder_id", FieldType.STRING)
          .addNullableField("effective_date", Columns.DATE)
          .addNullableField("original_currency", FieldType.STRING)
          .addNullableField("gross_premium", Columns.MONEY)
          .addNullableField("commission_pct", Columns.PERCENT)
          .addNullableField("tax_amount", Columns.MONEY)
          .addNullableField("fee_amount", Columns.MONEY)
          .addNullableField("net_premium_reported", Columns.MONEY)
          .addNullableField("settlement_currency", FieldType.STRING)
          .addNullableField("rate_of_exchange", Columns.RATE)
          .addNullableField("submitted_at", Columns.TIMESTAMP)
          .addNullableField("bdx_version", FieldType.INT32)
          .addNullableField("is_deleted", FieldType.BOOLEAN)
          .addNullableField("modified_date", Columns.TIMESTAMP)
          .build();

  static final Schema SILVER = Conformer.silverSchema(SENT, Set.of(), TransactionTable.PREMIUM);

  /** The versions of contract sections. */
  static final Schema SECTIONS =
      Schema.builder()
          .addStringField("umr")
          .addStringField("section_no")
          .addStringField("coverholder_id")
          .addStringField("class_of_business")
          .addInt32Field("year_of_account")
          .addField("period_from", Columns.DATE)
          .addField("period_to", Columns.DATE)
          .addNullableField("section_currency", FieldType.STRING)
          .addNullableField("gpi_limit", Columns.MONEY)
          .addNullableField("gpi_currency", FieldType.STRING)
          .addNullableField("gpi_notifiable_pct", Columns.decimal(5, 2))
          .addNullableField("bordereau_due_days", FieldType.INT32)
          .addNullableField("bordereau_interval", FieldType.STRING)
          .addField("valid_from", Columns.TIMESTAMP)
          .addNullableField("valid_to", Columns.TIMESTAMP)
          .addBooleanField("is_current")
          .addBooleanField("is_deleted")
          .build();

  static final Schema COVERHOLDERS = Schema.builder().addStringField("coverholder_id").build();

  static final Schema BROKERS = Schema.builder().addStringField("broker_code").build();

  static final Schema RATES =
      Schema.builder()
          .addField("rate_month", Columns.DATE)
          .addStringField("currency_code")
          .addField("rate_to_gbp", Columns.RATE)
          .build();

  private static final String SECTION_HEADER =
      "umr | section_no | coverholder_id | class_of_business | year_of_account | period_from"
          + " | period_to | section_currency | valid_from | valid_to | is_current | is_deleted\n";

  /** The seven rows of the worked example. */
  static final String WORKED_EXAMPLE =
      """
      premium_transaction_id | umr        | section_no | certificate_ref | transaction_type | bordereau_month | coverholder_id | original_currency | gross_premium | submitted_at
      1                      | B0999CH001 | S1         | CERT-1001       | NEW              | 2024-01-01      | CH001          | GBP               | 1200.00       | 2024-02-05T00:00:00Z
      2                      | B0999CH001 | S1         | CERT-1001       | NEW              | 2024-01-01      | CH001          | GBP               | 1250.00       | 2024-02-12T00:00:00Z
      3                      | B0999CH001 | S1         | CERT-1002       | NEW              | 2024-01-01      | CH001          | GBP               | 800.00        | 2024-02-05T00:00:00Z
      4                      | B0999CH001 | S1         | CERT-1003       | NEW              | 2024-02-01      | CH001          | GBP               | 2000.00       | 2024-03-04T00:00:00Z
      5                      | B0999CH001 | S1         | CERT-1001       | MTA              | 2024-02-01      | CH001          | GBP               | 150.00        | 2024-03-04T00:00:00Z
      6                      | B0999CH002 | S2         | CERT-2001       | NEW              | 2024-01-01      | CH002          | GBP               | 5000.00       | 2024-02-20T00:00:00Z
      7                      | B0999CH002 | S2         | CERT-2002       | NEW              | 2024-03-01      | CH002          | GBP               | 3000.00       | 2024-04-08T00:00:00Z
      """;

  private Samples() {}

  /** The reference data of the worked example, and a rate of the euro for January 2024. */
  static ReferenceData reference() {
    return reference(
        """
        B0999CH001 | S1 | CH001 | Property | 2024 | 2024-01-01 | 2024-12-31 | GBP | 2023-12-01T00:00:00Z | null | true | false
        B0999CH002 | S2 | CH002 | Marine   | 2024 | 2024-01-01 | 2024-12-31 | GBP | 2023-12-01T00:00:00Z | null | true | false
        """);
  }

  /**
   * Reference data with these versions of sections: key, coverholder, class, year of account,
   * period, currency, window, is_current and is_deleted.
   */
  static ReferenceData reference(String sectionVersions) {
    return new ReferenceData()
        .addSections(SECTIONS, blocks(SECTIONS, SECTION_HEADER + sectionVersions))
        .addCoverholders(COVERHOLDERS, blocks(COVERHOLDERS, "coverholder_id\nCH001\nCH002"))
        .addBrokers(BROKERS, blocks(BROKERS, "broker_code\n0999"))
        .addRates(
            RATES,
            blocks(
                RATES,
                """
                rate_month | currency_code | rate_to_gbp
                2024-01-01 | EUR           | 0.853415
                2024-01-01 | JPY           | 0
                """));
  }

  static RowBlocks blocks(Schema schema, String table) {
    return RowBlocks.of(schema, Rows.table(schema, table));
  }

  /** Rows as sent, conformed to silver in batch 1. */
  static RowBlocks silver(String sent) {
    return silver(TransactionTable.PREMIUM, SENT, SILVER, sent);
  }

  /** The same of some table of transactions; names of people are hashed with the salt "salt". */
  static RowBlocks silver(TransactionTable table, Schema schema, Schema silver, String sent) {
    RowBlocks rows = blocks(schema, sent);
    Conformer conformer = Conformer.of(schema, silver, table, PersonalData.saltedWith("salt"), 1);
    RowView row = new RowView(RowLayout.of(schema));
    RowWriter conformed = new RowWriter(RowLayout.of(silver));
    BlockBuilder builder = new BlockBuilder();
    for (long ref : rows.refs()) {
      if (conformer.conform(row.at(rows, ref), conformed) != null) {
        throw new IllegalArgumentException("not fit for silver: " + row.toRow());
      }
      conformed.appendTo(builder);
    }
    return RowBlocks.of(List.of(builder.take()));
  }

  /** A table with a column more for each name that its header lacks; names and cells alternate. */
  static String completed(String table, String... columns) {
    List<String> lines = table.strip().lines().toList();
    List<String> header = Arrays.stream(lines.get(0).split("\\|", -1)).map(String::strip).toList();
    StringBuilder names = new StringBuilder(lines.get(0));
    StringBuilder cells = new StringBuilder();
    for (int i = 0; i < columns.length; i += 2) {
      if (!header.contains(columns[i])) {
        names.append(" | ").append(columns[i]);
        cells.append(" | ").append(columns[i + 1]);
      }
    }
    StringBuilder completed = new StringBuilder(names).append('\n');
    lines.stream().skip(1).forEach(line -> completed.append(line).append(cells).append('\n'));
    return completed.toString();
  }

  /** Submission times as a section month keeps them. */
  static String times(String... submitted) {
    DistinctTimes times = new DistinctTimes();
    for (String time : submitted) {
      times.add(RowView.micros(Instant.parse(time)));
    }
    return "0x" + HexFormat.of().formatHex(times.toBytes());
  }
}
