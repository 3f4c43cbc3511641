// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.nightly.FactTables;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sterling of facts by section and month, against the partial sums that are stored beside them.
 */
final class SterlingProof {

  private static final BigDecimal NO_AMOUNT = new BigDecimal("0.00");

  private final FactTables derived;
  private final RowLayout layout;
  private final int umr;
  private final int sectionNo;
  private final int month;
  private final int decisive;
  private final Map<Figure, GroupedSums> sums = new LinkedHashMap<>();
  private final GroupedSums withoutGbp = new GroupedSums();

  /**
   * Sums of facts.
   *
   * @param figures the first of them is null where a fact has no sterling
   */
  SterlingProof(FactTables derived, Figure... figures) {
    this.derived = derived;
    layout = derived.facts().layout();
    umr = layout.column("umr");
    sectionNo = layout.column("section_no");
    month = layout.column("bordereau_month");
    decisive = layout.column(figures[0].fact());
    for (Figure figure : figures) {
      sums.put(figure, new GroupedSums());
    }
  }

  /**
   * A figure.
   *
   * @param name as checks call it
   * @param fact its column in the facts
   * @param stored its column in the partial sums
   */
  record Figure(String name, String fact, String stored) {}

  /** Adds a fact. A month of facts without sterling is a month all the same. */
  void add(RowView fact) {
    Group group = Group.on(fact.getString(umr), fact.getString(sectionNo), fact.getInt(month));
    withoutGbp.add(group, fact.isNull(decisive) ? 1 : 0);
    sums.forEach(
        (figure, sum) -> {
          int column = layout.column(figure.fact());
          sum.add(group, fact.isNull(column) ? NO_AMOUNT : fact.getDecimal(column));
        });
  }

  /** A figure of the facts. */
  GroupedSums of(Figure figure) {
    return sums.getOrDefault(figure, new GroupedSums());
  }

  /** That these figures, and the facts without them, are as the partial sums have them. */
  List<Check> stored(Cut cut, Figure... figures) {
    TableRows months = cut.rows(derived.months());
    RowLayout stored = months.layout();
    Map<Figure, GroupedSums> storedSums = new LinkedHashMap<>();
    for (Figure figure : figures) {
      storedSums.put(figure, new GroupedSums());
    }
    GroupedSums storedWithoutGbp = new GroupedSums();
    months.forEach(
        row -> {
          if (row.getLong(stored.column("fact_rows")) > 0) {
            Group group =
                Group.on(
                    row.getString(stored.column("umr")),
                    row.getString(stored.column("section_no")),
                    row.getInt(stored.column("bordereau_month")));
            storedSums.forEach(
                (figure, sum) -> sum.add(group, row.getDecimal(stored.column(figure.stored()))));
            storedWithoutGbp.add(group, row.getLong(stored.column("rows_without_gbp")));
          }
        });
    String path = derived.months().path();
    String table = path.substring(path.indexOf('/') + 1);
    List<Check> checks = new ArrayList<>();
    storedSums.forEach(
        (figure, sum) ->
            checks.add(
                of(figure)
                    .mustEqual(
                        derived.name()
                            + ": "
                            + figure.name()
                            + " of the facts is that of "
                            + table
                            + ", by section and month",
                        sum)));
    checks.add(
        withoutGbp.mustEqual(
            derived.name()
                + ": facts without GBP are those that "
                + table
                + " counts beside its sums",
            storedWithoutGbp));
    return checks;
  }
}
