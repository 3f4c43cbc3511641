// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowMemo;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.premium.TransactionType;
import java.time.LocalDate;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

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
  private final RowMemo<SentType> types;

  /**
   * The type that was sent.
   *
   * @param type null when it is not known
   * @param shown what a fact says
   */
  record SentType(@Nullable TransactionType type, @Nullable String shown) {

    static SentType of(@Nullable String text) {
      return new SentType(TransactionType.parse(text), TransactionType.canonical(text));
    }
  }

  SilverTransaction(RowLayout silver, TransactionTable table) {
    super(silver, table, NATURAL_KEY);
    transactionSeq = silver.column("transaction_seq");
    transactionType = silver.column("transaction_type");
    effectiveDate = silver.column("effective_date");
    keyType = silver.column("_nk_type");
    keyMonth = silver.column("_nk_month");
    types =
        new RowMemo<>(
            RowKey.of(silver, "transaction_type"),
            row -> SentType.of(row.getStringOrNull(transactionType)));
  }

  /**
   * The natural key as one durable key, which {@code keys} holds until the next; a row with a
   * number has no type and month in it.
   */
  byte[] naturalKey(DurableKey keys, RowView row) {
    keys.add(row, umr);
    keys.add(row, sectionNo);
    keys.add(row, certificateRef);
    keys.add(row.isNull(transactionSeq) ? null : Integer.toString(row.getInt(transactionSeq)));
    keys.add(row, keyType);
    keys.add(row.isNull(keyMonth) ? null : LocalDate.ofEpochDay(row.getInt(keyMonth)).toString());
    return keys.take();
  }

  /** The type of a row. */
  SentType type(RowView row) {
    return types.of(row);
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
    byte[] key = naturalKey(keys, version);
    out.setBytes(c++, key, 0, key.length);
    out.copy(c++, version, umr);
    out.copy(c++, version, sectionNo);
    out.copy(c++, version, certificateRef);
    out.copy(c++, version, transactionSeq);
    out.setStringOrNull(c++, type(version).shown());
    out.copy(c++, version, bordereauMonth);
    return c;
  }
}
