// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.source.TestSource;
import java.io.IOException;
import java.sql.SQLException;

/** Every kind of change of a source that some mart follows, in variants that a number tells. */
enum MartChange {
  BROKER_RENAMED(
      (variant, id, time) -> update("ref.Broker", "BrokerName = 'B" + id + "'", time, "1 = 1")),
  COVERHOLDER_RENAMED(
      (variant, id, time) ->
          update(
              "ref.Coverholder",
              "CoverholderName = 'N" + id + "'",
              time,
              "CoverholderId = '" + coverholder(variant) + "'")),
  PREMIUM_ARRIVES(
      (variant, id, time) ->
          WorkedExample.premium(
              id, section(variant), "CERT-" + id, "NEW", month(variant), "7.00", time, time)),
  PREMIUM_RESENT(
      (variant, id, time) ->
          "INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef,"
              + " TransactionType, BordereauMonth, CoverholderId, OriginalCurrency, GrossPremium,"
              + " SubmittedAt, ModifiedDate) SELECT %d, UMR, SectionNo, CertificateRef,"
                  .formatted(id)
              + " TransactionType, BordereauMonth, CoverholderId, OriginalCurrency, GrossPremium +"
              + " 1, '%s', '%s' FROM bdx.PremiumTransaction WHERE PremiumTransactionId = %d"
                  .formatted(time, time, 1 + variant)),
  PREMIUM_CHANGED((variant, id, time) -> premium("GrossPremium = " + id, variant, time)),
  PREMIUM_DATED((variant, id, time) -> premium("BordereauMonth = '2024-05-01'", variant, time)),
  PREMIUM_DELETED((variant, id, time) -> premium("IsDeleted = NOT IsDeleted", variant, time)),
  PREMIUM_MOVED((variant, id, time) -> premium(place(variant / 2), variant, time)),
  PREMIUM_SPOILT((variant, id, time) -> premium("GrossPremium = NULL", variant, time)),
  PREMIUM_MENDED(
      (variant, id, time) ->
          update("bdx.PremiumTransaction", "GrossPremium = 9", time, "GrossPremium IS NULL")),
  /** Whom the rows of a section name that is not known, or not yet. */
  PREMIUM_NAMES_ANOTHER(
      (variant, id, time) ->
          update(
              "bdx.PremiumTransaction",
              "CoverholderId = " + (variant % 5 == 0 ? "NULL" : "'" + coverholder(variant) + "'"),
              time,
              "SectionNo = 'S4'")),
  CLAIM_ARRIVES(
      (variant, id, time) ->
          claim(id, section(variant), "CL-" + id, month(variant), "30.00", time)),
  CLAIM_RESENT(
      (variant, id, time) ->
          "INSERT INTO bdx.ClaimTransaction (ClaimTransactionId, UMR, SectionNo, CertificateRef,"
              + " ClaimRef, BordereauMonth, OriginalCurrency, PaidToDate, Outstanding, SubmittedAt,"
              + " ModifiedDate) SELECT %d, UMR, SectionNo, CertificateRef, ClaimRef,".formatted(id)
              + " BordereauMonth, OriginalCurrency, PaidToDate + 1, 5, '%s', '%s' FROM"
                  .formatted(time, time)
              + " bdx.ClaimTransaction WHERE ClaimTransactionId = %d".formatted(1 + variant % 6)),
  CLAIM_CHANGED((variant, id, time) -> claims("PaidToDate = " + id, variant, time)),
  CLAIM_PAID_ON_ANOTHER_DAY(
      (variant, id, time) -> claims("PaymentDate = '2024-03-15'", variant, time)),
  CLAIM_CLOSED((variant, id, time) -> claims("ClaimStatus = 'CLOSED'", variant, time)),
  CLAIM_DELETED((variant, id, time) -> claims("IsDeleted = NOT IsDeleted", variant, time)),
  CLAIM_MOVED((variant, id, time) -> claims(place(variant / 2), variant, time)),
  CLAIM_SPOILT((variant, id, time) -> claims("PaidToDate = NULL", variant, time)),
  CLAIM_MENDED(
      (variant, id, time) ->
          update("bdx.ClaimTransaction", "PaidToDate = 90", time, "PaidToDate IS NULL")),
  LIMIT(
      (variant, id, time) -> section("GpiLimit = " + id + ", GpiCurrency = 'EUR'", variant, time)),
  CURRENCY(
      (variant, id, time) ->
          section("SectionCurrency = '" + (variant < 6 ? "EUR" : "USD") + "'", variant, time)),
  YEAR((variant, id, time) -> section("YearOfAccount = " + (2022 + variant % 3), variant, time)),
  CLASS_OF_BUSINESS(
      (variant, id, time) ->
          section(
              "ClassOfBusiness = '" + (variant < 6 ? "Marine" : "Property") + "'", variant, time)),
  DUE_DAYS((variant, id, time) -> section("BordereauDueDays = " + 5 * variant, variant, time)),
  INTERVAL(
      (variant, id, time) ->
          section(
              "BordereauInterval = '" + (variant < 6 ? "QUARTERLY" : "MONTHLY") + "'",
              variant,
              time)),
  PERIOD((variant, id, time) -> section("PeriodFrom = '" + month(variant) + "'", variant, time)),
  COVERHOLDER(
      (variant, id, time) ->
          section("CoverholderId = '" + coverholder(variant) + "'", variant / 2, time)),
  /** The fourth section has rows already, the fifth has none. */
  SECTION_BECOMES_KNOWN(
      (variant, id, time) ->
          "MERGE INTO ref.ContractSection (UMR, SectionNo, CoverholderId, BrokerCode,"
              + " ClassOfBusiness, YearOfAccount, PeriodFrom, PeriodTo, ModifiedDate) KEY (UMR,"
              + " SectionNo) VALUES ('B0999CH00%d', 'S%d', '%s', '0999', 'Property', 2024,"
                  .formatted(4 + variant % 2, 4 + variant % 2, coverholder(variant))
              + " '2024-01-01', '2024-12-31', '%s')".formatted(time)),
  PLAN(
      (variant, id, time) ->
          "MERGE INTO ref.BusinessPlan KEY (ClassOfBusiness, YearOfAccount) VALUES ('Property',"
              + " 2024, 0.%d)".formatted(id)),
  RATE(
      (variant, id, time) ->
          "MERGE INTO ref.ExchangeRate KEY (RateMonth, CurrencyCode) VALUES ('%s', 'EUR', 0.%d)"
              .formatted(month(variant), id));

  /** How many variants a kind has. */
  static final int VARIANTS = 12;

  private interface Statement {
    String of(int variant, int id, String time);
  }

  private final Statement statement;

  MartChange(Statement statement) {
    this.statement = statement;
  }

  /** Whether marts are made whole for it, which hides what a run before left wrong. */
  boolean makesThemWhole() {
    return this == PLAN || this == RATE;
  }

  /**
   * What the source is told.
   *
   * @param variant by which sections and rows are chosen, below {@link #VARIANTS}
   * @param id of a row that may come of it
   * @param time of the change
   */
  String sql(int variant, int id, String time) {
    return statement.of(variant, id, time);
  }

  /**
   * The worked example, with claims of every section, a plan, money in euros and in none, and rows
   * of a section that nobody knows.
   */
  static WorkedExample source() throws SQLException, IOException {
    WorkedExample source = WorkedExample.in(TestSource.H2);
    String sent = "2024-05-02 00:00:00";
    for (int month = 1; month <= 6; month++) {
      source.execute(
          "INSERT INTO ref.ExchangeRate VALUES ('2024-%02d-01', 'EUR', 0.85)".formatted(month));
    }
    source.execute(
        "INSERT INTO ref.BusinessPlan VALUES ('Property', 2024, 0.3)",
        WorkedExample.premium(101, "CH004", "CERT-4", "NEW", "2024-02-01", "10.00", sent),
        WorkedExample.premium(102, "CH001", "CERT-E", "NEW", "2024-04-01", "20.00", sent)
            .replace("'GBP'", "NULL"),
        WorkedExample.premium(103, "CH002", "CERT-F", "NEW", "2024-02-01", "30.00", sent)
            .replace("'GBP'", "'EUR'"),
        claim(1, "CH001", "CL-1", "2024-01-01", "100.00", sent),
        claim(2, "CH001", "CL-1", "2024-03-01", "150.00", sent),
        claim(3, "CH002", "CL-2", "2024-02-01", "50.00", sent),
        claim(4, "CH002", "CL-2", "2024-04-01", "40.00", sent).replace("'GBP'", "NULL"),
        claim(5, "CH003", "CL-3", "2024-04-01", "60.00", sent),
        claim(6, "CH004", "CL-4", "2024-04-01", "70.00", sent));
    return source;
  }

  private static String coverholder(int variant) {
    return "CH00" + (1 + variant % 5);
  }

  /** One of four sections, as its coverholder tells it in the beginning. */
  private static String section(int variant) {
    return "CH00" + (1 + variant % 4);
  }

  private static String month(int variant) {
    return "2024-%02d-01".formatted(1 + variant % 6);
  }

  private static String place(int variant) {
    return "UMR = 'B0999%s', SectionNo = 'S%d'".formatted(section(variant), 1 + variant % 4);
  }

  private static String update(String table, String set, String time, String where) {
    return "UPDATE %s SET %s, ModifiedDate = '%s' WHERE %s".formatted(table, set, time, where);
  }

  /** Changes one of the first rows, and some of those that came later. */
  private static String premium(String set, int variant, String time) {
    return update(
        "bdx.PremiumTransaction",
        set,
        time,
        "MOD(PremiumTransactionId, %d) = %d AND PremiumTransactionId NOT BETWEEN %d AND 100"
            .formatted(VARIANTS, variant, VARIANTS + 1));
  }

  private static String claims(String set, int variant, String time) {
    return update("bdx.ClaimTransaction", set, time, "MOD(ClaimTransactionId, 6) = " + variant % 6);
  }

  private static String section(String set, int variant, String time) {
    return update(
        "ref.ContractSection", set, time, "UPPER(SectionNo) = 'S%d'".formatted(1 + variant % 4));
  }

  private static String claim(
      int id, String section, String claimRef, String month, String paidToDate, String sent) {
    return "INSERT INTO bdx.ClaimTransaction (ClaimTransactionId, UMR, SectionNo, CertificateRef,"
        + " ClaimRef, BordereauMonth, ClaimStatus, OriginalCurrency, PaidToDate, Outstanding,"
        + " SubmittedAt, ModifiedDate) VALUES (%d, 'B0999%s', 'S%s', 'CERT-1', '%s', '%s', 'OPEN',"
            .formatted(id, section, section.substring(4), claimRef, month)
        + " 'GBP', %s, 25.00, '%s', '%s')".formatted(paidToDate, sent, sent);
  }
}
