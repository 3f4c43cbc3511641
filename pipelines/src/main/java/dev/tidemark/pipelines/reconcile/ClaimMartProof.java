// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.PaidByClaim;
import dev.tidemark.transforms.facts.PaidDays;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * From facts to the marts of claims: every payment is in both marts of payments, and every account
 * of loss_ratio has what its facts come to, and no other account.
 */
final class ClaimMartProof {

  private static final String BY_CLAIM = "mart/claims_paid_90d_by_claim";
  private static final String BY_COVERHOLDER = "mart/claims_paid_90d_by_coverholder";
  private static final String LOSS_RATIO = "mart/loss_ratio";
  private static final BigDecimal NO_AMOUNT = new BigDecimal("0.00");

  private final Cut cut;
  private final List<Check> checks = new ArrayList<>();
  private final GroupedSums paidByDay = new GroupedSums();
  private final Map<String, TreeMap<Integer, BigDecimal>> paidByCoverholder = new HashMap<>();
  private final Map<String, Account> accounts = new HashMap<>();

  private ClaimMartProof(Cut cut) {
    this.cut = cut;
  }

  /** Reads facts and marts; a cut from before there were such marts has nothing to prove. */
  static List<Check> of(Cut cut) {
    if (!cut.has(cut.tables().at(LOSS_RATIO))) {
      return List.of();
    }
    ClaimMartProof proof = new ClaimMartProof(cut);
    proof.readPremium();
    proof.readClaims();
    proof.checkPaidByClaim();
    proof.checkPaidByCoverholder();
    proof.checkLossRatio();
    return proof.checks;
  }

  private void readPremium() {
    TableRows facts = cut.rows(cut.tables().facts(TransactionTable.PREMIUM).facts());
    AccountColumns account = new AccountColumns(facts.layout());
    int gross = facts.layout().column("gross_premium_gbp");
    facts
        .only("coverholder_key", "year_of_account", "class_of_business_key", "gross_premium_gbp")
        .forEach(
            row -> {
              Account of = accounts.computeIfAbsent(account.of(row), a -> new Account());
              if (!row.isNull(gross)) {
                of.gwp = row.getDecimal(gross).add(of.gwp == null ? NO_AMOUNT : of.gwp);
              }
            });
  }

  private void readClaims() {
    TableRows facts = cut.rows(cut.tables().facts(TransactionTable.CLAIM).facts());
    RowLayout layout = facts.layout();
    AccountColumns account = new AccountColumns(layout);
    int umr = layout.column("umr");
    int sectionNo = layout.column("section_no");
    int date = layout.column("payment_date");
    int month = layout.column("bordereau_month");
    int movement = layout.column("paid_movement_gbp");
    int isLatest = layout.column("is_latest_position");
    int paid = layout.column("paid_gbp");
    int outstanding = layout.column("outstanding_gbp");
    int incurred = layout.column("incurred_gbp");
    facts.forEach(
        row -> {
          int day = PaidDays.dayOf(row, date, month);
          BigDecimal payment = amount(row, movement);
          paidByDay.add(Group.on(row.getString(umr), row.getString(sectionNo), day), payment);
          paidByCoverholder
              .computeIfAbsent(account.coverholder(row), c -> new TreeMap<>())
              .merge(day, payment, BigDecimal::add);
          Account of = accounts.computeIfAbsent(account.of(row), a -> new Account());
          if (row.getInt(isLatest) == 1) {
            of.claims++;
            of.paid = of.paid.add(amount(row, paid));
            of.outstanding = of.outstanding.add(amount(row, outstanding));
            of.incurred = of.incurred.add(amount(row, incurred));
          }
        });
  }

  private void checkPaidByClaim() {
    checks.add(
        paidByDay.mustEqual(
            "claim: paid movement GBP of the facts is that of claims_paid_90d_by_claim, by section"
                + " and day",
            GroupedSums.of(cut.rows(cut.tables().at(BY_CLAIM)), "payment_date", "paid_day_gbp")));
  }

  private void checkPaidByCoverholder() {
    Map<String, String> facts = new TreeMap<>();
    paidByCoverholder.forEach(
        (coverholder, days) ->
            days.forEach(
                (day, paid) ->
                    facts.put(
                        day(coverholder, day),
                        paid
                            + ", of ninety days "
                            + days
                                .subMap(day - PaidByClaim.DAYS, false, day, true)
                                .values()
                                .stream()
                                .reduce(NO_AMOUNT, BigDecimal::add))));
    TableRows mart = cut.rows(cut.tables().at(BY_COVERHOLDER));
    RowLayout layout = mart.layout();
    int coverholder = layout.column("coverholder_key");
    int date = layout.column("payment_date");
    int paid = layout.column("paid_day_gbp");
    int moving = layout.column("paid_last_90_days_gbp");
    Map<String, String> found = new TreeMap<>();
    mart.forEach(
        row ->
            found.put(
                day(String.valueOf(row.getStringOrNull(coverholder)), row.getInt(date)),
                row.getDecimal(paid) + ", of ninety days " + row.getDecimal(moving)));
    checks.add(
        Checks.same(
            "claim: days of claims_paid_90d_by_coverholder that are not those of the facts",
            facts,
            found));
  }

  private static String day(String coverholder, int day) {
    return "coverholder_key " + coverholder + " on " + LocalDate.ofEpochDay(day);
  }

  private void checkLossRatio() {
    Map<String, String> facts = new TreeMap<>();
    accounts.forEach((account, figures) -> facts.put(account, figures.toString()));
    TableRows mart = cut.rows(cut.tables().at(LOSS_RATIO));
    RowLayout layout = mart.layout();
    AccountColumns account = new AccountColumns(layout);
    int gwp = layout.column("gwp_gbp");
    int paid = layout.column("paid_gbp");
    int outstanding = layout.column("outstanding_gbp");
    int incurred = layout.column("incurred_gbp");
    int claims = layout.column("claim_count");
    Map<String, String> found = new TreeMap<>();
    mart.forEach(
        row -> {
          Account of = new Account();
          of.gwp = row.isNull(gwp) ? null : row.getDecimal(gwp);
          of.paid = row.getDecimal(paid);
          of.outstanding = row.getDecimal(outstanding);
          of.incurred = row.getDecimal(incurred);
          of.claims = row.getLong(claims);
          found.put(account.of(row), of.toString());
        });
    checks.add(
        Checks.same("claim: accounts of loss_ratio that are not those of the facts", facts, found));
  }

  private static BigDecimal amount(RowView row, int column) {
    return row.isNull(column) ? NO_AMOUNT : row.getDecimal(column);
  }

  /** What an account's facts come to. */
  private static final class Account {

    private @Nullable BigDecimal gwp;
    private BigDecimal paid = NO_AMOUNT;
    private BigDecimal outstanding = NO_AMOUNT;
    private BigDecimal incurred = NO_AMOUNT;
    private long claims;

    @Override
    public String toString() {
      return "gwp %s, paid %s, outstanding %s, incurred %s, claims %d"
          .formatted(gwp, paid, outstanding, incurred, claims);
    }
  }

  /** Where the keys of an account lie. */
  private static final class AccountColumns {

    private final int coverholder;
    private final int year;
    private final int classOfBusiness;

    AccountColumns(RowLayout layout) {
      coverholder = layout.column("coverholder_key");
      year = layout.column("year_of_account");
      classOfBusiness = layout.column("class_of_business_key");
    }

    String coverholder(RowView row) {
      return String.valueOf(row.getStringOrNull(coverholder));
    }

    String of(RowView row) {
      return "coverholder_key "
          + coverholder(row)
          + ", year "
          + row.getValue(year)
          + ", class_of_business_key "
          + row.getStringOrNull(classOfBusiness);
    }
  }
}
