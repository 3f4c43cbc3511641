// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import dev.tidemark.pipelines.nightly.NightlyPipeline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * As {@link SilverJob}, and the marts of premium. The product runs its whole nightly graph, with
 * dimensions, their histories and the gate that reads gold back: more than its rivals do, who make
 * the marts of their silver and facts.
 */
final class MartsJob implements Job {

  private static final List<ComparedTable> MARTS =
      List.of(
          ComparedTable.of(
              "mart/gpi_utilisation",
              "umr, section_no, bordereau_month",
              """
              umr VARCHAR, section_no VARCHAR, year_of_account INTEGER, bordereau_month DATE,
              month_gwp_gbp DECIMAL(38;2), cumulative_gwp_gbp DECIMAL(38;2), gpi_limit_gbp DECIMAL(18;2),
              utilisation_pct DECIMAL(18;6), alert_level VARCHAR, limit_flag VARCHAR,
              first_notify_month DATE, first_breach_month DATE
              """),
          ComparedTable.of(
              "mart/premium_monthly",
              "umr, section_no, coverholder_id, bordereau_month",
              """
              coverholder_id VARCHAR, umr VARCHAR, section_no VARCHAR, year_of_account INTEGER,
              bordereau_month DATE, transaction_count BIGINT, gwp_gbp DECIMAL(38;2),
              commission_gbp DECIMAL(38;2), net_gbp DECIMAL(38;2), paid_movement_gbp DECIMAL(38;2),
              incurred_change_gbp DECIMAL(38;2), rows_without_gbp BIGINT
              """),
          ComparedTable.of(
              "mart/bordereau_islands_by_section",
              "umr, section_no, island_no",
              """
              umr VARCHAR, section_no VARCHAR, island_no BIGINT, run_start DATE, run_end DATE,
              months_in_run BIGINT
              """),
          ComparedTable.of(
              "mart/bordereau_islands_by_coverholder",
              "coverholder_id, island_no",
              """
              coverholder_id VARCHAR, island_no BIGINT, run_start DATE, run_end DATE, months_in_run BIGINT
              """),
          ComparedTable.of(
              "mart/largest_risks",
              "umr, section_no, rank, certificate_ref",
              """
              umr VARCHAR, section_no VARCHAR, rank INTEGER, certificate_ref VARCHAR,
              premium_gbp DECIMAL(38;2)
              """),
          ComparedTable.of(
              "mart/bordereau_timeliness",
              "umr, section_no, coverholder_id, bordereau_month",
              """
              coverholder_id VARCHAR, umr VARCHAR, section_no VARCHAR, bordereau_month DATE, month_end DATE,
              first_submitted DATE, last_submitted DATE, submission_count BIGINT,
              days_after_month_end INTEGER, due_date DATE, days_late INTEGER, is_late BOOLEAN,
              prev_month_submitted DATE, months_since_prev INTEGER
              """),
          ComparedTable.of(
              "mart/missing_bordereaux",
              "umr, section_no, missing_month",
              """
              coverholder_id VARCHAR, umr VARCHAR, section_no VARCHAR, missing_month DATE, due_date DATE,
              kind VARCHAR
              """),
          ComparedTable.of(
              "mart/loss_ratio",
              "coverholder_id, year_of_account, class_of_business",
              """
              coverholder_id VARCHAR, coverholder_name VARCHAR, year_of_account INTEGER,
              class_of_business VARCHAR, gwp_gbp DECIMAL(38;2), paid_gbp DECIMAL(38;2),
              outstanding_gbp DECIMAL(38;2), incurred_gbp DECIMAL(38;2), claim_count BIGINT,
              incurred_loss_ratio DECIMAL(18;6), planned_loss_ratio DECIMAL(18;6), variance DECIMAL(18;6)
              """));

  private final Scale scale;
  private final Workplace place;

  MartsJob(Scale scale, Workplace place) {
    this.scale = scale;
    this.place = place;
  }

  @Override
  public String name() {
    return "marts";
  }

  @Override
  public String title() {
    return "landed Parquet to silver, facts and the marts of premium";
  }

  @Override
  public Scale scale() {
    return scale;
  }

  @Override
  public List<Contender> contenders() {
    return Contender.besideRivals();
  }

  @Override
  public List<Budget> budgets() {
    return Budgets.halfOfSpark();
  }

  @Override
  public void prepare() throws Exception {
    Landing.prepare(scale, place);
  }

  @Override
  public void work(String contender, Path output) throws Exception {
    Map<String, String> names = Landing.names(scale, place);
    names.put("output", output.toString());
    names.put("as_of", LandedRun.asOf().toString());
    switch (Engine.named(contender)) {
      case TIDEMARK ->
          LandedRun.of(Landing.loads(scale, place), scale.rows(), output)
              .run(NightlyPipeline::build);
      case SPARK -> {
        SparkRival.run("silver-spark.sql", names);
        SparkRival.run("marts-spark.sql", names);
      }
      case DUCKDB -> {
        DuckDbRival.run("silver-duckdb.sql", output, names);
        DuckDbRival.run("marts-duckdb.sql", output, names);
      }
      default -> throw new IllegalArgumentException(contender);
    }
  }

  @Override
  public void check(Map<String, Path> outputs) throws Exception {
    List<ComparedTable> tables = new ArrayList<>(List.of(SilverJob.SILVER, SilverJob.FACT));
    tables.addAll(MARTS);
    Agreement.require("marts of " + scale.rows() + " rows", tables, outputs);
  }
}
