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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * From facts to largest_risks: every row has the premium that its certificate (or transaction) has
 * in the facts and the rank that its section's rows give it, and no risk is left out that is as
 * large as its section's last, or for which there was a rank.
 */
final class LargestRisksProof {

  private static final String MART = "mart/largest_risks";
  private static final BigDecimal NO_AMOUNT = new BigDecimal("0.00");

  private final Checks.Exceptions premium =
      new Checks.Exceptions(
          "premium: risks of largest_risks whose premium is not that of the facts");
  private final Checks.Exceptions ranks =
      new Checks.Exceptions(
          "premium: risks that largest_risks leaves out or ranks otherwise than by premium");
  private final TableRows facts;
  private final TableRows mart;

  /** The last rank of any section: there are as many, or none has more risks. */
  private int lastRank;

  private LargestRisksProof(TableRows facts, TableRows mart) {
    this.facts = facts;
    this.mart = mart;
  }

  /** Reads facts and mart; a cut from before there was the mart has nothing to prove. */
  static List<Check> of(Cut cut) {
    TableSpec risks = cut.tables().at(MART);
    if (!cut.has(risks)) {
      return List.of();
    }
    TableSpec facts = cut.tables().facts(TransactionTable.PREMIUM).facts();
    LargestRisksProof proof =
        new LargestRisksProof(
            cut.rows(facts)
                .only(
                    "umr",
                    "section_no",
                    "certificate_ref",
                    "premium_transaction_id",
                    "gross_premium_gbp"),
            cut.rows(risks));
    proof.readLastRank();
    TreeSet<Integer> buckets = new TreeSet<>(cut.snapshot(facts).buckets());
    buckets.addAll(cut.snapshot(risks).buckets());
    buckets.forEach(proof::prove);
    return List.of(proof.premium.check(), proof.ranks.check());
  }

  private void readLastRank() {
    int rank = mart.layout().column("rank");
    mart.only("rank").forEach(row -> lastRank = Math.max(lastRank, row.getInt(rank)));
  }

  /** A section's facts and its ranks are in one bucket. */
  private void prove(int bucket) {
    Map<Risk, Ranked> ranked = ranked(bucket);
    boolean isByTransaction = ranked.keySet().stream().anyMatch(risk -> risk.id() != null);
    Map<Risk, BigDecimal> sums = sums(bucket, isByTransaction);
    Map<Group, TreeSet<BigDecimal>> listed = new HashMap<>();
    ranked.forEach(
        (risk, found) -> {
          listed.computeIfAbsent(risk.section(), section -> new TreeSet<>()).add(found.premium());
          BigDecimal sum = sums.get(risk);
          if (sum == null || sum.compareTo(found.premium()) != 0) {
            premium.add(risk + ": " + (sum == null ? "none" : sum) + " <> " + found.premium());
          }
        });
    ranked.forEach(
        (risk, found) -> {
          int rank = 1 + premiums(listed, risk).tailSet(found.premium(), false).size();
          if (found.rank() != rank) {
            ranks.add(risk + ": " + rank + " <> " + found.rank());
          }
        });
    sums.forEach(
        (risk, sum) -> {
          TreeSet<BigDecimal> of = premiums(listed, risk);
          boolean isDue = of.isEmpty() || of.size() < lastRank || sum.compareTo(of.first()) >= 0;
          if (isDue && sum.signum() > 0 && !ranked.containsKey(risk)) {
            ranks.add(risk + ": " + sum + " <> none");
          }
        });
  }

  private static TreeSet<BigDecimal> premiums(Map<Group, TreeSet<BigDecimal>> listed, Risk risk) {
    return listed.getOrDefault(risk.section(), new TreeSet<>());
  }

  private Map<Risk, Ranked> ranked(int bucket) {
    Columns columns = new Columns(mart.layout());
    int rank = mart.layout().column("rank");
    int amount = mart.layout().column("premium_gbp");
    Map<Risk, Ranked> ranked = new HashMap<>();
    mart.ofBucket(bucket)
        .forEach(
            row ->
                ranked.put(
                    columns.risk(row, !row.isNull(columns.id)),
                    new Ranked(row.getInt(rank), row.getDecimal(amount))));
    return ranked;
  }

  private Map<Risk, BigDecimal> sums(int bucket, boolean isByTransaction) {
    Columns columns = new Columns(facts.layout());
    int gross = facts.layout().column("gross_premium_gbp");
    Map<Risk, BigDecimal> sums = new HashMap<>();
    facts
        .ofBucket(bucket)
        .forEach(
            row ->
                sums.merge(
                    columns.risk(row, isByTransaction),
                    row.isNull(gross) ? NO_AMOUNT : row.getDecimal(gross),
                    BigDecimal::add));
    return sums;
  }

  /** What is ranked: a certificate, or a transaction if it has an id. */
  private record Risk(Group section, String certificateRef, @Nullable Long id) {

    @Override
    public String toString() {
      return section + " " + certificateRef + (id == null ? "" : " premium_transaction_id " + id);
    }
  }

  private record Ranked(int rank, BigDecimal premium) {}

  private static final class Columns {

    private final int umr;
    private final int sectionNo;
    private final int certificateRef;
    private final int id;

    Columns(RowLayout layout) {
      umr = layout.column("umr");
      sectionNo = layout.column("section_no");
      certificateRef = layout.column("certificate_ref");
      id = layout.column("premium_transaction_id");
    }

    Risk risk(RowView row, boolean isTransaction) {
      return new Risk(
          Group.section(row.getString(umr), row.getString(sectionNo)),
          row.getString(certificateRef),
          isTransaction ? row.getLong(id) : null);
    }
  }
}
