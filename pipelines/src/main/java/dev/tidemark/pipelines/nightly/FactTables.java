// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.ClaimFacts;
import dev.tidemark.transforms.facts.ClaimMonths;
import dev.tidemark.transforms.facts.PaidDays;
import dev.tidemark.transforms.facts.PremiumFacts;
import dev.tidemark.transforms.facts.RiskFacts;
import dev.tidemark.transforms.facts.RiskMonths;
import dev.tidemark.transforms.facts.SectionMonths;
import dev.tidemark.transforms.facts.SupersededClaim;
import dev.tidemark.transforms.facts.SupersededPremium;
import dev.tidemark.transforms.facts.SupersededRisk;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What is derived of a table of transactions, bucket by bucket: all of it is spread by section, as
 * the transactions are.
 *
 * @param name of the facts in checks and figures
 * @param facts the latest version of every natural key
 * @param superseded every other row of silver
 * @param months partial sums by section and month; their live_versions, deleted_versions and
 *     fact_rows prove that no row is lost or doubled
 * @param others what else is derived: partial sums, and marts of one section each
 */
public record FactTables(
    String name, TableSpec facts, TableSpec superseded, TableSpec months, List<TableSpec> others)
    implements Serializable {

  /** The partial sums of premium. */
  static final String SECTION_MONTHS = "silver/section_month";

  /** The partial sums of claims. */
  static final String CLAIM_MONTHS = "silver/section_claim_month";

  /** What was paid by day. */
  static final String PAID_DAYS = "silver/section_paid_day";

  private static final String[] AUDITED = {"load_run_id", "loaded_at"};

  /** The tables of every table of transactions, each divided by {@code spread}. */
  static Map<TransactionTable, FactTables> all(
      Function<TableSpec.Builder, TableSpec> spread, Ranking ranking) {
    Map<TransactionTable, FactTables> all = new EnumMap<>(TransactionTable.class);
    all.put(TransactionTable.RISK, risk(spread));
    all.put(TransactionTable.PREMIUM, premium(spread, ranking));
    all.put(TransactionTable.CLAIM, claim(spread));
    return all;
  }

  private static FactTables risk(Function<TableSpec.Builder, TableSpec> spread) {
    return new FactTables(
        "risk",
        spread.apply(
            TableSpec.at("gold/fact_risk_transaction")
                .schema(RiskFacts.SCHEMA)
                .key("risk_transaction_key")
                .locatedBy("umr", "section_no", "certificate_ref")
                .clusteredBy("bordereau_month")
                .audited(AUDITED)),
        spread.apply(
            TableSpec.at("silver/risk_transaction_superseded")
                .schema(SupersededRisk.SCHEMA)
                .key("risk_transaction_id")
                .clusteredBy("bordereau_month")),
        spread.apply(
            TableSpec.at("silver/section_risk_month")
                .schema(RiskMonths.SCHEMA)
                .key(RiskMonths.KEY)),
        List.of());
  }

  private static FactTables premium(
      Function<TableSpec.Builder, TableSpec> spread, Ranking ranking) {
    return new FactTables(
        "premium",
        spread.apply(
            TableSpec.at("gold/fact_premium_transaction")
                .schema(PremiumFacts.SCHEMA)
                .key("premium_transaction_key")
                .locatedBy("umr", "section_no", "certificate_ref")
                .clusteredBy("bordereau_month")
                .audited(AUDITED)),
        spread.apply(
            TableSpec.at("silver/premium_transaction_superseded")
                .schema(SupersededPremium.SCHEMA)
                .key("premium_transaction_id")
                .clusteredBy("bordereau_month")),
        spread.apply(
            TableSpec.at(SECTION_MONTHS).schema(SectionMonths.SCHEMA).key(SectionMonths.KEY)),
        List.of(spread.apply(Marts.largestRisks(ranking))));
  }

  private static FactTables claim(Function<TableSpec.Builder, TableSpec> spread) {
    return new FactTables(
        "claim",
        spread.apply(
            TableSpec.at("gold/fact_claim_transaction")
                .schema(ClaimFacts.SCHEMA)
                .key("claim_key", "bordereau_month")
                .clusteredBy("bordereau_month")
                .audited(AUDITED)),
        spread.apply(
            TableSpec.at("silver/claim_transaction_superseded")
                .schema(SupersededClaim.SCHEMA)
                .key("claim_transaction_id")
                .clusteredBy("bordereau_month")),
        spread.apply(TableSpec.at(CLAIM_MONTHS).schema(ClaimMonths.SCHEMA).key(ClaimMonths.KEY)),
        List.of(
            spread.apply(TableSpec.at(PAID_DAYS).schema(PaidDays.SCHEMA).key(PaidDays.KEY)),
            spread.apply(Marts.paidByClaim())));
  }

  /** All of them. */
  List<TableSpec> tables() {
    List<TableSpec> tables = new ArrayList<>(List.of(facts, superseded, months));
    tables.addAll(others);
    return tables;
  }

  /** The name of the figure that sums a column of {@link #months} over the lake. */
  public String figure(String column) {
    return months.path().substring(months.path().indexOf('/') + 1) + "." + column;
  }
}
