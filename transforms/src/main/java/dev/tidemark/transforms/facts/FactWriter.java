// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.calendar.CalendarDay;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.premium.DqFlag;
import dev.tidemark.transforms.premium.RateRule;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Writes facts column after column, in the order of their schema, and packs them: each method
 * writes what its name says and goes on to the next column.
 */
final class FactWriter {

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final RowWriter fact;
  private final String runId;
  private final long loadedAt;
  private final DurableKey keys = new DurableKey();
  private final RowBlocksBuilder facts = new RowBlocksBuilder();

  /** Texts that many facts have, as rows have them: encoded once. */
  private final Map<String, byte[]> encoded = new HashMap<>();

  private int column;

  /**
   * A writer of facts whose last columns are dq_flags, load_run_id and loaded_at.
   *
   * @param runId stamped on the facts, with {@code loadedAt}
   */
  FactWriter(Schema schema, String runId, Instant loadedAt) {
    fact = new RowWriter(RowLayout.of(schema));
    this.runId = runId;
    this.loadedAt = RowView.micros(loadedAt);
  }

  /** The maker of the facts' keys. */
  DurableKey keys() {
    return keys;
  }

  void begin() {
    fact.clear();
    column = 0;
  }

  /** A text that many facts have. */
  void text(@Nullable String value) {
    if (value != null) {
      byte[] bytes = encoded.get(value);
      if (bytes == null) {
        bytes = value.getBytes(StandardCharsets.UTF_8);
        encoded.put(value, bytes);
      }
      fact.setBytes(column, bytes, 0, bytes.length);
    }
    column++;
  }

  /** The key of the fact itself, which {@link #keys} holds. */
  void key(byte[] key) {
    fact.setBytes(column++, key, 0, key.length);
  }

  void integer(int value) {
    fact.setInt(column++, value);
  }

  void integerOrNull(@Nullable Integer value) {
    if (value != null) {
      fact.setInt(column, value);
    }
    column++;
  }

  void truthOrNull(@Nullable Boolean value) {
    if (value != null) {
      fact.setBoolean(column, value);
    }
    column++;
  }

  void number(long value) {
    fact.setLong(column++, value);
  }

  /** rate_to_gbp, null without one. */
  void rate(RateRule.Decision rate) {
    if (rate.hasRate()) {
      fact.setLong(column, rate.rateToGbp());
    }
    column++;
  }

  /** Leaves the next columns null. */
  void nulls(int count) {
    column += count;
  }

  void copy(RowView row, int from) {
    fact.copy(column++, row, from);
  }

  /** A date of the row by its key in dim_date: yyyymmdd, 0 when null or not there. */
  void dateKey(RowView row, int date) {
    integer(
        row.isNull(date)
            ? CalendarDay.UNKNOWN
            : CalendarDay.key(LocalDate.ofEpochDay(row.getInt(date))));
  }

  /**
   * contract_section_key, contract_section_version_key, coverholder_key, broker_key, contract_key
   * and class_of_business_key.
   *
   * @param date the column of the row at which a section version is looked for, then {@code
   *     submittedAt}
   */
  void partyKeys(Parties parties, RowView row, int date, int submittedAt) {
    Section section = parties.section();
    Parties.Keys known = parties.keys();
    text(known.section());
    text(
        section == null
            ? known.inferredVersion()
            : versionOf(section, row, date, submittedAt).versionKey());
    text(known.coverholder());
    text(known.broker());
    text(known.contract());
    text(known.classOfBusiness());
  }

  /** From the fact's own key to transaction_type: the columns that premium and risk share. */
  void transaction(SilverTransaction in, Parties parties, RowView row) {
    key(in.naturalKey(keys, row));
    copy(row, in.id);
    partyKeys(parties, row, in.effectiveDate, in.submittedAt);
    dateKey(row, in.bordereauMonth);
    dateKey(row, in.effectiveDate);
    copy(row, in.umr);
    copy(row, in.sectionNo);
    copy(row, in.certificateRef);
    copy(row, in.transactionSeq);
    text(in.type(row).shown());
  }

  /** submitted_at, bdx_version, modified_date and version_count. */
  void version(SilverVersions in, RowView row, int versions) {
    copy(row, in.submittedAt);
    copy(row, in.bdxVersion);
    copy(row, in.modifiedDate);
    integer(versions);
  }

  /** year_of_account: the section's, never taken from a date. */
  void yearOfAccount(Parties parties) {
    Section section = parties.section();
    if (section != null) {
      fact.setInt(column, section.yearOfAccount());
    }
    column++;
  }

  /** dq_flags, load_run_id and loaded_at; the fact is complete. */
  void end(int flags) {
    text(DqFlag.text(flags));
    text(runId);
    number(loadedAt);
    facts.append(fact);
  }

  /** The facts so far. */
  RowBlocks facts() {
    return facts.build();
  }

  /** The section version open at the date, else when the row was submitted, else the first. */
  private static Section.Version versionOf(
      Section section, RowView row, int date, int submittedAt) {
    Section.Version version = null;
    if (!row.isNull(date)) {
      version = section.versionAt(row.getInt(date) * MICROS_PER_DAY);
    }
    if (version == null && !row.isNull(submittedAt)) {
      version = section.versionAt(row.getLong(submittedAt));
    }
    return version == null ? section.firstVersion() : version;
  }
}
