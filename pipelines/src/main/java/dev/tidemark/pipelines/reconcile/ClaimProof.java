// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.nightly.FactTables;
import dev.tidemark.pipelines.reconcile.SterlingProof.Figure;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.PaidDays;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * From silver claims to their facts and on to the partial sums: {@link FactProof}; every position
 * foots; what the latest positions come to by month, and what was paid by day, is what is stored.
 */
final class ClaimProof {

  private static final Figure MOVEMENT =
      new Figure("paid movement GBP", "paid_movement_gbp", "paid_movement_gbp");
  private static final BigDecimal NO_AMOUNT = new BigDecimal("0.00");

  private final Cut cut;
  private final FactTables derived;
  private final SterlingProof sterling;
  private final RowLayout layout;
  private final int umr;
  private final int sectionNo;
  private final int month;
  private final int paymentDate;
  private final int movement;
  private final int isLatest;
  private final GroupedSums byDay = new GroupedSums();
  private final GroupedSums claims = new GroupedSums();
  private final List<Latest> latest;
  private final Checks.Exceptions notFooting =
      new Checks.Exceptions(
          "claim: facts whose GBP paid and outstanding are not incurred, less recoveries net");

  private ClaimProof(Cut cut) {
    this.cut = cut;
    derived = cut.tables().facts(TransactionTable.CLAIM);
    sterling = new SterlingProof(derived, MOVEMENT);
    layout = derived.facts().layout();
    umr = layout.column("umr");
    sectionNo = layout.column("section_no");
    month = layout.column("bordereau_month");
    paymentDate = layout.column("payment_date");
    movement = layout.column("paid_movement_gbp");
    isLatest = layout.column("is_latest_position");
    latest =
        List.of(
            new Latest("paid_gbp", "latest_paid_gbp"),
            new Latest("outstanding_gbp", "latest_outstanding_gbp"),
            new Latest("incurred_gbp", "latest_incurred_gbp"));
  }

  /**
   * Reads facts and partial sums.
   *
   * @param silver the rows that the facts are derived from
   */
  static List<Check> of(Cut cut, TransactionProof silver, DimensionKeys dimensions) {
    ClaimProof proof = new ClaimProof(cut);
    FactProof facts = FactProof.of(cut, TransactionTable.CLAIM, dimensions, proof::add);
    List<Check> checks = new ArrayList<>(facts.versions(silver));
    checks.add(proof.notFooting.check());
    checks.addAll(facts.pointers());
    checks.addAll(proof.sterling.stored(cut, MOVEMENT));
    checks.addAll(proof.latest());
    checks.add(proof.days());
    return checks;
  }

  private void add(RowView fact) {
    sterling.add(fact);
    foot(fact);
    Group ofMonth = Group.on(fact.getString(umr), fact.getString(sectionNo), fact.getInt(month));
    boolean counts = fact.getInt(isLatest) == 1;
    claims.add(ofMonth, counts ? 1 : 0);
    for (Latest figure : latest) {
      int c = layout.column(figure.fact());
      figure.sums().add(ofMonth, counts && !fact.isNull(c) ? fact.getDecimal(c) : NO_AMOUNT);
    }
    byDay.add(
        Group.on(
            fact.getString(umr),
            fact.getString(sectionNo),
            PaidDays.dayOf(fact, paymentDate, month)),
        fact.isNull(movement) ? NO_AMOUNT : fact.getDecimal(movement));
  }

  /** All are null, or none is and they foot. Money is a whole number of pence. */
  private void foot(RowView fact) {
    int[] gbp =
        layout.columns(
            List.of(
                "paid_gbp",
                "outstanding_gbp",
                "incurred_gbp",
                "recoveries_gbp",
                "net_incurred_gbp"));
    int nulls = 0;
    for (int column : gbp) {
      nulls += fact.isNull(column) ? 1 : 0;
    }
    boolean foots =
        nulls == 0
            ? fact.getLong(gbp[0]) + fact.getLong(gbp[1]) == fact.getLong(gbp[2])
                && fact.getLong(gbp[2]) - fact.getLong(gbp[3]) == fact.getLong(gbp[4])
            : nulls == gbp.length;
    if (!foots) {
      notFooting.add(
          "claim_transaction_id %d: %s + %s <> %s, or less %s <> %s"
              .formatted(
                  fact.getLong(layout.column("claim_transaction_id")),
                  fact.getValue(gbp[0]),
                  fact.getValue(gbp[1]),
                  fact.getValue(gbp[2]),
                  fact.getValue(gbp[3]),
                  fact.getValue(gbp[4])));
    }
  }

  /** That what is stored of latest positions is of those that the facts flag. */
  private List<Check> latest() {
    TableRows months = cut.rows(derived.months());
    RowLayout stored = months.layout();
    GroupedSums storedClaims = new GroupedSums();
    List<GroupedSums> storedSums = latest.stream().map(figure -> new GroupedSums()).toList();
    months.forEach(
        row -> {
          if (row.getLong(stored.column("fact_rows")) > 0) {
            Group group =
                Group.on(
                    row.getString(stored.column("umr")),
                    row.getString(stored.column("section_no")),
                    row.getInt(stored.column("bordereau_month")));
            storedClaims.add(group, row.getLong(stored.column("claim_count")));
            for (int f = 0; f < latest.size(); f++) {
              storedSums.get(f).add(group, row.getDecimal(stored.column(latest.get(f).stored())));
            }
          }
        });
    List<Check> checks = new ArrayList<>();
    String where = " of section_claim_month, by section and month";
    checks.add(
        claims.mustEqual("claim: latest positions are the claim_count" + where, storedClaims));
    for (int f = 0; f < latest.size(); f++) {
      Latest figure = latest.get(f);
      checks.add(
          figure
              .sums()
              .mustEqual(
                  "claim: "
                      + figure.fact()
                      + " of the latest positions is the "
                      + figure.stored()
                      + where,
                  storedSums.get(f)));
    }
    return checks;
  }

  private Check days() {
    TableRows days = cut.rows(cut.tables().at("silver/section_paid_day"));
    RowLayout stored = days.layout();
    GroupedSums storedByDay = new GroupedSums();
    days.forEach(
        row ->
            storedByDay.add(
                Group.on(
                    row.getString(stored.column("umr")),
                    row.getString(stored.column("section_no")),
                    row.getInt(stored.column("payment_date"))),
                row.getDecimal(stored.column("paid_gbp"))));
    return byDay.mustEqual(
        "claim: paid movement GBP of the facts is that of section_paid_day, by section and day",
        storedByDay);
  }

  /** A column of the facts, of latest positions alone, and of the partial sums. */
  private record Latest(String fact, String stored, GroupedSums sums) {

    Latest(String fact, String stored) {
      this(fact, stored, new GroupedSums());
    }
  }
}
