// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.TransactionTable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * From silver premium to its facts and on to the marts: every version is a fact or a superseded one
 * whose winner is a fact, every fact foots and is in the marts once, and points to rows that exist.
 */
final class PremiumProof {

  private static final String FACT = "premium_transaction_id ";
  private static final BigDecimal NO_AMOUNT = new BigDecimal("0.00");

  private final Cut cut;
  private final List<Check> checks = new ArrayList<>();
  private final GroupedSums versions = new GroupedSums();
  private final GroupedSums rows = new GroupedSums();

  /** The superseded versions of each winner, until it is found among the facts. */
  private final Map<Winner, TreeSet<Long>> losers = new HashMap<>();

  private final GroupedSums gross = new GroupedSums();
  private final GroupedSums commission = new GroupedSums();
  private final GroupedSums net = new GroupedSums();
  private final GroupedSums withoutGbp = new GroupedSums();
  private final Checks.Exceptions notFooting =
      new Checks.Exceptions("premium: facts whose gross less commission is not net");
  private final Checks.Exceptions notFootingGbp =
      new Checks.Exceptions("premium: facts whose gross less commission is not net, in GBP");

  private PremiumProof(Cut cut) {
    this.cut = cut;
  }

  /**
   * Reads facts and marts.
   *
   * @param silver the rows that the facts are derived from
   */
  static List<Check> of(
      Cut cut,
      TransactionProof silver,
      DimensionProof sections,
      DimensionProof coverholders,
      DimensionProof brokers) {
    PremiumProof proof = new PremiumProof(cut);
    proof.readSuperseded();
    proof.readFacts(
        List.of(
            new Reference("contract_section_key", sections.name(), sections.keys()),
            new Reference(
                "contract_section_version_key", sections.name() + "_history", sections.versions()),
            new Reference("coverholder_key", coverholders.name(), coverholders.keys()),
            new Reference("broker_key", brokers.name(), brokers.keys())),
        silver);
    proof.readMart();
    proof.readSectionMonths();
    return proof.checks;
  }

  private void readSuperseded() {
    TableRows superseded = cut.rows(cut.tables().facts(TransactionTable.PREMIUM).superseded());
    RowLayout layout = superseded.layout();
    int id = layout.column("premium_transaction_id");
    int key = layout.column("premium_transaction_key");
    int umr = layout.column("umr");
    int sectionNo = layout.column("section_no");
    int winner = layout.column("winner_premium_transaction_id");
    superseded
        .only(
            "premium_transaction_id",
            "premium_transaction_key",
            "umr",
            "section_no",
            "winner_premium_transaction_id")
        .forEach(
            row -> {
              rows.add(Group.section(row.getString(umr), row.getString(sectionNo)), 1);
              if (!row.isNull(winner)) {
                losers
                    .computeIfAbsent(
                        new Winner(row.getString(key), row.getLong(winner)), w -> new TreeSet<>())
                    .add(row.getLong(id));
              }
            });
  }

  private void readFacts(List<Reference> references, TransactionProof silver) {
    TableRows facts = cut.rows(cut.tables().facts(TransactionTable.PREMIUM).facts());
    RowLayout layout = facts.layout();
    FactColumns in = new FactColumns(layout);
    Map<Reference, Checks.Exceptions> missing = new LinkedHashMap<>();
    references.forEach(
        reference ->
            missing.put(
                reference,
                new Checks.Exceptions(
                    "premium: facts whose "
                        + reference.column()
                        + " is not in "
                        + reference.table())));
    facts.forEach(
        row -> {
          String umr = row.getString(in.umr);
          String sectionNo = row.getString(in.sectionNo);
          versions.add(Group.section(umr, sectionNo), row.getInt(in.versionCount));
          rows.add(Group.section(umr, sectionNo), 1);
          losers.remove(new Winner(row.getString(in.key), row.getLong(in.id)));
          addSterling(Group.month(umr, sectionNo, row.getInt(in.month)), row, in);
          foot(row, in);
          missing.forEach(
              (reference, exceptions) -> {
                int c = layout.column(reference.column());
                if (!row.isNull(c) && !reference.keys().contains(row.getString(c))) {
                  exceptions.add(FACT + row.getLong(in.id) + ": " + row.getString(c));
                }
              });
        });
    checks.add(
        silver
            .bySection()
            .mustEqual("premium: silver rows are facts and superseded versions, by section", rows));
    checks.add(
        silver
            .liveBySection()
            .mustEqual(
                "premium: silver live rows are the versions that the facts count, by section",
                versions));
    checks.add(strayWinners());
    checks.add(notFooting.check());
    checks.add(notFootingGbp.check());
    missing.values().forEach(exceptions -> checks.add(exceptions.check()));
  }

  /** What is left of the winners when all facts are read. */
  private Check strayWinners() {
    Checks.Exceptions stray =
        new Checks.Exceptions(
            "premium: superseded versions whose winner is not the fact of their key");
    losers.forEach(
        (winner, ids) -> ids.forEach(id -> stray.add(FACT + id + ": winner " + winner.id())));
    return stray.check();
  }

  private void addSterling(Group month, RowView row, FactColumns in) {
    boolean hasGbp = !row.isNull(in.grossGbp);
    withoutGbp.add(month, hasGbp ? 0 : 1);
    add(gross, month, row, in.grossGbp);
    add(commission, month, row, in.commissionGbp);
    add(net, month, row, in.netGbp);
  }

  /** A month of facts without sterling is a month all the same. */
  private static void add(GroupedSums sums, Group month, RowView row, int column) {
    if (row.isNull(column)) {
      sums.add(month, NO_AMOUNT);
    } else {
      sums.add(month, row.getDecimal(column));
    }
  }

  private void foot(RowView row, FactColumns in) {
    if (!foots(row, in.gross, in.commission, in.net)) {
      notFooting.add(footing(row, in, in.gross, in.commission, in.net));
    }
    if (!foots(row, in.grossGbp, in.commissionGbp, in.netGbp)) {
      notFootingGbp.add(footing(row, in, in.grossGbp, in.commissionGbp, in.netGbp));
    }
  }

  /** All three are null, or none is and they foot. Money is a whole number of pence. */
  private static boolean foots(RowView row, int gross, int commission, int net) {
    if (row.isNull(gross) || row.isNull(commission) || row.isNull(net)) {
      return row.isNull(gross) && row.isNull(commission) && row.isNull(net);
    }
    return row.getLong(gross) - row.getLong(commission) == row.getLong(net);
  }

  private static String footing(RowView row, FactColumns in, int gross, int commission, int net) {
    return FACT
        + row.getLong(in.id)
        + ": "
        + row.getValue(gross)
        + " - "
        + row.getValue(commission)
        + " <> "
        + row.getValue(net);
  }

  private void readMart() {
    TableRows mart = cut.rows(cut.tables().at("mart/gpi_utilisation"));
    RowLayout layout = mart.layout();
    int umr = layout.column("umr");
    int sectionNo = layout.column("section_no");
    int month = layout.column("bordereau_month");
    int gwp = layout.column("month_gwp_gbp");
    GroupedSums sums = new GroupedSums();
    mart.only("umr", "section_no", "bordereau_month", "month_gwp_gbp")
        .forEach(
            row ->
                sums.add(
                    Group.month(row.getString(umr), row.getString(sectionNo), row.getInt(month)),
                    row.getDecimal(gwp)));
    checks.add(
        gross.mustEqual(
            "premium: gross GBP of the facts is that of gpi_utilisation, by section and month",
            sums));
  }

  private void readSectionMonths() {
    TableRows months = cut.rows(cut.tables().facts(TransactionTable.PREMIUM).months());
    RowLayout layout = months.layout();
    int umr = layout.column("umr");
    int sectionNo = layout.column("section_no");
    int month = layout.column("bordereau_month");
    int facts = layout.column("fact_rows");
    GroupedSums storedCommission = new GroupedSums();
    GroupedSums storedNet = new GroupedSums();
    GroupedSums storedWithoutGbp = new GroupedSums();
    months.forEach(
        row -> {
          if (row.getLong(facts) > 0) {
            Group group =
                Group.month(row.getString(umr), row.getString(sectionNo), row.getInt(month));
            storedCommission.add(group, row.getDecimal(layout.column("commission_gbp")));
            storedNet.add(group, row.getDecimal(layout.column("net_gbp")));
            storedWithoutGbp.add(group, row.getLong(layout.column("rows_without_gbp")));
          }
        });
    String stored = " that of section_month, by section and month";
    checks.add(
        commission.mustEqual("premium: commission GBP of the facts is" + stored, storedCommission));
    checks.add(net.mustEqual("premium: net GBP of the facts is" + stored, storedNet));
    checks.add(
        withoutGbp.mustEqual(
            "premium: facts without GBP are those that section_month counts beside its sums",
            storedWithoutGbp));
  }

  /** A column of the facts, and the keys that it may hold. */
  private record Reference(String column, String table, Set<String> keys) {}

  /** The version that won a natural key. */
  private record Winner(String key, long id) {}

  /** Where the columns lie. */
  private static final class FactColumns {

    final int id;
    final int key;
    final int umr;
    final int sectionNo;
    final int month;
    final int versionCount;
    final int gross;
    final int commission;
    final int net;
    final int grossGbp;
    final int commissionGbp;
    final int netGbp;

    FactColumns(RowLayout facts) {
      id = facts.column("premium_transaction_id");
      key = facts.column("premium_transaction_key");
      umr = facts.column("umr");
      sectionNo = facts.column("section_no");
      month = facts.column("bordereau_month");
      versionCount = facts.column("version_count");
      gross = facts.column("gross_premium_signed");
      commission = facts.column("commission_amount");
      net = facts.column("net_premium");
      grossGbp = facts.column("gross_premium_gbp");
      commissionGbp = facts.column("commission_gbp");
      netGbp = facts.column("net_premium_gbp");
    }
  }
}
