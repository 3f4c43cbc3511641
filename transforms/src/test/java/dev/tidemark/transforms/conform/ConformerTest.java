// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.testing.SchemaMatchers.sameSchemaAs;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConformerTest {

  private static final Schema PREMIUM =
      Schema.builder()
          .addInt64Field("premium_transaction_id")
          .addNullableField("umr", FieldType.STRING)
          .addNullableField("section_no", FieldType.STRING)
          .addNullableField("certificate_ref", FieldType.STRING)
          .addNullableField("transaction_seq", FieldType.INT32)
          .addNullableField("transaction_type", FieldType.STRING)
          .addNullableField("bordereau_month", Columns.DATE)
          .addNullableField("coverholder_id", FieldType.STRING)
          .addNullableField("original_currency", FieldType.STRING)
          .addNullableField("gross_premium", Columns.MONEY)
          .addNullableField("bdx_version", FieldType.INT32)
          .build();

  private static final Schema CLAIM =
      Schema.builder()
          .addInt64Field("claim_transaction_id")
          .addNullableField("umr", FieldType.STRING)
          .addNullableField("section_no", FieldType.STRING)
          .addNullableField("certificate_ref", FieldType.STRING)
          .addNullableField("claim_ref", FieldType.STRING)
          .addNullableField("bordereau_month", Columns.DATE)
          .addNullableField("paid_this_month", Columns.MONEY)
          .addNullableField("previously_paid", Columns.MONEY)
          .addNullableField("paid_to_date", Columns.MONEY)
          .addNullableField("claimant_name", FieldType.STRING)
          .addNullableField("bdx_version", FieldType.INT32)
          .build();

  private static final Schema COVERHOLDER =
      Schema.builder()
          .addStringField("coverholder_id")
          .addNullableField("coverholder_name", FieldType.STRING)
          .build();

  @Test
  void aTableThatCannotFlagDeletedRowsItselfIsFlaggedByTombstonesOnly() {
    Schema silver =
        Conformer.silverSchema(
            Schema.builder()
                .addFields(COVERHOLDER.getFields())
                .addNullableField(Conformer.DELETED, FieldType.BOOLEAN)
                .build(),
            Set.of(),
            null);
    Schema compared =
        Schema.builder()
            .addFields(COVERHOLDER.getFields())
            .addNullableField(Conformer.TOMBSTONE, FieldType.BOOLEAN)
            .build();

    assertThat(
        conformed(
            COVERHOLDER,
            silver,
            null,
            """
            coverholder_id | coverholder_name
            CH001          | Harbour
            """),
        hasRows(
            silver,
            """
            coverholder_id | coverholder_name | is_deleted | _batch_id
            CH001          | Harbour          | false      | 42
            """));
    assertThat(
        conformed(
            compared,
            silver,
            null,
            """
            coverholder_id | coverholder_name | _is_deleted
            CH001          | Harbour          | true
            CH002          | Quay             | null
            """),
        hasRows(
            silver,
            """
            coverholder_id | coverholder_name | is_deleted | _batch_id
            CH001          | Harbour          | true       | 42
            CH002          | Quay             | false      | 42
            """));
  }

  @Test
  void keysAreTrimmedAndUpperCasedAndTheMonthIsItsFirstDay() {
    Schema silver = Conformer.silverSchema(PREMIUM, Set.of(), TransactionTable.PREMIUM);
    assertThat(
        conformed(
            PREMIUM,
            silver,
            TransactionTable.PREMIUM,
            """
            premium_transaction_id | umr             | section_no | certificate_ref | transaction_seq | transaction_type | bordereau_month | coverholder_id | original_currency | gross_premium | bdx_version
            1                      | " b0999ch001\\t" | " s1 "     | " Cert a "      | 7               | " new business " | 2024-02-29      | " ch1 "        | "GBP "            | -1.50         | 3
            2                      | B0999CH001      | S1         | c               | null            | "nb "            | 2024-01-01      | "  "           | "   "             | 0.00          | null
            3                      | B0999CH001      | S1         | c               | null            | portfolio        | 2023-12-31      | null           | null              | 1.00          | -1
            """),
        hasRows(
            silver,
            """
            premium_transaction_id | umr        | section_no | certificate_ref | transaction_seq | transaction_type | bordereau_month | coverholder_id | original_currency | gross_premium | bdx_version | _batch_id | _version | _nk_type  | _nk_month
            1                      | B0999CH001 | S1         | "Cert a"        | 7               | NEW BUSINESS     | 2024-02-01      | ch1            | GBP               | -1.50         | 3           | 42        | 3        | null      | null
            2                      | B0999CH001 | S1         | c               | null            | NB               | 2024-01-01      | null           | null              | 0.00          | null        | 42        | 0        | NEW       | 2024-01-01
            3                      | B0999CH001 | S1         | c               | null            | PORTFOLIO        | 2023-12-01      | null           | null              | 1.00          | -1          | 42        | -1       | PORTFOLIO | 2023-12-01
            """));
  }

  @Test
  void aRowWithoutAKeyOrAnAmountIsNotConformed() {
    assertThat(
        reasons(
            PREMIUM,
            TransactionTable.PREMIUM,
            """
            premium_transaction_id | umr   | section_no | certificate_ref | transaction_type | bordereau_month | gross_premium
            1                      | U     | S          | C               | NEW              | 2024-01-01      | 0.00
            2                      | null  | S          | C               | NEW              | 2024-01-01      | 1.00
            3                      | "  "  | S          | C               | NEW              | 2024-01-01      | 1.00
            4                      | U     | "\\t"       | C               | NEW              | 2024-01-01      | 1.00
            5                      | U     | S          | ""              | NEW              | 2024-01-01      | 1.00
            6                      | U     | S          | ""              | NEW              | 2024-01-01      | null
            7                      | U     | S          | C               | NEW              | 2024-01-01      | null
            8                      | U     | S          | C               | null             | 2024-01-01      | null
            9                      | U     | S          | C               | " nil "          | 2024-01-01      | null
            10                     | U     | S          | C               | NEW              | null            | 1.00
            """),
        is(
            List.of(
                "1 silver",
                "2 NO_KEY",
                "3 NO_KEY",
                "4 NO_KEY",
                "5 NO_KEY",
                "6 NO_KEY",
                "7 NO_AMOUNT",
                "8 NO_AMOUNT",
                "9 silver",
                "10 NO_KEY")));
  }

  @Test
  void aClaimNeedsAClaimReferenceAndAPaidFigure() {
    assertThat(
        reasons(
            CLAIM,
            TransactionTable.CLAIM,
            """
            claim_transaction_id | umr | section_no | certificate_ref | claim_ref | bordereau_month | paid_this_month | previously_paid | paid_to_date
            1                    | U   | S          | C               | " "       | 2024-01-01      | 1.00            | 1.00            | 1.00
            2                    | U   | S          | C               | L         | 2024-01-01      | 1.00            | null            | null
            3                    | U   | S          | C               | L         | 2024-01-01      | null            | null            | 0.00
            4                    | U   | S          | C               | L         | 2024-01-01      | null            | 1.00            | null
            5                    | U   | S          | C               | L         | 2024-01-01      | null            | null            | null
            """),
        is(List.of("1 NO_KEY", "2 silver", "3 silver", "4 NO_AMOUNT", "5 NO_AMOUNT")));
  }

  /** HMAC-SHA-256 of "Ada" with the key "salt", by the reference implementation of Python. */
  @Test
  void namesOfPeopleAreHashedWithASaltElseDropped() {
    Schema silver = Conformer.silverSchema(CLAIM, Set.of("claimant_name"), TransactionTable.CLAIM);
    String claims =
        """
        claim_transaction_id | umr | section_no | certificate_ref | claim_ref | bordereau_month | paid_to_date | claimant_name
        1                    | U   | S          | C               | L         | 2024-01-01      | 0.00         | Ada
        2                    | U   | S          | C               | L         | 2024-01-01      | 0.00         | null
        """;

    assertThat(
        conformed(CLAIM, silver, TransactionTable.CLAIM, claims, "salt"),
        hasCells(
            silver,
            """
            claim_transaction_id | claimant_name_hash
            1                    | %s
            2                    | null
            """
                .formatted(HASH_OF_ADA)));
    assertThat(
        conformed(CLAIM, silver, TransactionTable.CLAIM, claims),
        hasCells(silver, "claim_transaction_id | claimant_name_hash\n1 | null\n2 | null"));
  }

  private static final String HASH_OF_ADA =
      "26f2e962a53aab1c5bd774db1f6e201e17a80feaeb2488fdf0388011e02bdf34";

  @Test
  void aTableWithoutRulesIsTrimmedOnly() {
    Schema silver = Conformer.silverSchema(COVERHOLDER, Set.of(), null);
    assertThat(
        conformed(
            COVERHOLDER,
            silver,
            null,
            """
            coverholder_id | coverholder_name
            " CH1 "        | " The Name "
            """),
        hasRows(
            silver,
            """
            coverholder_id | coverholder_name | _batch_id
            CH1            | " The Name "     | 42
            """));
  }

  @Test
  void silverHasTheSourcesColumnsThenTheDerivedOnes() {
    assertThat(
        Conformer.silverSchema(CLAIM, Set.of("claimant_name"), TransactionTable.CLAIM),
        sameSchemaAs(
            Schema.builder()
                .addInt64Field("claim_transaction_id")
                .addNullableField("umr", FieldType.STRING)
                .addNullableField("section_no", FieldType.STRING)
                .addNullableField("certificate_ref", FieldType.STRING)
                .addNullableField("claim_ref", FieldType.STRING)
                .addNullableField("bordereau_month", Columns.DATE)
                .addNullableField("paid_this_month", Columns.MONEY)
                .addNullableField("previously_paid", Columns.MONEY)
                .addNullableField("paid_to_date", Columns.MONEY)
                .addNullableField("claimant_name_hash", FieldType.STRING)
                .addNullableField("bdx_version", FieldType.INT32)
                .addInt64Field("_batch_id")
                .addInt32Field("_version")
                .build()));
    assertThat(
        Conformer.silverSchema(PREMIUM, Set.of(), TransactionTable.PREMIUM)
            .getFieldNames()
            .subList(10, 15),
        is(List.of("bdx_version", "_batch_id", "_version", "_nk_type", "_nk_month")));
    assertThat(
        Conformer.silverSchema(COVERHOLDER, Set.of(), null).getFieldNames(),
        is(List.of("coverholder_id", "coverholder_name", "_batch_id")));
  }

  @Test
  void tablesOfTransactionsAreFoundByTheirName() {
    assertThat(TransactionTable.named("ClaimTransaction").orElse(null), is(TransactionTable.CLAIM));
    assertThat(TransactionTable.named("Broker").orElse(null), is(nullValue()));
  }

  private static List<Row> conformed(
      Schema landed, Schema silver, @Nullable TransactionTable table, String rows) {
    return conformed(landed, silver, table, rows, null);
  }

  private static List<Row> conformed(
      Schema landed,
      Schema silver,
      @Nullable TransactionTable table,
      String text,
      @Nullable String salt) {
    Conformer conformer = Conformer.of(landed, silver, table, PersonalData.saltedWith(salt), 42);
    RowBlocks rows = RowBlocks.of(landed, Rows.table(landed, text));
    RowView row = new RowView(RowLayout.of(landed));
    RowWriter out = new RowWriter(RowLayout.of(silver));
    BlockBuilder block = new BlockBuilder();
    for (long ref : rows.refs()) {
      assertThat(conformer.conform(row.at(rows, ref), out), is(nullValue()));
      out.appendTo(block);
    }
    return RowBlocks.of(List.of(block.take())).toRows(RowLayout.of(silver));
  }

  private static List<String> reasons(Schema landed, TransactionTable table, String text) {
    Schema silver = Conformer.silverSchema(landed, Set.of(), table);
    Conformer conformer = Conformer.of(landed, silver, table, PersonalData.saltedWith(null), 42);
    RowBlocks rows = RowBlocks.of(landed, Rows.table(landed, text));
    RowView row = new RowView(RowLayout.of(landed));
    RowWriter out = new RowWriter(RowLayout.of(silver));
    List<String> reasons = new ArrayList<>();
    for (long ref : rows.refs()) {
      QuarantineReason reason = conformer.conform(row.at(rows, ref), out);
      reasons.add(row.getLong(0) + " " + (reason == null ? "silver" : reason.name()));
    }
    return reasons;
  }
}
