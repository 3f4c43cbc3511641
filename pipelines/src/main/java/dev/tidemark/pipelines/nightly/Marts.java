// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.facts.LargestRisks;
import dev.tidemark.transforms.facts.PaidByClaim;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;

/** The marts: their columns, their keys, and by what they are made again. */
final class Marts {

  static final String GPI_UTILISATION = "gpi_utilisation";
  static final String ISLANDS_BY_SECTION = "bordereau_islands_by_section";
  static final String ISLANDS_BY_COVERHOLDER = "bordereau_islands_by_coverholder";
  static final String MISSING_BORDEREAUX = "missing_bordereaux";
  static final String BORDEREAU_TIMELINESS = "bordereau_timeliness";
  static final String PREMIUM_MONTHLY = "premium_monthly";
  static final String LARGEST_RISKS = "largest_risks";
  static final String PAID_BY_CLAIM = "claims_paid_90d_by_claim";
  static final String PAID_BY_COVERHOLDER = "claims_paid_90d_by_coverholder";
  static final String LOSS_RATIO = "loss_ratio";

  /** Use of each section's premium limit, per bordereau month. */
  static final Schema GPI_UTILISATION_SCHEMA =
      Schema.builder()
          .addStringField("contract_section_key")
          .addStringField("umr")
          .addStringField("section_no")
          .addNullableStringField("coverholder_key")
          .addNullableInt32Field("year_of_account")
          .addField("bordereau_month", Columns.DATE)
          .addField("month_gwp_gbp", Columns.MONEY_SUM)
          .addField("cumulative_gwp_gbp", Columns.MONEY_SUM)
          .addNullableField("gpi_limit_gbp", Columns.MONEY)
          .addNullableField("utilisation_pct", Columns.RATIO)
          .addStringField("alert_level")
          .addNullableStringField("limit_flag")
          .addNullableField("first_notify_month", Columns.DATE)
          .addNullableField("first_breach_month", Columns.DATE)
          .build();

  /** Runs of reported periods of each section. */
  static final Schema ISLANDS_BY_SECTION_SCHEMA =
      Schema.builder()
          .addStringField("contract_section_key")
          .addStringField("umr")
          .addStringField("section_no")
          .addInt32Field("island_no")
          .addField("run_start", Columns.DATE)
          .addField("run_end", Columns.DATE)
          .addInt32Field("months_in_run")
          .build();

  /** Runs of reported months of each coverholder. */
  static final Schema ISLANDS_BY_COVERHOLDER_SCHEMA =
      Schema.builder()
          .addStringField("coverholder_key")
          .addStringField("coverholder_id")
          .addInt32Field("island_no")
          .addField("run_start", Columns.DATE)
          .addField("run_end", Columns.DATE)
          .addInt32Field("months_in_run")
          .build();

  /** Periods that nobody sent. */
  static final Schema MISSING_BORDEREAUX_SCHEMA =
      Schema.builder()
          .addStringField("contract_section_key")
          .addStringField("coverholder_id")
          .addStringField("umr")
          .addStringField("section_no")
          .addField("missing_month", Columns.DATE)
          .addField("due_date", Columns.DATE)
          .addStringField("kind")
          .build();

  /** When each coverholder sent the bordereau of each section and month. */
  static final Schema BORDEREAU_TIMELINESS_SCHEMA =
      Schema.builder()
          .addStringField("contract_section_key")
          .addNullableStringField("coverholder_key")
          .addNullableStringField("coverholder_id")
          .addStringField("umr")
          .addStringField("section_no")
          .addField("bordereau_month", Columns.DATE)
          .addField("month_end", Columns.DATE)
          .addNullableField("first_submitted", Columns.DATE)
          .addNullableField("last_submitted", Columns.DATE)
          .addInt64Field("submission_count")
          .addNullableInt32Field("days_after_month_end")
          .addField("due_date", Columns.DATE)
          .addNullableInt32Field("days_late")
          .addNullableBooleanField("is_late")
          .addNullableField("prev_month_submitted", Columns.DATE)
          .addNullableInt32Field("months_since_prev")
          .build();

  /** Sums of premium and claims by coverholder, section and bordereau month. */
  static final Schema PREMIUM_MONTHLY_SCHEMA =
      Schema.builder()
          .addStringField("contract_section_key")
          .addNullableStringField("coverholder_key")
          .addNullableStringField("coverholder_id")
          .addStringField("umr")
          .addStringField("section_no")
          .addNullableInt32Field("year_of_account")
          .addField("bordereau_month", Columns.DATE)
          .addInt64Field("transaction_count")
          .addField("gwp_gbp", Columns.MONEY_SUM)
          .addField("commission_gbp", Columns.MONEY_SUM)
          .addField("net_gbp", Columns.MONEY_SUM)
          .addField("paid_movement_gbp", Columns.MONEY_SUM)
          .addField("incurred_change_gbp", Columns.MONEY_SUM)
          .addInt64Field("rows_without_gbp")
          .build();

  /** The property of a mart that depends on a day: the day that it was made for. */
  static final String AS_OF = "tidemark.asOf";

  /** What was paid of a coverholder's claims on a day, and in the ninety days up to it. */
  static final Schema PAID_BY_COVERHOLDER_SCHEMA =
      Schema.builder()
          .addNullableStringField("coverholder_key")
          .addNullableStringField("coverholder_id")
          .addField("payment_date", Columns.DATE)
          .addField("paid_day_gbp", Columns.MONEY_SUM)
          .addField("paid_last_90_days_gbp", Columns.MONEY_SUM)
          .build();

  /** Premium, claims and plan of a coverholder, year of account and class of business. */
  static final Schema LOSS_RATIO_SCHEMA =
      Schema.builder()
          .addNullableStringField("coverholder_key")
          .addNullableStringField("coverholder_id")
          .addNullableStringField("coverholder_name")
          .addNullableInt32Field("year_of_account")
          .addNullableStringField("class_of_business_key")
          .addNullableStringField("class_of_business")
          .addNullableField("gwp_gbp", Columns.MONEY_SUM)
          .addField("paid_gbp", Columns.MONEY_SUM)
          .addField("outstanding_gbp", Columns.MONEY_SUM)
          .addField("incurred_gbp", Columns.MONEY_SUM)
          .addInt64Field("claim_count")
          .addNullableField("incurred_loss_ratio", Columns.RATIO)
          .addNullableField("planned_loss_ratio", Columns.RATIO)
          .addNullableField("variance", Columns.RATIO)
          .build();

  private static final List<Mart> ALL =
      List.of(
          Mart.ofSections(
                  mart(GPI_UTILISATION, GPI_UTILISATION_SCHEMA)
                      .key("contract_section_key", "bordereau_month"),
                  "contract_section_key")
              .reconciledBy("month_gwp_gbp"),
          Mart.ofSections(
              mart(ISLANDS_BY_SECTION, ISLANDS_BY_SECTION_SCHEMA)
                  .key("contract_section_key", "island_no"),
              "contract_section_key"),
          Mart.ofCoverholders(
              mart(ISLANDS_BY_COVERHOLDER, ISLANDS_BY_COVERHOLDER_SCHEMA)
                  .key("coverholder_key", "island_no"),
              "coverholder_key"),
          Mart.ofSections(
              mart(MISSING_BORDEREAUX, MISSING_BORDEREAUX_SCHEMA)
                  .key("contract_section_key", "missing_month"),
              "contract_section_key"),
          Mart.ofSections(
              mart(BORDEREAU_TIMELINESS, BORDEREAU_TIMELINESS_SCHEMA)
                  .key("contract_section_key", "coverholder_id", "bordereau_month"),
              "contract_section_key"),
          Mart.ofSections(
                  mart(PREMIUM_MONTHLY, PREMIUM_MONTHLY_SCHEMA)
                      .key("contract_section_key", "coverholder_id", "bordereau_month"),
                  "contract_section_key")
              .reconciledBy(
                  "transaction_count",
                  "rows_without_gbp",
                  "gwp_gbp",
                  "commission_gbp",
                  "net_gbp",
                  "paid_movement_gbp",
                  "incurred_change_gbp"),
          Mart.ofCoverholders(
                  mart(PAID_BY_COVERHOLDER, PAID_BY_COVERHOLDER_SCHEMA)
                      .key("coverholder_key", "payment_date"),
                  "coverholder_key")
              .reconciledBy("paid_day_gbp"),
          Mart.ofAccounts(
                  mart(LOSS_RATIO, LOSS_RATIO_SCHEMA)
                      .key("coverholder_key", "year_of_account", "class_of_business_key"),
                  "coverholder_key",
                  "year_of_account",
                  "class_of_business")
              .reconciledBy(
                  "gwp_gbp", "paid_gbp", "outstanding_gbp", "incurred_gbp", "claim_count"));

  private Marts() {}

  /** Every mart that is made of partial sums. */
  static List<Mart> all() {
    return ALL;
  }

  /** A mart. */
  static Mart named(String name) {
    return ALL.stream()
        .filter(mart -> mart.table().path().equals(path(name)))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no mart " + name));
  }

  /** A mart of one section each, made of its facts where these are derived. */
  static TableSpec.Builder largestRisks(Ranking ranking) {
    return mart(LARGEST_RISKS, LargestRisks.SCHEMA)
        .key(LargestRisks.KEY)
        .derivedBy(ranking.settings());
  }

  /**
   * What was paid of each claim: of one section each, so it is spread and made as the facts are.
   */
  static TableSpec.Builder paidByClaim() {
    return mart(PAID_BY_CLAIM, PaidByClaim.SCHEMA).key(PaidByClaim.KEY);
  }

  /** The path of a mart below the lake's root. */
  static String path(String name) {
    return "mart/" + name;
  }

  private static TableSpec.Builder mart(String name, Schema schema) {
    return TableSpec.at(path(name)).schema(schema);
  }
}
