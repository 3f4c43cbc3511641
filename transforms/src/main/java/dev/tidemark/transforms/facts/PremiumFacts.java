// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowMemo;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.premium.DqFlag;
import dev.tidemark.transforms.premium.LondonPremiumType;
import dev.tidemark.transforms.premium.PremiumAmounts;
import dev.tidemark.transforms.premium.PremiumRule;
import dev.tidemark.transforms.premium.RateRule;
import dev.tidemark.transforms.premium.TransactionType;
import dev.tidemark.transforms.premium.UnfitAmountException;
import java.time.Instant;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;

/**
 * {@code fact_premium_transaction} of one bucket: the latest live version of every natural key,
 * derived by SPEC §3 to §5.
 *
 * <p>In: every silver premium row of the bucket (all versions of a natural key share a bucket).
 * Out: one fact per natural key with a live version, every other row as {@link SupersededPremium},
 * and the {@link SectionMonths} of the bucket. The facts are equal to
 *
 * <pre>{@code
 * SELECT derive(*) FROM (SELECT *, ROW_NUMBER() OVER (
 *     PARTITION BY umr, section_no, certificate_ref, transaction_seq, _nk_type, _nk_month
 *     ORDER BY submitted_at DESC NULLS LAST, _version DESC, modified_date DESC NULLS LAST, premium_transaction_id DESC) rn
 *   FROM silver.premium_transaction WHERE NOT is_deleted) WHERE rn = 1
 * }</pre>
 */
public final class PremiumFacts {

  /** The natural key in silver: without a transaction number, type and month stand in for it. */
  public static final List<String> NATURAL_KEY = SilverTransaction.NATURAL_KEY;

  /** The window start of an inferred dimension row: before any business. */
  public static final Instant INFERRED_SINCE = Parties.INFERRED_SINCE;

  /** The columns of the fact. */
  public static final Schema SCHEMA =
      Schema.builder()
          .addStringField("premium_transaction_key")
          .addInt64Field("premium_transaction_id")
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
          .addStringField("london_premium_type")
          .addField("bordereau_month", Columns.DATE)
          .addNullableField("effective_date", Columns.DATE)
          .addNullableStringField("original_currency")
          .addNullableField("rate_to_gbp", Columns.RATE)
          .addField("gross_premium_signed", Columns.MONEY)
          .addNullableField("commission_pct", Columns.PERCENT)
          .addField("commission_amount", Columns.MONEY)
          .addField("net_premium", Columns.MONEY)
          .addField("tax_amount", Columns.MONEY)
          .addField("fee_amount", Columns.MONEY)
          .addNullableField("gross_premium_gbp", Columns.MONEY)
          .addNullableField("commission_gbp", Columns.MONEY)
          .addNullableField("net_premium_gbp", Columns.MONEY)
          .addNullableInt32Field("year_of_account")
          .addNullableField("submitted_at", Columns.TIMESTAMP)
          .addNullableInt32Field("bdx_version")
          .addNullableField("modified_date", Columns.TIMESTAMP)
          .addInt32Field("version_count")
          .addStringField("dq_flags")
          .addStringField("load_run_id")
          .addField("loaded_at", Columns.TIMESTAMP)
          .build();

  /**
   * What came of one bucket.
   *
   * @param facts rows of {@link #SCHEMA}
   * @param superseded rows of {@link SupersededPremium#SCHEMA}: every row that is no fact
   * @param months what was added to the section months
   * @param liveRows rows that are not deleted
   * @param ambiguous facts whose version tied with another that says something else
   */
  public record Result(
      RowBlocks facts, RowBlocks superseded, SectionMonths months, long liveRows, long ambiguous) {

    /** The section months, packed. */
    public RowBlocks sectionMonths() {
      return months.toBlocks();
    }
  }

  /** What is known of a row by its section, coverholder and month. */
  private record Known(Parties parties, int month, SectionMonths.Sums sums) {}

  private final RowLayout silver;
  private final ReferenceData reference;
  private final SilverPremium in;
  private final RowMemo<Known> known;
  private final FactWriter fact;
  private long live;
  private long ambiguous;

  private PremiumFacts(
      Schema silver,
      ReferenceData reference,
      String runId,
      Instant loadedAt,
      SectionMonths months) {
    this.silver = RowLayout.of(silver);
    this.reference = reference;
    this.in = new SilverPremium(this.silver);
    RowMemo<Parties> parties =
        Parties.of(this.silver, "umr", "section_no", "coverholder_id", reference);
    this.known =
        new RowMemo<>(
            RowKey.of(this.silver, SectionMonths.KEY),
            row -> known(parties.of(row), row.getInt(in.bordereauMonth), months));
    this.fact = new FactWriter(SCHEMA, runId, loadedAt);
  }

  /**
   * Derives the facts of a bucket.
   *
   * @param silver the schema of the rows
   * @param rows every silver premium row of the bucket, deleted ones included
   * @param runId stamped on the facts as load_run_id, with {@code loadedAt}
   */
  public static Result derive(
      Schema silver, RowBlocks rows, ReferenceData reference, String runId, Instant loadedAt) {
    return derive(silver, rows, reference, runId, loadedAt, new SectionMonths());
  }

  /**
   * Derives the facts of a part of a bucket: every row of some natural keys.
   *
   * @param months of the parts before, to which this part is added
   */
  public static Result derive(
      Schema silver,
      RowBlocks rows,
      ReferenceData reference,
      String runId,
      Instant loadedAt,
      SectionMonths months) {
    return new PremiumFacts(silver, reference, runId, loadedAt, months).derive(rows, months);
  }

  private Result derive(RowBlocks rows, SectionMonths months) {
    SupersededVersions superseded = SupersededPremium.of(in, reference);
    in.latest()
        .forEachRow(
            rows,
            this::addFact,
            (loser, winner, decidedBy, isAmbiguous) -> {
              count(loser, known.of(loser).sums());
              superseded.add(loser, winner, decidedBy, isAmbiguous);
            });
    return new Result(fact.facts(), superseded.rows(), months, live, ambiguous);
  }

  /** Counts a version, whether it wins or not. */
  private void count(RowView row, SectionMonths.Sums sums) {
    if (row.getBoolean(in.isDeleted)) {
      sums.addDeleted();
      return;
    }
    sums.addLive();
    live++;
    if (!row.isNull(in.submittedAt)) {
      sums.addSubmission(row.getLong(in.submittedAt));
    }
  }

  private static Known known(Parties parties, int epochDay, SectionMonths months) {
    int month = MonthIndex.ofEpochDay(epochDay);
    return new Known(
        parties,
        month,
        months.of(parties.umr(), parties.sectionNo(), parties.coverholderId(), month));
  }

  private void addFact(RowView row, int versions, boolean isAmbiguous) {
    if (isAmbiguous) {
      ambiguous++;
    }
    try {
      addFact(row, versions);
    } catch (ArithmeticException unfit) {
      throw new UnfitAmountException("PremiumTransaction " + row.getLong(in.id), unfit);
    }
  }

  private void addFact(RowView row, int versions) {
    Known of = known.of(row);
    count(row, of.sums());
    Parties parties = of.parties();
    TransactionType type = in.type(row).type();
    RateRule.Decision rate =
        RateRule.decide(
            row.getStringOrNull(in.originalCurrency),
            parties.currency(),
            row.getStringOrNull(in.settlementCurrency),
            row.isNull(in.rateOfExchange) ? RateRule.NO_RATE : row.getLong(in.rateOfExchange),
            of.month(),
            reference);
    long gross = row.getLong(in.grossPremium);
    PremiumAmounts amounts =
        PremiumAmounts.of(
            TransactionType.signOf(type),
            gross,
            row.getLong(in.commissionPct),
            row.getLong(in.taxAmount),
            row.getLong(in.feeAmount));

    fact.begin();
    fact.transaction(in, parties, row);
    fact.text(LondonPremiumType.of(type, amounts.grossPremiumSigned()).name());
    fact.copy(row, in.bordereauMonth);
    fact.copy(row, in.effectiveDate);
    fact.text(rate.currency());
    fact.rate(rate);
    fact.number(amounts.grossPremiumSigned());
    fact.copy(row, in.commissionPct);
    fact.number(amounts.commissionAmount());
    fact.number(amounts.netPremium());
    fact.number(amounts.taxAmount());
    fact.number(amounts.feeAmount());
    addSterling(rate, amounts, of.sums());
    fact.yearOfAccount(parties);
    fact.version(in, row, versions);
    fact.end(
        rate.flags()
            | PremiumRule.flags(type, gross, row.isNull(in.commissionPct) ? null : in)
            | parties.flags()
            | (row.isNull(in.transactionSeq) ? DqFlag.SEQ_MISSING.bit() : DqFlag.NONE));
  }

  private void addSterling(
      RateRule.Decision rate, PremiumAmounts amounts, SectionMonths.Sums month) {
    if (!rate.hasRate()) {
      month.addFactWithoutGbp();
      fact.nulls(3);
      return;
    }
    PremiumAmounts.GbpAmounts gbp = amounts.inGbp(rate.rateToGbp());
    fact.number(gbp.grossPremiumGbp());
    fact.number(gbp.commissionGbp());
    fact.number(gbp.netPremiumGbp());
    month.addFact(gbp.grossPremiumGbp(), gbp.commissionGbp(), gbp.netPremiumGbp());
  }
}
