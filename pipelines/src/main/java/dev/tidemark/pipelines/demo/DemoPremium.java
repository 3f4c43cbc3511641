// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import dev.tidemark.pipelines.demo.DemoMarket.Section;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The premium bordereaux of January to May 2024 as coverholders really send them: each with a
 * spelling of its own, some months missing, some rows sent again, some without a sequence, and a
 * few that are plainly wrong ({@link DemoBlemishes}).
 */
final class DemoPremium {

  private static final YearMonth JANUARY = YearMonth.of(2024, 1);
  private static final YearMonth MARCH = YearMonth.of(2024, 3);
  private static final YearMonth MAY = YearMonth.of(2024, 5);
  private static final LocalDateTime LAST_SUBMISSION = LocalDateTime.of(2024, 6, 2, 17, 30);

  private static final Map<String, List<String>> SPELLINGS =
      Map.of(
          "NEW", List.of("NEW", "NB", "New Business", "N"),
          "RENEWAL", List.of("RENEWAL", "REN", "Renewal", "RN"),
          "MTA", List.of("MTA", "ENDT", "Endorsement", "ADJUSTMENT"),
          "ADDITIONAL_PREMIUM", List.of("ADDITIONAL_PREMIUM", "AP", "ap", "AP"),
          "CANCELLATION", List.of("CANCELLATION", "CANC", "Canx", "CAN"),
          "RETURN_PREMIUM", List.of("RETURN_PREMIUM", "RP", "Refund", "RP"),
          "CORRECTION", List.of("CORRECTION", "CORR", "Correction", "DECLARATION"),
          "NIL", List.of("NIL", "NIL", "Nil", "NIL"));

  /** The first transaction of a certificate: what risks and claims hang on. */
  record Certificate(
      int number,
      Section section,
      String ref,
      YearMonth month,
      LocalDate inception,
      LocalDateTime submittedAt,
      String type,
      @Nullable Integer sequence) {}

  private final List<SourceRow> rows = new ArrayList<>();
  private final List<Certificate> certificates = new ArrayList<>();
  private final Map<Section, BigDecimal> written = new HashMap<>();

  private DemoPremium() {}

  static DemoPremium of(DemoMarket market) {
    DemoPremium premium = new DemoPremium();
    market.sections().forEach(premium::reportSection);
    return premium;
  }

  /** The rows as the platform numbered them: ids follow the modified dates. */
  List<SourceRow> rows() {
    return SourceRow.numbered(rows, "PremiumTransactionId");
  }

  List<Certificate> certificates() {
    return List.copyOf(certificates);
  }

  /** Signed premium of the latest versions in the section's currency, about: to set limits by. */
  BigDecimal written(Section section) {
    return written.getOrDefault(section, BigDecimal.ZERO);
  }

  private void reportSection(Section section) {
    Draws draws = Draws.of("premium", section.number());
    List<Certificate> own = new ArrayList<>();
    Set<String> ended = new HashSet<>();
    int gap = draws.below(4);
    for (YearMonth month = JANUARY; !month.isAfter(MAY); month = month.plusMonths(1)) {
      if (isReported(section, month, gap)) {
        reportMonth(section, month, draws, own, ended);
      }
    }
    certificates.addAll(own);
  }

  private static boolean isReported(Section section, YearMonth month, int gap) {
    int coverholder = section.coverholder();
    if (!section.covers(month) || coverholder % 17 == 0) {
      return false;
    }
    if (section.isQuarterly()) {
      return month.equals(MARCH) && coverholder % 2 == 0;
    }
    boolean missing = coverholder % 6 == 4 && month.equals(JANUARY.plusMonths(gap));
    boolean trailing = coverholder % 11 == 1 && month.isAfter(MARCH);
    // May is due in June only: half of the coverholders are early
    boolean early = !month.equals(MAY) || coverholder % 2 == 0;
    return !missing && !trailing && early;
  }

  private void reportMonth(
      Section section, YearMonth month, Draws draws, List<Certificate> own, Set<String> ended) {
    LocalDateTime submittedAt = submission(month, draws);
    if (draws.percent(3)) {
      add(
          section,
          month,
          "NIL-" + month,
          null,
          "NIL",
          month.atDay(1),
          new BigDecimal("0.00"),
          submittedAt,
          draws);
      return;
    }
    int count = draws.oneOf(List.of(1, 1, 1, 1, 2, 2, 2, 2, 2, 3));
    int before = own.size();
    for (int i = 0; i < count + (section.isQuarterly() ? 3 : 0); i++) {
      String type = before == 0 ? "NEW" : laterType(draws);
      LocalDate effective = month.atDay(draws.between(1, 28));
      boolean sequenced = section.coverholder() % 8 != 0;
      if (type.equals("NEW") || type.equals("RENEWAL")) {
        String ref = certificateRef(section, own.size() + 1);
        Integer sequence = sequenced ? 1 : null;
        String spelling = spelled(type, section);
        own.add(
            new Certificate(
                own.size() + 1, section, ref, month, effective, submittedAt, spelling, sequence));
        add(
            section,
            month,
            ref,
            sequence,
            type,
            effective,
            draws.amount(150, 3_500),
            submittedAt,
            draws);
      } else {
        // one certificate has at most one later transaction, so that sequences and natural keys
        // stay apart
        Certificate certificate = own.get(draws.below(before));
        if (ended.add(certificate.ref())) {
          add(
              section,
              month,
              certificate.ref(),
              sequenced ? 2 : null,
              type,
              effective,
              laterAmount(type, draws),
              submittedAt,
              draws);
        }
      }
    }
  }

  private static String laterType(Draws draws) {
    int share = draws.below(100);
    if (share < 58) {
      return "NEW";
    }
    if (share < 66) {
      return "RENEWAL";
    }
    if (share < 80) {
      return "MTA";
    }
    if (share < 87) {
      return "ADDITIONAL_PREMIUM";
    }
    if (share < 92) {
      return "CANCELLATION";
    }
    return share < 97 ? "RETURN_PREMIUM" : "CORRECTION";
  }

  private static BigDecimal laterAmount(String type, Draws draws) {
    BigDecimal amount = draws.amount(15, 140);
    return type.equals("ADDITIONAL_PREMIUM") || draws.percent(60) ? amount : amount.negate();
  }

  private void add(
      Section section,
      YearMonth month,
      String ref,
      @Nullable Integer sequence,
      String type,
      LocalDate effective,
      BigDecimal gross,
      LocalDateTime submittedAt,
      Draws draws) {
    boolean foreign = !section.currency().equals("GBP");
    SourceRow row =
        SourceRow.submitted(submittedAt, 1, draws)
            .with("UMR", section.umr())
            .with("SectionNo", section.sectionNo())
            .with("CertificateRef", ref)
            .with("TransactionSeq", sequence)
            .with("TransactionType", spelled(type, section))
            .with("BordereauMonth", month.atDay(1))
            .with("CoverholderId", section.coverholderId())
            .with("EffectiveDate", effective)
            .with("OriginalCurrency", draws.percent(2) ? null : section.currency())
            .with("GrossPremium", gross)
            .with("CommissionPct", draws.percent(8) ? null : section.commissionPct())
            .with("TaxAmount", draws.percent(25) ? null : share(gross, "0.12"))
            .with("FeeAmount", draws.percent(90) ? null : new BigDecimal("25.00"))
            .with("SettlementCurrency", draws.percent(50) ? null : "GBP")
            .with("RateOfExchange", foreign && draws.percent(70) ? rowRate(section, draws) : null);
    row = DemoBlemishes.on(rows.size(), row);
    rows.add(row);
    LocalDateTime again = submittedAt.plusDays(draws.between(2, 9));
    if (draws.percent(6) && !type.equals("NIL") && again.isBefore(LAST_SUBMISSION)) {
      gross = gross.add(draws.amount(5, 60));
      rows.add(row.with("GrossPremium", gross).submittedAgain(again, 2, draws));
    }
    written.merge(section, signed(type, gross), BigDecimal::add);
  }

  private static BigDecimal signed(String type, BigDecimal gross) {
    return switch (type) {
      case "CANCELLATION", "RETURN_PREMIUM" -> gross.abs().negate();
      case "MTA", "CORRECTION", "NIL" -> gross;
      default -> gross.abs();
    };
  }

  static BigDecimal rowRate(Section section, Draws draws) {
    int base = section.currency().equals("EUR") ? 85_000_000 : 78_500_000;
    return BigDecimal.valueOf(base + draws.between(0, 150) * 10_000L, 8);
  }

  private static BigDecimal share(BigDecimal gross, String part) {
    return gross.multiply(new BigDecimal(part)).setScale(2, RoundingMode.HALF_UP);
  }

  /** Some days after the month's end, in office hours; May on the first two days of June. */
  static LocalDateTime submission(YearMonth month, Draws draws) {
    int days = month.equals(MAY) ? draws.between(1, 2) : draws.between(3, 21);
    return month.atEndOfMonth().plusDays(days).atTime(8, 0).plusMinutes(draws.below(570));
  }

  private static String spelled(String type, Section section) {
    return SPELLINGS.getOrDefault(type, List.of(type)).get(section.coverholder() % 4);
  }

  private static String certificateRef(Section section, int number) {
    String part = section.yearOfAccount() == 2023 ? "-23-" : "-" + section.sectionNo() + "-";
    return section.coverholderId() + part + String.format(Locale.ROOT, "%04d", number);
  }
}
