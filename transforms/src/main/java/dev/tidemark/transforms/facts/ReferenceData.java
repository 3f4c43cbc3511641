// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowOrder;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.calendar.ReportingInterval;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.premium.RateRule;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What facts and marts look up: contract sections with their versions, known parties, and monthly
 * rates to sterling.
 */
public final class ReferenceData implements RateRule.ExchangeRates {

  private record SectionId(String umr, String sectionNo) {}

  private record RateId(String currency, int month) {}

  private static final String STERLING = "GBP";

  private final Map<SectionId, Section> sections = new HashMap<>();
  private final Set<String> coverholders = new HashSet<>();
  private final Set<String> brokers = new HashSet<>();
  private final Map<RateId, Long> rates = new HashMap<>();

  /** No reference data: every look-up finds nothing. */
  public ReferenceData() {}

  /**
   * Adds sections from their history: the columns of ref.ContractSection in snake_case plus {@code
   * valid_from, valid_to, is_current, is_deleted}, in any order.
   */
  public ReferenceData addSections(Schema schema, RowBlocks history) {
    RowLayout layout = RowLayout.of(schema);
    long[] refs = history.refs();
    RowOrder.by(layout, Order.asc("umr"), Order.asc("section_no"), Order.asc("valid_from"))
        .sort(history, refs);
    SectionReader reader = new SectionReader(layout);
    RowView row = new RowView(layout);
    List<Section.Version> versions = new ArrayList<>();
    for (int r = 0; r < refs.length; r++) {
      row.at(history, refs[r]);
      SectionId id = reader.id(row);
      versions.add(reader.version(row));
      boolean isLast = r + 1 == refs.length || !reader.id(row.at(history, refs[r + 1])).equals(id);
      if (isLast) {
        sections.put(id, reader.section(row.at(history, refs[r]), List.copyOf(versions)));
        versions.clear();
      }
    }
    return this;
  }

  /** Adds known coverholders from a column of rows. */
  public ReferenceData addCoverholders(Schema schema, RowBlocks rows) {
    addTexts(coverholders, schema, rows, "coverholder_id");
    return this;
  }

  /** Adds known brokers from a column of rows. */
  public ReferenceData addBrokers(Schema schema, RowBlocks rows) {
    addTexts(brokers, schema, rows, "broker_code");
    return this;
  }

  /** Adds monthly rates: {@code rate_month, currency_code, rate_to_gbp}. */
  public ReferenceData addRates(Schema schema, RowBlocks rows) {
    RowLayout layout = RowLayout.of(schema);
    RowView row = new RowView(layout);
    int month = layout.column("rate_month");
    int currency = layout.column("currency_code");
    int rate = layout.column("rate_to_gbp");
    for (long ref : rows.refs()) {
      row.at(rows, ref);
      rates.put(
          new RateId(row.getString(currency), MonthIndex.ofEpochDay(row.getInt(month))),
          row.getLong(rate));
    }
    return this;
  }

  /** A section, or null when it is not known. */
  public @Nullable Section section(String umr, String sectionNo) {
    return sections.get(new SectionId(umr, sectionNo));
  }

  /** Every known section. */
  public Collection<Section> sections() {
    return Collections.unmodifiableCollection(sections.values());
  }

  /** Whether a coverholder is known. */
  public boolean knowsCoverholder(String coverholderId) {
    return coverholders.contains(coverholderId);
  }

  /** Whether a broker is known. */
  public boolean knowsBroker(String brokerCode) {
    return brokers.contains(brokerCode);
  }

  @Override
  public long rateToGbp(String currency, int month) {
    Long rate = rates.get(new RateId(currency, month));
    return rate == null ? RateRule.NO_RATE : rate;
  }

  /**
   * The rate of a month as a decimal, 1 for sterling; null when there is none or it is not above 0.
   */
  public @Nullable BigDecimal rateOf(@Nullable String currency, int month) {
    if (STERLING.equals(currency)) {
      return BigDecimal.ONE;
    }
    long rate = currency == null ? RateRule.NO_RATE : rateToGbp(currency, month);
    return rate > 0 ? BigDecimal.valueOf(rate, 8) : null;
  }

  private static void addTexts(Set<String> into, Schema schema, RowBlocks rows, String name) {
    RowLayout layout = RowLayout.of(schema);
    int column = layout.column(name);
    RowView row = new RowView(layout);
    for (long ref : rows.refs()) {
      into.add(row.at(rows, ref).getString(column));
    }
  }

  /** Reads one row of a section's history. */
  private static final class SectionReader {

    private final DurableKey keys = new DurableKey();
    private final RowLayout layout;

    SectionReader(RowLayout layout) {
      this.layout = layout;
    }

    SectionId id(RowView row) {
      return new SectionId(text(row, "umr"), text(row, "section_no"));
    }

    Section.Version version(RowView row) {
      long validFrom = row.getLong(layout.column("valid_from"));
      int validTo = layout.column("valid_to");
      return new Section.Version(
          validFrom,
          row.isNull(validTo) ? Long.MAX_VALUE : row.getLong(validTo),
          keys.versionOf(
              keys.of(text(row, "umr"), text(row, "section_no")), RowView.instant(validFrom)),
          date(row, "period_from"),
          decimal(row, "gpi_limit"),
          row.getStringOrNull(layout.column("gpi_currency")),
          decimal(row, "gpi_notifiable_pct"));
    }

    Section section(RowView row, List<Section.Version> versions) {
      int dueDays = layout.column("bordereau_due_days");
      return new Section(
          text(row, "umr"),
          text(row, "section_no"),
          text(row, "coverholder_id"),
          text(row, "class_of_business"),
          row.getInt(layout.column("year_of_account")),
          row.getStringOrNull(layout.column("section_currency")),
          date(row, "period_from"),
          date(row, "period_to"),
          ReportingInterval.parse(row.getStringOrNull(layout.column("bordereau_interval"))),
          row.isNull(dueDays) ? null : row.getInt(dueDays),
          row.getBoolean(layout.column("is_deleted")),
          versions);
    }

    private String text(RowView row, String column) {
      return row.getString(layout.column(column));
    }

    private LocalDate date(RowView row, String column) {
      return LocalDate.ofEpochDay(row.getInt(layout.column(column)));
    }

    private @Nullable BigDecimal decimal(RowView row, String column) {
      int c = layout.column(column);
      return row.isNull(c) ? null : row.getDecimal(c);
    }
  }
}
