// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.reconcile.SterlingProof.Figure;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.TransactionTable;
import java.util.ArrayList;
import java.util.List;

/**
 * From silver premium to its facts and on to the marts: {@link FactProof}, and every fact foots and
 * is in the marts once.
 */
final class PremiumProof {

  private static final Figure GROSS = new Figure("gross GBP", "gross_premium_gbp", "gwp_gbp");
  private static final Figure COMMISSION =
      new Figure("commission GBP", "commission_gbp", "commission_gbp");
  private static final Figure NET = new Figure("net GBP", "net_premium_gbp", "net_gbp");

  private final Cut cut;
  private final SterlingProof sterling;
  private final RowLayout layout;
  private final int id;
  private final Checks.Exceptions notFooting =
      new Checks.Exceptions("premium: facts whose gross less commission is not net");
  private final Checks.Exceptions notFootingGbp =
      new Checks.Exceptions("premium: facts whose gross less commission is not net, in GBP");

  private PremiumProof(Cut cut) {
    this.cut = cut;
    sterling =
        new SterlingProof(cut.tables().facts(TransactionTable.PREMIUM), GROSS, COMMISSION, NET);
    layout = cut.tables().facts(TransactionTable.PREMIUM).facts().layout();
    id = layout.column("premium_transaction_id");
  }

  /**
   * Reads facts and marts.
   *
   * @param silver the rows that the facts are derived from
   */
  static List<Check> of(Cut cut, TransactionProof silver, DimensionKeys dimensions) {
    PremiumProof proof = new PremiumProof(cut);
    FactProof facts = FactProof.of(cut, TransactionTable.PREMIUM, dimensions, proof::add);
    List<Check> checks = new ArrayList<>(facts.versions(silver));
    checks.add(proof.notFooting.check());
    checks.add(proof.notFootingGbp.check());
    checks.addAll(facts.pointers());
    checks.add(proof.mart());
    checks.addAll(proof.sterling.stored(cut, COMMISSION, NET));
    return checks;
  }

  private void add(RowView fact) {
    sterling.add(fact);
    foot(fact, notFooting, "gross_premium_signed", "commission_amount", "net_premium");
    foot(fact, notFootingGbp, "gross_premium_gbp", "commission_gbp", "net_premium_gbp");
  }

  /** All three are null, or none is and they foot. Money is a whole number of pence. */
  private void foot(
      RowView fact, Checks.Exceptions wrong, String gross, String commission, String net) {
    int g = layout.column(gross);
    int c = layout.column(commission);
    int n = layout.column(net);
    boolean foots =
        fact.isNull(g) || fact.isNull(c) || fact.isNull(n)
            ? fact.isNull(g) && fact.isNull(c) && fact.isNull(n)
            : fact.getLong(g) - fact.getLong(c) == fact.getLong(n);
    if (!foots) {
      wrong.add(
          "premium_transaction_id "
              + fact.getLong(id)
              + ": "
              + fact.getValue(g)
              + " - "
              + fact.getValue(c)
              + " <> "
              + fact.getValue(n));
    }
  }

  private Check mart() {
    return sterling
        .of(GROSS)
        .mustEqual(
            "premium: gross GBP of the facts is that of gpi_utilisation, by section and month",
            GroupedSums.of(
                cut.rows(cut.tables().at("mart/gpi_utilisation")),
                "bordereau_month",
                "month_gwp_gbp"));
  }
}
