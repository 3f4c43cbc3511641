// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.premium.TransactionType;
import java.time.LocalDate;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;

/**
 * What silver premium and silver risk have in common: where these columns lie, and the natural key
 * that they make.
 */
abstract class SilverTransaction extends SilverVersions {

  /** The natural key: without a transaction number, type and month stand in for it. */
  static final List<String> NATURAL_KEY =
      List.of("umr", "section_no", "certificate_ref", "transaction_seq", "_nk_type", "_nk_month");

  final int transactionSeq;
  final int transactionType;
  final int effectiveDate;
  private final int keyType;
  private final int keyMonth;

  SilverTransaction(RowLayout silver, TransactionTable table) {
    super(silver, table, NATURAL_KEY);
    transactionSeq = silver.column("transaction_seq");
    transactionType = silver.column("transaction_type");
    effectiveDate = silver.column("effective_date");
    keyType = silver.column("_nk_type");
    keyMonth = silver.column("_nk_month");
  }

  /** The natural key as one durable key; a row with a number has no type and month in it. */
  String naturalKey(DurableKey keys, RowView row) {
    return keys.of(
        row.getString(umr),
        row.getString(sectionNo),
        row.getString(certificateRef),
        row.isNull(transactionSeq) ? null : Integer.toString(row.getInt(transactionSeq)),
        row.getStringOrNull(keyType),
        row.isNull(keyMonth) ? null : LocalDate.ofEpochDay(row.getInt(keyMonth)).toString());
  }

  /**
   * The columns that {@link #name} writes.
   *
   * @param transaction what the key is named by
   */
  static Schema naming(String transaction) {
    return Schema.builder()
        .addStringField(transaction + "_key")
        .addStringField("umr")
        .addStringField("section_no")
        .addStringField("certificate_ref")
        .addNullableInt32Field("transaction_seq")
        .addNullableStringField("transaction_type")
        .addField("bordereau_month", Columns.DATE)
        .build();
  }

  @Override
  int name(RowView version, DurableKey keys, RowWriter out, int first) {
    int c = first;
    out.setString(c++, naturalKey(keys, version));
    out.copy(c++, version, umr);
    out.copy(c++, version, sectionNo);
    out.copy(c++, version, certificateRef);
    out.copy(c++, version, transactionSeq);
    out.setStringOrNull(c++, TransactionType.canonical(version.getStringOrNull(transactionType)));
    out.copy(c++, version, bordereauMonth);
    return c;
  }
}
