// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowMemo;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.premium.DqFlag;
import dev.tidemark.transforms.premium.Money;
import dev.tidemark.transforms.premium.RateRule;
import dev.tidemark.transforms.premium.TransactionType;
import dev.tidemark.transforms.premium.UnfitAmountException;
import java.time.Instant;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * {@code fact_risk_transaction} of one bucket: the latest live version of every natural key,
 * derived by SPEC §3 to §5.
 *
 * <p>In: every silver risk row of the bucket (all versions of a natural key share a bucket). Out:
 * one fact per natural key with a live version, every other row as {@link SupersededRisk}, and the
 * {@link RiskMonths} of the bucket. Which version is the latest is told as in {@link PremiumFacts}.
 *
 * <p>A risk has no rate of its own: 1 for sterling, else the monthly rate of its currency. Its sum
 * insured counts as sent, whatever its type; one that is unsaid stays null.
 */
public final class RiskFacts {

  /** The natural key in silver: without a transaction number, type and month stand in for it. */
  public static final List<String> NATURAL_KEY = SilverTransaction.NATURAL_KEY;

  /** The columns of the fact. */
  public static final Schema SCHEMA =
      Schema.builder()
          .addStringField("risk_transaction_key")
          .addInt64Field("risk_transaction_id")
          .addStringField("contract_section_key")
          .addStringField("contract_section_version_key")
          .addNullableStringField("coverholder_key")
          .addNullableStringField("broker_key")
          .addStringField("contract_key")
          .addNullableStringField("class_of_business_key")
          .addInt32Field("bordereau_month_date_key")
          .addInt32Field("effective_date_key")
          .addStringField("umr")
          .addStringField("section_no")
          .addStringField("certificate_ref")
          .addNullableInt32Field("transaction_seq")
          .addNullableStringField("transaction_type")
          .addField("bordereau_month", Columns.DATE)
          .addNullableField("risk_inception_date", Columns.DATE)
          .addNullableField("risk_expiry_date", Columns.DATE)
          .addNullableField("effective_date", Columns.DATE)
          .addNullableStringField("risk_code")
          .addNullableStringField("risk_country")
          .addNullableField("sum_insured", Columns.MONEY)
          .addNullableField("deductible", Columns.MONEY)
          .addNullableStringField("original_currency")
          .addNullableField("rate_to_gbp", Columns.RATE)
          .addNullableField("sum_insured_gbp", Columns.MONEY)
          .addNullableInt32Field("year_of_account")
          .addNullableBooleanField("is_within_section_period")
          .addNullableInt32Field("cover_days")
          .addNullableStringField("insured_name_hash")
          .addNullableField("submitted_at", Columns.TIMESTAMP)
          .addNullableInt32Field("bdx_version")
          .addNullableField("modified_date", Columns.TIMESTAMP)
          .addInt32Field("version_count")
          .addStringField("dq_flags")
          .addStringField("load_run_id")
          .addField("loaded_at", Columns.TIMESTAMP)
          .build();

  /**
   * What came of the rows of some natural keys.
   *
   * @param facts rows of {@link #SCHEMA}
   * @param superseded rows of {@link SupersededRisk#SCHEMA}: every row that is no fact
   * @param ambiguous facts whose version tied with another that says something else
   */
  public record Result(RowBlocks facts, RowBlocks superseded, long ambiguous) {}

  private final RowLayout silver;
  private final ReferenceData reference;
  private final SilverRisk in;
  private final RowMemo<Parties> known;
  private final FactWriter fact;
  private final RiskMonths months;
  private long ambiguous;

  private RiskFacts(
      Schema silver, ReferenceData reference, String runId, Instant loadedAt, RiskMonths months) {
    this.silver = RowLayout.of(silver);
    this.reference = reference;
    this.months = months;
    in = new SilverRisk(this.silver);
    // a row names no coverholder of its own
    known = Parties.of(this.silver, "umr", "section_no", null, reference);
    fact = new FactWriter(SCHEMA, runId, loadedAt);
  }

  /**
   * Derives the facts of a bucket, or of a part of it: every row of some natural keys.
   *
   * @param silver the schema of the rows
   * @param rows silver risk rows, deleted ones included
   * @param runId stamped on the facts as load_run_id, with {@code loadedAt}
   * @param months what is added to: those of the parts before
   */
  public static Result derive(
      Schema silver,
      RowBlocks rows,
      ReferenceData reference,
      String runId,
      Instant loadedAt,
      RiskMonths months) {
    return new RiskFacts(silver, reference, runId, loadedAt, months).derive(rows);
  }

  private Result derive(RowBlocks rows) {
    countVersions(rows);
    SupersededVersions superseded = SupersededRisk.of(in, reference);
    in.latest().forEachRow(rows, this::addFact, superseded::add);
    return new Result(fact.facts(), superseded.rows(), ambiguous);
  }

  private void countVersions(RowBlocks rows) {
    RowView row = new RowView(silver);
    for (long ref : rows.refs()) {
      row.at(rows, ref);
      RiskMonths.Sums sums = months.of(known.of(row), month(row));
      if (row.getBoolean(in.isDeleted)) {
        sums.addDeleted();
      } else {
        sums.addLive();
      }
    }
  }

  private int month(RowView row) {
    return MonthIndex.ofEpochDay(row.getInt(in.bordereauMonth));
  }

  private void addFact(RowView row, int versions, boolean isAmbiguous) {
    if (isAmbiguous) {
      ambiguous++;
    }
    try {
      addFact(row, versions);
    } catch (ArithmeticException unfit) {
      throw new UnfitAmountException("RiskTransaction " + row.getLong(in.id), unfit);
    }
  }

  private void addFact(RowView row, int versions) {
    Parties parties = known.of(row);
    RateRule.Decision rate =
        RateRule.decide(
            row.getStringOrNull(in.originalCurrency),
            parties.currency(),
            null,
            RateRule.NO_RATE,
            month(row),
            reference);
    Integer inception = day(row, in.inceptionDate);
    Integer coverDays = RiskRule.coverDays(inception, day(row, in.expiryDate));
    Boolean isWithinPeriod = RiskRule.isWithinPeriod(inception, parties.section());

    fact.begin();
    fact.transaction(in, parties, row);
    fact.copy(row, in.bordereauMonth);
    fact.copy(row, in.inceptionDate);
    fact.copy(row, in.expiryDate);
    fact.copy(row, in.effectiveDate);
    fact.copy(row, in.riskCode);
    fact.copy(row, in.riskCountry);
    fact.copy(row, in.sumInsured);
    fact.copy(row, in.deductible);
    fact.text(rate.currency());
    fact.rate(rate);
    addSterling(rate, row, months.of(parties, month(row)));
    fact.yearOfAccount(parties);
    fact.truthOrNull(isWithinPeriod);
    fact.integerOrNull(coverDays);
    fact.copy(row, in.insuredNameHash);
    fact.version(in, row, versions);
    fact.end(
        rate.flags()
            | RiskRule.flags(inception, isWithinPeriod)
            | parties.flags()
            | (isOfKnownType(row) ? DqFlag.NONE : DqFlag.TYPE_UNKNOWN.bit())
            | (row.isNull(in.transactionSeq) ? DqFlag.SEQ_MISSING.bit() : DqFlag.NONE));
  }

  private boolean isOfKnownType(RowView row) {
    return TransactionType.parse(row.getStringOrNull(in.transactionType)) != null;
  }

  private static @Nullable Integer day(RowView row, int date) {
    return row.isNull(date) ? null : row.getInt(date);
  }

  private void addSterling(RateRule.Decision rate, RowView row, RiskMonths.Sums month) {
    if (!rate.hasRate() || row.isNull(in.sumInsured)) {
      month.addFactWithoutGbp();
      fact.nulls(1);
      return;
    }
    long gbp = Money.convert("sum_insured_gbp", row.getLong(in.sumInsured), rate.rateToGbp());
    fact.number(gbp);
    month.addFact(gbp);
  }
}
