// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.TransactionTable;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * From facts to premium_monthly: every month of a section and coverholder has what its premium and
 * its claims come to, and there is no other month.
 */
final class MonthlyProof {

  private static final String MART = "mart/premium_monthly";
  private static final BigDecimal NO_AMOUNT = new BigDecimal("0.00");

  private final Cut cut;
  private final Map<SentMonth, Sums> months = new HashMap<>();

  private MonthlyProof(Cut cut) {
    this.cut = cut;
  }

  /** Reads facts and mart; a cut from before there was the mart has nothing to prove. */
  static List<Check> of(Cut cut) {
    TableSpec mart = cut.tables().at(MART);
    if (!cut.has(mart)) {
      return List.of();
    }
    MonthlyProof proof = new MonthlyProof(cut);
    proof.readPremium();
    proof.readClaims();
    return List.of(proof.compareWith(cut.rows(mart)));
  }

  private void readPremium() {
    TableRows facts = cut.rows(cut.tables().facts(TransactionTable.PREMIUM).facts());
    SentMonth.Columns month = new SentMonth.Columns(facts.layout());
    int gross = facts.layout().column("gross_premium_gbp");
    int commission = facts.layout().column("commission_gbp");
    int net = facts.layout().column("net_premium_gbp");
    facts
        .only(
            "umr",
            "section_no",
            "coverholder_key",
            "bordereau_month",
            "gross_premium_gbp",
            "commission_gbp",
            "net_premium_gbp")
        .forEach(
            row -> {
              Sums of = months.computeIfAbsent(month.of(row), m -> new Sums());
              of.transactions++;
              of.withoutGbp += row.isNull(gross) ? 1 : 0;
              of.gross = of.gross.add(amount(row, gross));
              of.commission = of.commission.add(amount(row, commission));
              of.net = of.net.add(amount(row, net));
            });
  }

  /** All positions of a claim are in one bucket. */
  private void readClaims() {
    TableSpec spec = cut.tables().facts(TransactionTable.CLAIM).facts();
    TableRows facts =
        cut.rows(spec)
            .only(
                "claim_key",
                "umr",
                "section_no",
                "coverholder_key",
                "bordereau_month",
                "paid_movement_gbp",
                "incurred_gbp");
    RowLayout layout = facts.layout();
    SentMonth.Columns month = new SentMonth.Columns(layout);
    int claim = layout.column("claim_key");
    int movement = layout.column("paid_movement_gbp");
    int incurred = layout.column("incurred_gbp");
    for (int bucket : cut.snapshot(spec).buckets()) {
      Map<String, TreeMap<Integer, Position>> claims = new HashMap<>();
      facts
          .ofBucket(bucket)
          .forEach(
              row -> {
                SentMonth of = month.of(row);
                Sums sums = months.computeIfAbsent(of, m -> new Sums());
                sums.paidMovement = sums.paidMovement.add(amount(row, movement));
                claims
                    .computeIfAbsent(row.getString(claim), c -> new TreeMap<>())
                    .put(of.month().month(), new Position(sums, amount(row, incurred)));
              });
      claims.values().forEach(positions -> addChanges(positions.values()));
    }
  }

  /** Adds what each position of a claim has incurred beyond the one before it. */
  private static void addChanges(Iterable<Position> positions) {
    BigDecimal before = NO_AMOUNT;
    for (Position position : positions) {
      Sums month = position.month();
      month.incurredChange = month.incurredChange.add(position.incurred().subtract(before));
      before = position.incurred();
    }
  }

  private Check compareWith(TableRows mart) {
    RowLayout layout = mart.layout();
    SentMonth.Columns month = new SentMonth.Columns(layout);
    Map<SentMonth, String> found = new HashMap<>();
    mart.forEach(
        row -> {
          Sums of = new Sums();
          of.transactions = row.getLong(layout.column("transaction_count"));
          of.withoutGbp = row.getLong(layout.column("rows_without_gbp"));
          of.gross = row.getDecimal(layout.column("gwp_gbp"));
          of.commission = row.getDecimal(layout.column("commission_gbp"));
          of.net = row.getDecimal(layout.column("net_gbp"));
          of.paidMovement = row.getDecimal(layout.column("paid_movement_gbp"));
          of.incurredChange = row.getDecimal(layout.column("incurred_change_gbp"));
          found.put(month.of(row), of.toString());
        });
    Map<SentMonth, String> facts = new HashMap<>();
    months.forEach((key, sums) -> facts.put(key, sums.toString()));
    return Checks.same(
        "premium: months of premium_monthly that are not those of the facts", facts, found);
  }

  private static BigDecimal amount(RowView row, int column) {
    return row.isNull(column) ? NO_AMOUNT : row.getDecimal(column);
  }

  /** A position of a claim, and the sums of its month. */
  private record Position(Sums month, BigDecimal incurred) {}

  /** What a month comes to. */
  private static final class Sums {

    private long transactions;
    private long withoutGbp;
    private BigDecimal gross = NO_AMOUNT;
    private BigDecimal commission = NO_AMOUNT;
    private BigDecimal net = NO_AMOUNT;
    private BigDecimal paidMovement = NO_AMOUNT;
    private BigDecimal incurredChange = NO_AMOUNT;

    @Override
    public String toString() {
      return "%d transactions, %d without GBP, gwp %s, commission %s, net %s, paid movement %s, incurred change %s"
          .formatted(
              transactions, withoutGbp, gross, commission, net, paidMovement, incurredChange);
    }
  }
}
