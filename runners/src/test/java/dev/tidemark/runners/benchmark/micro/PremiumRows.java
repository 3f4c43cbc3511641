// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.micro;

import dev.tidemark.pipelines.source.ContractColumn;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.PremiumFacts;
import dev.tidemark.transforms.facts.ReferenceData;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.beam.sdk.schemas.Schema;

/**
 * A bucket of silver premium, of the shape of the large benchmark's source: two rows of five are of
 * one coverholder, every fifth sends an earlier one again, and every value is a function of the
 * row's number.
 */
final class PremiumRows {

  /** The rows of the bucket. */
  static final int COUNT = 20_000;

  /** The columns of silver. */
  static final Schema SCHEMA = schema();

  static final RowLayout LAYOUT = RowLayout.of(SCHEMA);

  /** The source's key, and the table's. */
  static final String ID = "premium_transaction_id";

  /** What all versions of a premium have in common. */
  static final List<String> NATURAL_KEY = PremiumFacts.NATURAL_KEY;

  private static final int COVERHOLDERS = 100;
  private static final int AGREEMENTS = 3;
  private static final int SECTIONS = 4;
  private static final int MONTHS = 36;
  private static final LocalDate FIRST_MONTH = LocalDate.of(2023, 1, 1);
  private static final long SECOND = 1_000_000;
  private static final long DAY_SECONDS = 86_400;
  private static final List<String> CURRENCIES =
      List.of("GBP", "GBP", "GBP", "USD", "EUR", "CAD", "AUD");
  private static final List<String> TYPES =
      List.of("NEW", "NEW", "NEW", "NEW", "NEW", "RENEWAL", "MTA", "MTA", "CANCELLATION");

  /** Made once: nothing changes it. */
  private static final RowBlocks ROWS = make(1, 0);

  private PremiumRows() {}

  /** The bucket. */
  static RowBlocks rows() {
    return ROWS;
  }

  /** What comes in another night: every n-th row, with another premium. */
  static RowBlocks changed(int n) {
    return make(n, 1);
  }

  private static Schema schema() {
    Schema.Builder source = Schema.builder();
    Schema landed = TableContract.bundled("PremiumTransaction").landingSchema();
    for (ContractColumn column : TableContract.bundled("PremiumTransaction").landed()) {
      source.addField(landed.getField(column.name()));
    }
    return Conformer.silverSchema(source.build(), Set.of(), TransactionTable.PREMIUM);
  }

  private static RowBlocks make(int step, int changes) {
    RowWriter row = new RowWriter(LAYOUT);
    RowBlocksBuilder rows = new RowBlocksBuilder();
    for (long number = step; number <= COUNT; number += step) {
      write(number, changes, row);
      rows.append(row);
    }
    return rows.build();
  }

  /**
   * Writes one row.
   *
   * @param changes how often it was changed since it was sent
   */
  private static void write(long number, int changes, RowWriter row) {
    boolean again = number % 5 == 0;
    long first = again ? number - 1 - 5 * draw(number, 3, number / 5) : number;
    long coverholder = draw(first, 1, 100) < 40 ? 0 : 1 + draw(first, 2, COVERHOLDERS - 1);
    LocalDate month = FIRST_MONTH.plusMonths(first * MONTHS / (COUNT + 1));
    long submitted =
        (month.plusMonths(1).toEpochDay() * DAY_SECONDS + draw(first, 14, DAY_SECONDS)) * SECOND
            + (number - first) * 100_000;
    row.clear();
    row.setLong(LAYOUT.column(ID), number);
    row.setString(LAYOUT.column("umr"), umr(coverholder, draw(first, 4, AGREEMENTS)));
    row.setString(LAYOUT.column("section_no"), "S" + (1 + draw(first, 5, SECTIONS)));
    row.setString(LAYOUT.column("certificate_ref"), "CERT-" + (100_000_000 + first / 2));
    row.setInt(LAYOUT.column("transaction_seq"), (int) (first % 2));
    row.setString(LAYOUT.column("transaction_type"), one(TYPES, first, 6));
    row.setInt(LAYOUT.column("bordereau_month"), (int) month.toEpochDay());
    row.setString(LAYOUT.column("coverholder_id"), "CH" + coverholder);
    row.setInt(LAYOUT.column("effective_date"), (int) (month.toEpochDay() + draw(first, 7, 28)));
    row.setString(LAYOUT.column("original_currency"), one(CURRENCIES, first, 8));
    row.setLong(LAYOUT.column("gross_premium"), 100_000 + draw(number, 9, 2_000_000) + changes);
    if (draw(first, 10, 10) != 0) {
      row.setLong(LAYOUT.column("commission_pct"), 100_000 + draw(first, 11, 250_000));
    }
    if (draw(first, 12, 4) != 0) {
      row.setLong(LAYOUT.column("tax_amount"), draw(number, 13, 100_000));
    }
    row.setLong(LAYOUT.column("submitted_at"), submitted);
    row.setInt(LAYOUT.column("bdx_version"), again ? 2 : 1);
    row.setBoolean(LAYOUT.column("is_deleted"), false);
    row.setLong(LAYOUT.column("modified_date"), submitted + changes * SECOND);
    row.setLong(LAYOUT.column("_batch_id"), 1 + changes);
    row.setInt(LAYOUT.column("_version"), again ? 2 : 1);
  }

  /** The UMR of one of a coverholder's agreements. */
  private static String umr(long coverholder, long agreement) {
    return "B0999CH" + (10_000 + coverholder) + (10 + agreement);
  }

  private static String one(List<String> texts, long number, int seed) {
    return texts.get((int) draw(number, seed, texts.size()));
  }

  private static long draw(long number, int seed, long below) {
    return new SplittableRandom(number << 8 | seed).nextLong(below);
  }

  /** Every section, coverholder and rate that the rows name. */
  static ReferenceData reference() {
    Schema sections =
        Schema.builder()
            .addFields(TableContract.bundled("ContractSection").landingSchema().getFields())
            .addField("valid_from", Columns.TIMESTAMP)
            .addNullableField("valid_to", Columns.TIMESTAMP)
            .addBooleanField("is_current")
            .addBooleanField("is_deleted")
            .build();
    Schema rates = TableContract.bundled("ExchangeRate").landingSchema();
    Schema coverholders = Schema.builder().addStringField("coverholder_id").build();
    Schema brokers = Schema.builder().addStringField("broker_code").build();
    return new ReferenceData()
        .addSections(sections, sections(RowLayout.of(sections)))
        .addCoverholders(coverholders, coverholders(RowLayout.of(coverholders)))
        .addBrokers(brokers, brokers(RowLayout.of(brokers)))
        .addRates(rates, rates(RowLayout.of(rates)));
  }

  private static RowBlocks sections(RowLayout layout) {
    RowWriter row = new RowWriter(layout);
    RowBlocksBuilder rows = new RowBlocksBuilder();
    for (int coverholder = 0; coverholder < COVERHOLDERS; coverholder++) {
      for (int agreement = 0; agreement < AGREEMENTS; agreement++) {
        for (int section = 1; section <= SECTIONS; section++) {
          row.clear();
          row.setString(layout.column("umr"), umr(coverholder, agreement));
          row.setString(layout.column("section_no"), "S" + section);
          row.setString(layout.column("coverholder_id"), "CH" + coverholder);
          row.setString(layout.column("class_of_business"), "CLASS " + section);
          row.setInt(layout.column("year_of_account"), 2023 + agreement);
          row.setInt(layout.column("period_from"), (int) FIRST_MONTH.toEpochDay());
          row.setInt(
              layout.column("period_to"), (int) FIRST_MONTH.plusMonths(MONTHS).toEpochDay() - 1);
          row.setString(layout.column("section_currency"), "GBP");
          row.setLong(layout.column("valid_from"), FIRST_MONTH.toEpochDay() * DAY_SECONDS * SECOND);
          row.setBoolean(layout.column("is_current"), true);
          row.setBoolean(layout.column("is_deleted"), false);
          rows.append(row);
        }
      }
    }
    return rows.build();
  }

  private static RowBlocks coverholders(RowLayout layout) {
    RowWriter row = new RowWriter(layout);
    RowBlocksBuilder rows = new RowBlocksBuilder();
    for (int coverholder = 0; coverholder < COVERHOLDERS; coverholder++) {
      row.setString(0, "CH" + coverholder);
      rows.append(row);
    }
    return rows.build();
  }

  private static RowBlocks brokers(RowLayout layout) {
    RowWriter row = new RowWriter(layout);
    RowBlocksBuilder rows = new RowBlocksBuilder();
    row.setString(0, "0999");
    rows.append(row);
    return rows.build();
  }

  private static RowBlocks rates(RowLayout layout) {
    RowWriter row = new RowWriter(layout);
    RowBlocksBuilder rows = new RowBlocksBuilder();
    for (int month = 0; month < MONTHS; month++) {
      for (String currency : Set.copyOf(CURRENCIES)) {
        row.clear();
        row.setInt(layout.column("rate_month"), (int) FIRST_MONTH.plusMonths(month).toEpochDay());
        row.setString(layout.column("currency_code"), currency);
        row.setLong(layout.column("rate_to_gbp"), 50_000_000 + draw(month, 20, 40_000_000));
        rows.append(row);
      }
    }
    return rows.build();
  }
}
