// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import dev.tidemark.pipelines.demo.DemoPremium.Certificate;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/** The risk bordereaux: two of three certificates, of an insured who does not exist. */
final class DemoRisks {

  private static final List<String> GIVEN =
      List.of(
          "Agnes", "Björn", "Chloé", "Dafydd", "Eilidh", "Fergus", "Grażyna", "Hamish", "Inês",
          "Jürgen", "Kirsty");
  private static final List<String> FAMILY =
      List.of(
          "Abernathy",
          "Blackwood",
          "Cadogan",
          "Drăgulescu",
          "Eastlake",
          "Fairweather",
          "Grünwald",
          "Holloway",
          "O'Hara");

  private DemoRisks() {}

  static List<SourceRow> of(List<Certificate> certificates) {
    List<SourceRow> rows = new ArrayList<>();
    for (int place = 0; place < certificates.size(); place++) {
      if (place % 3 != 0) {
        add(rows, certificates.get(place), Draws.of("risk", place), place);
      }
    }
    return SourceRow.numbered(rows, "RiskTransactionId");
  }

  private static void add(List<SourceRow> rows, Certificate certificate, Draws draws, int place) {
    // every 97th inception is missing, every 83rd lies before the contract
    var inception =
        place % 83 == 0 ? certificate.section().from().minusDays(3) : certificate.inception();
    SourceRow row =
        SourceRow.submitted(certificate.submittedAt(), 1, draws)
            .with("UMR", certificate.section().umr())
            .with("SectionNo", certificate.section().sectionNo())
            .with("CertificateRef", certificate.ref())
            .with("TransactionSeq", certificate.sequence())
            .with("TransactionType", certificate.type())
            .with("BordereauMonth", certificate.month().atDay(1))
            .with("RiskInceptionDate", place % 97 == 0 ? null : inception)
            .with("RiskExpiryDate", inception.plusYears(1).minusDays(1))
            .with("EffectiveDate", certificate.inception())
            .with("RiskCode", certificate.section().line().riskCode())
            .with("RiskCountry", draws.percent(85) ? "GB" : "IE")
            .with("InsuredName", insured(draws))
            .with("SumInsured", BigDecimal.valueOf(draws.between(5, 900) * 100_000L, 2))
            .with(
                "Deductible",
                draws.percent(10) ? null : BigDecimal.valueOf(draws.between(0, 20) * 5_000L, 2))
            .with("OriginalCurrency", certificate.section().currency());
    rows.add(row);
    LocalDateTime again = certificate.submittedAt().plusDays(draws.between(2, 6));
    if (draws.percent(3) && certificate.month().getMonthValue() < 5) {
      rows.add(row.with("Deductible", new BigDecimal("500.00")).submittedAgain(again, 2, draws));
    }
  }

  static String insured(Draws draws) {
    return draws.oneOf(GIVEN) + " " + draws.oneOf(FAMILY);
  }
}
