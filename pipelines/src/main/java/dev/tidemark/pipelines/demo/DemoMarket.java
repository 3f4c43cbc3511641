// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Who trades in the demo: 24 brokers, the coverholders CH006 to CH500 and their 615 contract
 * sections, beside the one broker, five coverholders and five sections that {@code day1.sql} writes
 * by hand; and the two planning tables.
 */
record DemoMarket(List<Section> sections) {

  static final int FIRST_COVERHOLDER = 6;
  static final int LAST_COVERHOLDER = 500;

  private static final int BROKERS = 24;
  private static final LocalDateTime REGISTERED = LocalDateTime.of(2024, 1, 2, 9, 0);

  private static final List<Line> LINES =
      List.of(
          new Line("Household", "B2"),
          new Line("Commercial Property", "B3"),
          new Line("Motor Fleet", "M2"),
          new Line("Professional Indemnity", "E2"),
          new Line("General Liability", "NA"),
          new Line("Yacht", "TS"),
          new Line("Cyber", "CY"),
          new Line("Travel", "KT"));

  private static final List<String> PLACES =
      List.of(
          "Aldgate",
          "Brixham",
          "Calder",
          "Dorset",
          "Elgin",
          "Fenland",
          "Galloway",
          "Humber",
          "Islay",
          "Jura",
          "Kestrel",
          "Lundy",
          "Mersey",
          "Norfolk",
          "Orkney",
          "Pennine",
          "Quantock",
          "Rannoch",
          "Severn",
          "Tamar",
          "Ullswater",
          "Vyrnwy",
          "Wensum",
          "Exmoor",
          "Yarrow",
          "Zennor",
          "Arran",
          "Bodmin",
          "Cheviot",
          "Dartmoor",
          "Eskdale",
          "Foyle",
          "Gower");
  private static final List<String> TRADES =
      List.of(
          "Underwriting",
          "Underwriting Agency",
          "Insurance Services",
          "Risk Partners",
          "Specialty",
          "Cover",
          "Assurance",
          "Binders",
          "Marine & General",
          "Commercial Lines",
          "Personal Lines",
          "Risk Solutions",
          "MGA",
          "Facilities",
          "Programmes");

  /** A class of business with its risk code. */
  record Line(String classOfBusiness, String riskCode) {}

  /**
   * A section of a binding authority; {@code number} counts from 0 and is the section's own seed.
   */
  record Section(
      int number,
      int coverholder,
      String umr,
      String sectionNo,
      Line line,
      int yearOfAccount,
      LocalDate from,
      LocalDate to) {

    String coverholderId() {
      return "CH" + threeDigits(coverholder);
    }

    String brokerCode() {
      return umr.substring(1, 5);
    }

    String currency() {
      return switch (coverholder % 11) {
        case 4 -> "EUR";
        case 8 -> "USD";
        default -> "GBP";
      };
    }

    boolean isQuarterly() {
      return coverholder % 25 == 5;
    }

    BigDecimal commissionPct() {
      return BigDecimal.valueOf(125_000L + 25_000L * (coverholder % 6), 4);
    }

    boolean covers(YearMonth month) {
      return !month.atEndOfMonth().isBefore(from) && !month.atDay(1).isAfter(to);
    }

    /** The row of ref.ContractSection, without the limit. */
    SourceRow row() {
      return SourceRow.empty()
          .with("UMR", umr)
          .with("SectionNo", sectionNo)
          .with("AgreementNo", "AGR-" + (10_000 + number))
          .with("CoverholderId", coverholderId())
          .with("BrokerCode", brokerCode())
          .with("ClassOfBusiness", line.classOfBusiness())
          .with("RiskCode", line.riskCode())
          .with("YearOfAccount", yearOfAccount)
          .with("PeriodFrom", from)
          .with("PeriodTo", to)
          .with("SectionCurrency", currency())
          .with(
              "GpiNotifiablePct",
              coverholder % 6 == 1
                  ? null
                  : new BigDecimal(coverholder % 15 == 2 ? "75.00" : "80.00"))
          .with("CommissionPctDefault", commissionPct())
          .with("BordereauDueDays", coverholder % 40 == 1 ? null : coverholder % 12 == 0 ? 30 : 15)
          .with("BordereauInterval", isQuarterly() ? "QUARTERLY" : "MONTHLY")
          .with(
              "ModifiedDate",
              REGISTERED.plusDays(1).plusSeconds(number + 10L).plusNanos((number + 10L) * 1_000));
    }
  }

  static DemoMarket drawn() {
    List<Section> sections = new ArrayList<>();
    for (int coverholder = FIRST_COVERHOLDER; coverholder <= LAST_COVERHOLDER; coverholder++) {
      String contract = "B" + brokerCode(coverholder % BROKERS) + "CH" + threeDigits(coverholder);
      LocalDate start = LocalDate.of(2024, coverholder % 20 == 9 ? 2 : 1, 1);
      sections.add(section(sections.size(), coverholder, contract + "24", "S1", start));
      if (coverholder % 7 == 0) {
        sections.add(section(sections.size(), coverholder, contract + "24", "S2", start));
      }
      if (coverholder % 10 == 3) {
        sections.add(
            section(sections.size(), coverholder, contract + "23", "S1", LocalDate.of(2023, 7, 1)));
      }
    }
    return new DemoMarket(List.copyOf(sections));
  }

  private static Section section(
      int number, int coverholder, String umr, String no, LocalDate from) {
    Line line = LINES.get((coverholder + (no.equals("S2") ? 3 : 0)) % LINES.size());
    return new Section(
        number, coverholder, umr, no, line, from.getYear(), from, from.plusYears(1).minusDays(1));
  }

  List<SourceRow> brokers() {
    List<SourceRow> rows = new ArrayList<>();
    for (int broker = 0; broker < BROKERS; broker++) {
      rows.add(
          SourceRow.empty()
              .with("BrokerCode", brokerCode(broker))
              .with("BrokerName", PLACES.get(broker) + " & Partners Brokers")
              .with("Pseudonym", PLACES.get(broker).substring(0, 3).toUpperCase(Locale.ROOT))
              .with(
                  "ModifiedDate",
                  REGISTERED.minusHours(1).plusSeconds(broker).plusNanos(broker * 1_000L)));
    }
    return rows;
  }

  List<SourceRow> coverholders() {
    List<SourceRow> rows = new ArrayList<>();
    for (int number = FIRST_COVERHOLDER; number <= LAST_COVERHOLDER; number++) {
      int name = number - FIRST_COVERHOLDER;
      rows.add(
          SourceRow.empty()
              .with("CoverholderId", "CH" + threeDigits(number))
              .with(
                  "CoverholderName",
                  PLACES.get(name % PLACES.size()) + " " + TRADES.get(name / PLACES.size()))
              .with("CoverholderPin", number % 30 == 7 ? null : "PIN" + (1_000_000 + number))
              .with(
                  "CountryCode", List.of("GB", "GB", "IE", "FR", "GB", "US", "DE").get(number % 7))
              .with("Status", number % 50 == 0 ? "RUN_OFF" : "ACTIVE")
              .with("ModifiedDate", REGISTERED.plusSeconds(number).plusNanos(number * 1_000L)));
    }
    return rows;
  }

  /** Planned loss ratios between 0.45 and 0.72 for each class and year of account. */
  static List<SourceRow> businessPlan() {
    List<SourceRow> rows = new ArrayList<>();
    for (int line = 0; line < LINES.size(); line++) {
      for (int year = 2023; year <= 2024; year++) {
        rows.add(
            SourceRow.empty()
                .with("ClassOfBusiness", LINES.get(line).classOfBusiness())
                .with("YearOfAccount", year)
                .with(
                    "PlannedLossRatio",
                    BigDecimal.valueOf(450_000L + 37_500L * line + 5_000L * (year - 2023), 6)));
      }
    }
    return rows;
  }

  /** EUR and USD from July 2023 to December 2024. Another currency has no rate. */
  static List<SourceRow> exchangeRates() {
    List<SourceRow> rows = new ArrayList<>();
    for (String currency : List.of("EUR", "USD")) {
      BigDecimal rate = new BigDecimal(currency.equals("EUR") ? "0.86250000" : "0.78640000");
      Draws draws = Draws.of("rate " + currency, 0);
      for (int month = 0; month < 18; month++) {
        rows.add(
            SourceRow.empty()
                .with("RateMonth", LocalDate.of(2023, 7, 1).plusMonths(month))
                .with("CurrencyCode", currency)
                .with("RateToGbp", rate.setScale(8, RoundingMode.UNNECESSARY)));
        rate = rate.add(BigDecimal.valueOf(draws.between(-600_000, 600_000), 8));
      }
    }
    return rows;
  }

  private static String brokerCode(int broker) {
    return "05" + String.format(Locale.ROOT, "%02d", broker + 1);
  }

  static String threeDigits(int number) {
    return String.format(Locale.ROOT, "%03d", number);
  }
}
