// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.reconcile.SterlingProof.Figure;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.transforms.conform.TransactionTable;
import java.util.ArrayList;
import java.util.List;

/** From silver risks to their facts: {@link FactProof}, and every sum insured is counted once. */
final class RiskProof {

  private static final Figure SUM_INSURED =
      new Figure("sum insured in GBP", "sum_insured_gbp", "sum_insured_gbp");

  private RiskProof() {}

  /**
   * Reads facts and their months.
   *
   * @param silver the rows that the facts are derived from
   */
  static List<Check> of(Cut cut, TransactionProof silver, DimensionKeys dimensions) {
    SterlingProof sterling =
        new SterlingProof(cut.tables().facts(TransactionTable.RISK), SUM_INSURED);
    FactProof facts = FactProof.of(cut, TransactionTable.RISK, dimensions, sterling::add);
    List<Check> checks = new ArrayList<>(facts.versions(silver));
    checks.addAll(facts.pointers());
    checks.addAll(sterling.stored(cut, SUM_INSURED));
    return checks;
  }
}
