// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowMemo;
import dev.tidemark.transforms.block.RowOrder;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.claims.ClaimAmounts;
import dev.tidemark.transforms.claims.ClaimStatus;
import dev.tidemark.transforms.claims.SentAmounts;
import dev.tidemark.transforms.premium.RateRule;
import dev.tidemark.transforms.premium.UnfitAmountException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * {@code fact_claim_transaction} of one bucket: the latest live version of every monthly position
 * of every claim, derived by SPEC §3 to §5 from the claim's positions in the order of their months.
 *
 * <p>In: every silver claim row of the bucket (a claim with all of its positions and their versions
 * is in one bucket). Out: one fact per position with a live version, every other row as {@link
 * SupersededClaim}, and the {@link ClaimMonths} and {@link PaidDays} of the bucket. A month without
 * a position says nothing: the position before is the last that was sent. The facts are equal to
 *
 * <pre>{@code
 * SELECT derive(*), LAG(paid_to_date) OVER claim, LEAD(bordereau_month) OVER claim IS NULL AS is_latest_position
 * FROM (SELECT *, ROW_NUMBER() OVER (
 *     PARTITION BY umr, section_no, certificate_ref, claim_ref, bordereau_month
 *     ORDER BY submitted_at DESC NULLS LAST, _version DESC, modified_date DESC NULLS LAST, claim_transaction_id DESC) rn
 *   FROM silver.claim_transaction WHERE NOT is_deleted) WHERE rn = 1
 * WINDOW claim AS (PARTITION BY umr, section_no, certificate_ref, claim_ref ORDER BY bordereau_month)
 * }</pre>
 *
 * <p>All positions of a claim are held at once, which a claim has a few of per year; the live ones
 * of a bucket twice.
 */
public final class ClaimFacts {

  /** What makes a claim: its reference alone is not unique. */
  public static final List<String> CLAIM =
      List.of("umr", "section_no", "certificate_ref", "claim_ref");

  /** The columns of the fact. */
  public static final Schema SCHEMA =
      Schema.builder()
          .addStringField("claim_key")
          .addInt64Field("claim_transaction_id")
          .addStringField("contract_section_key")
          .addStringField("contract_section_version_key")
          .addNullableStringField("coverholder_key")
          .addNullableStringField("broker_key")
          .addStringField("contract_key")
          .addNullableStringField("class_of_business_key")
          .addStringField("umr")
          .addStringField("section_no")
          .addStringField("certificate_ref")
          .addStringField("claim_ref")
          .addNullableStringField("claim_status")
          .addField("bordereau_month", Columns.DATE)
          .addNullableField("loss_date", Columns.DATE)
          .addNullableField("notified_date", Columns.DATE)
          .addNullableField("payment_date", Columns.DATE)
          .addNullableField("closed_date", Columns.DATE)
          .addNullableField("reopened_date", Columns.DATE)
          .addNullableStringField("original_currency")
          .addNullableField("rate_to_gbp", Columns.RATE)
          .addField("paid_to_date", Columns.MONEY)
          .addField("paid_movement", Columns.MONEY)
          .addField("outstanding", Columns.MONEY)
          .addField("recoveries_to_date", Columns.MONEY)
          .addNullableField("paid_gbp", Columns.MONEY)
          .addNullableField("paid_movement_gbp", Columns.MONEY)
          .addNullableField("outstanding_gbp", Columns.MONEY)
          .addNullableField("recoveries_gbp", Columns.MONEY)
          .addNullableField("incurred_gbp", Columns.MONEY)
          .addNullableField("net_incurred_gbp", Columns.MONEY)
          .addInt32Field("is_latest_position")
          .addNullableInt32Field("report_delay_days")
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
   * @param superseded rows of {@link SupersededClaim#SCHEMA}: every row that is no fact
   * @param ambiguous facts whose version tied with another that says something else
   */
  public record Result(RowBlocks facts, RowBlocks superseded, long ambiguous) {}

  private final RowLayout silver;
  private final ReferenceData reference;
  private final SilverClaim in;
  private final RowMemo<Parties> known;
  private final FactWriter fact;
  private final ClaimMonths months;
  private final PaidDays days;

  /** The latest versions of positions, and how many versions each has. */
  private final RowBlocksBuilder positions = new RowBlocksBuilder();

  private int[] versions = new int[64];
  private int positionCount;
  private long ambiguous;

  private ClaimFacts(
      Schema silver,
      ReferenceData reference,
      String runId,
      Instant loadedAt,
      ClaimMonths months,
      PaidDays days) {
    this.silver = RowLayout.of(silver);
    this.reference = reference;
    this.months = months;
    this.days = days;
    in = new SilverClaim(this.silver);
    // a row names no coverholder of its own
    known = Parties.of(this.silver, "umr", "section_no", null, reference);
    fact = new FactWriter(SCHEMA, runId, loadedAt);
  }

  /**
   * Derives the facts of a bucket, or of a part of it: every row of some claims.
   *
   * @param silver the schema of the rows
   * @param rows silver claim rows, deleted ones included
   * @param months of the parts before, to which this part is added
   * @param days of the parts before, to which this part is added
   */
  public static Result derive(
      Schema silver,
      RowBlocks rows,
      ReferenceData reference,
      String runId,
      Instant loadedAt,
      ClaimMonths months,
      PaidDays days) {
    return new ClaimFacts(silver, reference, runId, loadedAt, months, days).derive(rows);
  }

  private Result derive(RowBlocks rows) {
    countVersions(rows);
    SupersededVersions superseded = SupersededClaim.of(in, reference);
    in.latest().forEachRow(rows, this::addPosition, superseded::add);
    deriveClaims(positions.build());
    return new Result(fact.facts(), superseded.rows(), ambiguous);
  }

  private void countVersions(RowBlocks rows) {
    RowView row = new RowView(silver);
    for (long ref : rows.refs()) {
      row.at(rows, ref);
      ClaimMonths.Sums month = monthOf(known.of(row), row);
      if (row.getBoolean(in.isDeleted)) {
        month.addDeleted();
      } else {
        month.addLive();
      }
    }
  }

  private ClaimMonths.Sums monthOf(Parties parties, RowView row) {
    return months.of(parties, MonthIndex.ofEpochDay(row.getInt(in.bordereauMonth)));
  }

  private void addPosition(RowView row, int versionCount, boolean isAmbiguous) {
    if (isAmbiguous) {
      ambiguous++;
    }
    if (positionCount == versions.length) {
      versions = Arrays.copyOf(versions, positionCount * 2);
    }
    versions[positionCount++] = versionCount;
    positions.append(row);
  }

  private void deriveClaims(RowBlocks rows) {
    long[] places = rows.refs();
    KeyGroups claims = KeyGroups.of(rows, RowKey.of(silver, CLAIM));
    RowOrder byMonth = RowOrder.by(silver, Order.asc("bordereau_month"));
    RowView row = new RowView(silver);
    for (int claim = 0; claim < claims.groupCount(); claim++) {
      long[] ofClaim = claims.sorted(claim, rows, byMonth);
      Before before = Before.NOTHING;
      for (int p = 0; p < ofClaim.length; p++) {
        row.at(rows, ofClaim[p]);
        // references ascend in the order in which the rows were added
        int versionCount = versions[Arrays.binarySearch(places, ofClaim[p])];
        try {
          before = addFact(row, versionCount, before, p == ofClaim.length - 1);
        } catch (ArithmeticException unfit) {
          throw new UnfitAmountException("ClaimTransaction " + row.getLong(in.id), unfit);
        }
      }
    }
  }

  /** What the claim's position before came to: pence paid to date, and incurred in sterling. */
  private record Before(long paidToDate, long incurredGbp) {

    static final Before NOTHING = new Before(SentAmounts.NONE, 0);
  }

  private Before addFact(RowView row, int versionCount, Before before, boolean isLatest) {
    Parties parties = known.of(row);
    String statusText = row.getStringOrNull(in.claimStatus);
    ClaimAmounts amounts =
        ClaimAmounts.of(in.amounts(row), ClaimStatus.parse(statusText), before.paidToDate());
    RateRule.Decision rate =
        RateRule.decide(
            row.getStringOrNull(in.originalCurrency),
            parties.currency(),
            null,
            row.isNull(in.rateOfExchange) ? RateRule.NO_RATE : row.getLong(in.rateOfExchange),
            MonthIndex.ofEpochDay(row.getInt(in.bordereauMonth)),
            reference);
    ClaimAmounts.GbpAmounts gbp = rate.hasRate() ? amounts.inGbp(rate.rateToGbp()) : null;

    fact.begin();
    fact.key(in.claimKey(fact.keys(), row));
    fact.copy(row, in.id);
    fact.partyKeys(parties, row, in.lossDate, in.submittedAt);
    fact.copy(row, in.umr);
    fact.copy(row, in.sectionNo);
    fact.copy(row, in.certificateRef);
    fact.copy(row, in.claimRef);
    fact.text(ClaimStatus.text(statusText));
    fact.copy(row, in.bordereauMonth);
    fact.copy(row, in.lossDate);
    fact.copy(row, in.notifiedDate);
    fact.copy(row, in.paymentDate);
    fact.copy(row, in.closedDate);
    fact.copy(row, in.reopenedDate);
    fact.text(rate.currency());
    fact.rate(rate);
    fact.number(amounts.paidToDate());
    fact.number(amounts.paidMovement());
    fact.number(amounts.outstanding());
    fact.number(amounts.recoveriesToDate());
    addSterling(gbp);
    fact.integer(isLatest ? 1 : 0);
    addReportDelay(row);
    fact.yearOfAccount(parties);
    fact.version(in, row, versionCount);
    fact.end(rate.flags() | amounts.flags() | parties.flags());

    addSums(row, parties, gbp, before, isLatest);
    return new Before(amounts.paidToDate(), gbp == null ? 0 : gbp.incurredGbp());
  }

  private void addSterling(ClaimAmounts.@Nullable GbpAmounts gbp) {
    if (gbp == null) {
      fact.nulls(6);
      return;
    }
    fact.number(gbp.paidGbp());
    fact.number(gbp.paidMovementGbp());
    fact.number(gbp.outstandingGbp());
    fact.number(gbp.recoveriesGbp());
    fact.number(gbp.incurredGbp());
    fact.number(gbp.netIncurredGbp());
  }

  private void addReportDelay(RowView row) {
    if (row.isNull(in.lossDate) || row.isNull(in.notifiedDate)) {
      fact.nulls(1);
    } else {
      fact.integer(row.getInt(in.notifiedDate) - row.getInt(in.lossDate));
    }
  }

  private void addSums(
      RowView row,
      Parties parties,
      ClaimAmounts.@Nullable GbpAmounts gbp,
      Before before,
      boolean isLatest) {
    ClaimMonths.Sums month = monthOf(parties, row);
    month.addPosition(gbp, before.incurredGbp());
    if (isLatest) {
      month.addLatest(gbp);
    }
    days.add(
        parties,
        PaidDays.dayOf(row, in.paymentDate, in.bordereauMonth),
        gbp == null ? 0 : gbp.paidMovementGbp());
  }
}
