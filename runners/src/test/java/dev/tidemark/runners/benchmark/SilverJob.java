// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import dev.tidemark.pipelines.nightly.SilverGraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Landed premium to silver, a row for each source id, and to facts: the latest version of each
 * natural key with its derived amounts, by the rules of SPEC §3 to §5.
 */
final class SilverJob implements Job {

  static final ComparedTable SILVER =
      ComparedTable.of(
          "silver/premium_transaction",
          "premium_transaction_id",
          """
          premium_transaction_id BIGINT, umr VARCHAR, section_no VARCHAR, certificate_ref VARCHAR,
          transaction_seq INTEGER, transaction_type VARCHAR, bordereau_month DATE, coverholder_id VARCHAR,
          effective_date DATE, original_currency VARCHAR, gross_premium DECIMAL(18;2),
          commission_pct DECIMAL(9;4), tax_amount DECIMAL(18;2), fee_amount DECIMAL(18;2),
          net_premium_reported DECIMAL(18;2), settlement_currency VARCHAR, rate_of_exchange DECIMAL(18;8),
          submitted_at TIMESTAMPTZ, bdx_version INTEGER, is_deleted BOOLEAN, modified_date TIMESTAMPTZ
          """);

  static final ComparedTable FACT =
      ComparedTable.of(
          "gold/fact_premium_transaction",
          "premium_transaction_id",
          """
          premium_transaction_id BIGINT, bordereau_month_date_key INTEGER, effective_date_key INTEGER,
          umr VARCHAR, section_no VARCHAR, certificate_ref VARCHAR, transaction_seq INTEGER,
          transaction_type VARCHAR, london_premium_type VARCHAR, bordereau_month DATE, effective_date DATE,
          original_currency VARCHAR, rate_to_gbp DECIMAL(18;8), gross_premium_signed DECIMAL(18;2),
          commission_pct DECIMAL(9;4), commission_amount DECIMAL(18;2), net_premium DECIMAL(18;2),
          tax_amount DECIMAL(18;2), fee_amount DECIMAL(18;2), gross_premium_gbp DECIMAL(18;2),
          commission_gbp DECIMAL(18;2), net_premium_gbp DECIMAL(18;2), year_of_account INTEGER,
          submitted_at TIMESTAMPTZ, bdx_version INTEGER, modified_date TIMESTAMPTZ, version_count INTEGER,
          dq_flags VARCHAR
          """);

  private final Scale scale;
  private final Workplace place;

  SilverJob(Scale scale, Workplace place) {
    this.scale = scale;
    this.place = place;
  }

  @Override
  public String name() {
    return "silver";
  }

  @Override
  public String title() {
    return "landed Parquet to silver, latest versions and derived facts";
  }

  @Override
  public Scale scale() {
    return scale;
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.of(Engine.TIDEMARK).warm(2),
        Contender.of(Engine.SPARK),
        Contender.of(Engine.DUCKDB).warm(2));
  }

  @Override
  public List<Budget> budgets() {
    List<Budget> budgets = new ArrayList<>(Budgets.halfOfSpark());
    budgets.add(
        Budget.times(2, Engine.DUCKDB.label(), Measure.CPU, Phase.WARM, Engine.TIDEMARK.label()));
    return budgets;
  }

  @Override
  public void prepare() throws Exception {
    Landing.prepare(scale, place);
  }

  @Override
  public void work(String contender, Path output) throws Exception {
    Map<String, String> names = Landing.names(scale, place);
    names.put("output", output.toString());
    switch (Engine.named(contender)) {
      case TIDEMARK ->
          LandedRun.of(Landing.loads(scale, place), scale.rows(), output).run(SilverGraph::build);
      case SPARK -> SparkRival.run("silver-spark.sql", names);
      case DUCKDB -> DuckDbRival.run("silver-duckdb.sql", output, names);
      default -> throw new IllegalArgumentException(contender);
    }
  }

  @Override
  public void check(Map<String, Path> outputs) throws Exception {
    Agreement.require(name() + " of " + scale.rows() + " rows", List.of(SILVER, FACT), outputs);
  }
}
