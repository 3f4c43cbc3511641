// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import dev.tidemark.pipelines.demo.DemoPremium.Certificate;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The claims bordereaux: monthly positions until April of every 12th certificate written before
 * April. Some of them have a story of their own ({@link DemoClaimStories}).
 */
final class DemoClaims {

  private static final YearMonth APRIL = YearMonth.of(2024, 4);

  /** Fewer references than claims: a reference alone names no claim. */
  private static final int REFERENCES = 120;

  private DemoClaims() {}

  static List<SourceRow> of(List<Certificate> certificates) {
    List<SourceRow> rows = new ArrayList<>();
    int claim = 0;
    for (int place = 0; place < certificates.size(); place++) {
      if (place % 12 == 1 && certificates.get(place).month().isBefore(APRIL)) {
        List<SourceRow> positions =
            positions(certificates.get(place), claim, Draws.of("claim", place));
        for (SourceRow row : DemoClaimStories.told(claim++, positions)) {
          rows.add(blemished(rows.size(), row));
        }
      }
    }
    return SourceRow.numbered(rows, "ClaimTransactionId");
  }

  private static List<SourceRow> positions(Certificate certificate, int claim, Draws draws) {
    List<SourceRow> positions = new ArrayList<>();
    LocalDate loss = certificate.inception().plusDays(draws.below(20));
    LocalDate notified = loss.plusDays(draws.between(1, 12));
    String claimant = DemoRisks.insured(draws);
    BigDecimal paidToDate = new BigDecimal("0.00");
    BigDecimal outstanding = draws.amount(200, 6_000);
    boolean open = true;
    for (YearMonth month = YearMonth.from(notified);
        open && !month.isAfter(APRIL);
        month = month.plusMonths(1)) {
      open = draws.percent(80);
      BigDecimal paid =
          draws.percent(25) ? new BigDecimal("0.00") : part(outstanding, draws.between(10, 60));
      BigDecimal before = paidToDate;
      paidToDate = paidToDate.add(paid);
      outstanding = open ? outstanding.subtract(paid) : new BigDecimal("0.00");
      positions.add(
          SourceRow.submitted(DemoPremium.submission(month, draws), 1, draws)
              .with("UMR", certificate.section().umr())
              .with("SectionNo", certificate.section().sectionNo())
              .with("CertificateRef", certificate.ref())
              .with("ClaimRef", "CLM-" + DemoMarket.threeDigits(claim % REFERENCES))
              .with("BordereauMonth", month.atDay(1))
              .with("LossDate", loss)
              .with("NotifiedDate", notified)
              .with("PaymentDate", paid.signum() == 0 ? null : paymentDate(month, notified))
              .with("ClosedDate", open ? null : month.atEndOfMonth())
              .with("ClaimStatus", open ? "OPEN" : "CLOSED")
              .with("OriginalCurrency", certificate.section().currency())
              .with("PaidThisMonth", paid)
              .with("PreviouslyPaid", before)
              .with("PaidToDate", draws.percent(20) ? null : paidToDate)
              .with("Outstanding", outstanding)
              .with("RecoveriesToDate", draws.percent(90) ? null : part(paidToDate, 10))
              .with("RateOfExchange", rate(certificate, draws))
              .with("ClaimantName", claimant));
    }
    return positions;
  }

  private static SourceRow blemished(int place, SourceRow row) {
    return switch (place) {
      case 25 -> row.with("PaidThisMonth", null).with("PaidToDate", null); // NO_AMOUNT
      case 75 ->
          row.with("ClaimStatus", "CLOSED")
              .with("Outstanding", new BigDecimal("310.00")); // CLOSED_WITH_RESERVE
      case 125 -> row.with("Outstanding", new BigDecimal("-45.00")); // OUTSTANDING_NEGATIVE
      case 175 -> row.with("ClaimRef", " "); // NO_KEY
      default -> row;
    };
  }

  private static LocalDate paymentDate(YearMonth month, LocalDate notified) {
    LocalDate due = month.atDay(25);
    return due.isBefore(notified) ? month.atEndOfMonth() : due;
  }

  private static @Nullable BigDecimal rate(Certificate certificate, Draws draws) {
    boolean foreign = !certificate.section().currency().equals("GBP");
    return foreign && draws.percent(60) ? DemoPremium.rowRate(certificate.section(), draws) : null;
  }

  private static BigDecimal part(BigDecimal amount, int percent) {
    return amount.multiply(BigDecimal.valueOf(percent, 2)).setScale(2, RoundingMode.HALF_UP);
  }
}
