// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.source.ContractColumn;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.conform.TransactionTable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LakeTablesTest {

  private static final LakeTables TABLES = LakeTables.of(16, Map.of());

  @Test
  void theLakeHasTheTablesOfTheModel() {
    assertThat(
        TABLES.all().stream().map(TableSpec::path).toList(),
        containsInAnyOrder(
            "silver/risk_transaction",
            "silver/premium_transaction",
            "silver/claim_transaction",
            "silver/contract_section",
            "silver/contract_section_changes",
            "silver/coverholder",
            "silver/coverholder_changes",
            "silver/broker",
            "silver/broker_changes",
            "silver/business_plan",
            "silver/exchange_rate",
            "silver/premium_transaction_superseded",
            "silver/section_month",
            "silver/claim_transaction_superseded",
            "silver/section_claim_month",
            "silver/section_paid_day",
            "silver/risk_transaction_superseded",
            "silver/section_risk_month",
            "quarantine/risk_transaction",
            "quarantine/premium_transaction",
            "quarantine/claim_transaction",
            "quarantine/contract_section",
            "quarantine/coverholder",
            "quarantine/broker",
            "quarantine/business_plan",
            "quarantine/exchange_rate",
            "gold/fact_premium_transaction",
            "gold/fact_claim_transaction",
            "gold/fact_risk_transaction",
            "gold/dim_contract",
            "gold/dim_class_of_business",
            "gold/dim_date",
            "gold/dim_contract_section",
            "gold/dim_contract_section_history",
            "gold/dim_coverholder",
            "gold/dim_coverholder_history",
            "gold/dim_broker",
            "gold/dim_broker_history",
            "mart/gpi_utilisation",
            "mart/bordereau_islands_by_section",
            "mart/bordereau_islands_by_coverholder",
            "mart/missing_bordereaux",
            "mart/bordereau_timeliness",
            "mart/premium_monthly",
            "mart/largest_risks",
            "mart/claims_paid_90d_by_claim",
            "mart/claims_paid_90d_by_coverholder",
            "mart/loss_ratio"));
  }

  /** The columns as the model lists them; the order is the product's own. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gold/fact_premium_transaction      | premium_transaction_key premium_transaction_id contract_section_key contract_section_version_key coverholder_key broker_key contract_key class_of_business_key bordereau_month_date_key effective_date_key umr section_no certificate_ref transaction_seq transaction_type london_premium_type bordereau_month effective_date original_currency rate_to_gbp gross_premium_signed commission_pct commission_amount net_premium tax_amount fee_amount gross_premium_gbp commission_gbp net_premium_gbp year_of_account submitted_at bdx_version modified_date version_count dq_flags load_run_id loaded_at
          gold/fact_claim_transaction        | claim_key claim_transaction_id contract_section_key contract_section_version_key coverholder_key broker_key contract_key class_of_business_key umr section_no certificate_ref claim_ref claim_status bordereau_month loss_date notified_date payment_date closed_date reopened_date original_currency rate_to_gbp paid_to_date paid_movement outstanding recoveries_to_date paid_gbp paid_movement_gbp outstanding_gbp recoveries_gbp incurred_gbp net_incurred_gbp is_latest_position report_delay_days year_of_account submitted_at bdx_version modified_date version_count dq_flags load_run_id loaded_at
          gold/fact_risk_transaction         | risk_transaction_key risk_transaction_id contract_section_key contract_section_version_key coverholder_key broker_key contract_key class_of_business_key bordereau_month_date_key effective_date_key umr section_no certificate_ref transaction_seq transaction_type bordereau_month risk_inception_date risk_expiry_date effective_date risk_code risk_country sum_insured deductible original_currency rate_to_gbp sum_insured_gbp year_of_account is_within_section_period cover_days insured_name_hash submitted_at bdx_version modified_date version_count dq_flags load_run_id loaded_at
          gold/dim_contract                  | contract_key umr broker_code coverholder_key broker_key period_from period_to year_of_account section_count is_deleted is_inferred
          gold/dim_class_of_business         | class_of_business_key class_of_business risk_codes
          gold/dim_date                      | date_key full_date year quarter month month_start month_end iso_day_of_week is_month_end working_day_in_month
          gold/dim_coverholder_history       | coverholder_key coverholder_version_key coverholder_id coverholder_name coverholder_pin country_code status valid_from valid_to is_current is_deleted is_inferred
          gold/dim_coverholder               | coverholder_key coverholder_version_key coverholder_id coverholder_name coverholder_pin country_code status valid_from is_deleted is_inferred
          gold/dim_broker_history            | broker_key broker_version_key broker_code broker_name pseudonym valid_from valid_to is_current is_deleted is_inferred
          gold/dim_broker                    | broker_key broker_version_key broker_code broker_name pseudonym valid_from is_deleted is_inferred
          gold/dim_contract_section_history  | contract_section_key contract_section_version_key contract_key coverholder_key broker_key class_of_business_key umr section_no agreement_no class_of_business risk_code year_of_account period_from period_to section_currency gpi_limit gpi_currency gpi_limit_gbp gpi_notifiable_pct commission_pct_default bordereau_due_days bordereau_interval valid_from valid_to is_current is_deleted is_inferred
          gold/dim_contract_section          | contract_section_key contract_section_version_key contract_key coverholder_key broker_key class_of_business_key umr section_no agreement_no class_of_business risk_code year_of_account period_from period_to section_currency gpi_limit gpi_currency gpi_limit_gbp gpi_notifiable_pct commission_pct_default bordereau_due_days bordereau_interval valid_from is_deleted is_inferred
          mart/gpi_utilisation               | contract_section_key umr section_no coverholder_key year_of_account bordereau_month month_gwp_gbp cumulative_gwp_gbp gpi_limit_gbp utilisation_pct alert_level limit_flag first_notify_month first_breach_month
          mart/bordereau_islands_by_section  | contract_section_key umr section_no island_no run_start run_end months_in_run
          mart/bordereau_islands_by_coverholder | coverholder_key coverholder_id island_no run_start run_end months_in_run
          mart/missing_bordereaux            | contract_section_key coverholder_id umr section_no missing_month due_date kind
          mart/bordereau_timeliness          | contract_section_key coverholder_key coverholder_id umr section_no bordereau_month month_end first_submitted last_submitted submission_count days_after_month_end due_date days_late is_late prev_month_submitted months_since_prev
          mart/premium_monthly               | contract_section_key coverholder_key coverholder_id umr section_no year_of_account bordereau_month transaction_count gwp_gbp commission_gbp net_gbp paid_movement_gbp incurred_change_gbp rows_without_gbp
          mart/largest_risks                 | contract_section_key umr section_no rank certificate_ref premium_transaction_id premium_gbp
          mart/claims_paid_90d_by_claim      | claim_key umr section_no certificate_ref claim_ref contract_section_key coverholder_key payment_date paid_day_gbp paid_last_90_days_gbp
          mart/claims_paid_90d_by_coverholder | coverholder_key coverholder_id payment_date paid_day_gbp paid_last_90_days_gbp
          mart/loss_ratio                    | coverholder_key coverholder_id coverholder_name year_of_account class_of_business_key class_of_business gwp_gbp paid_gbp outstanding_gbp incurred_gbp claim_count incurred_loss_ratio planned_loss_ratio variance
          """)
  void goldAndMartsHaveTheColumnsOfTheModel(String path, String columns) {
    assertThat(
        TABLES.at(path).schema().getFieldNames(),
        containsInAnyOrder(Arrays.stream(columns.split(" ")).toArray(String[]::new)));
  }

  @Test
  void quarantineHasTheRuledColumnsAndOthersStartWithUnderscore() {
    assertThat(
        TABLES.quarantine("ClaimTransaction").schema().getFieldNames().stream()
            .filter(column -> !column.startsWith("_"))
            .toList(),
        contains("source_key", "reason", "modified_date", "payload", "batch_id"));
  }

  @Test
  void onlyTransactionsTellInQuarantineWhatWasReported() {
    assertThat(
        TABLES.quarantine("ContractSection").schema().getFieldNames(),
        contains("source_key", "reason", "modified_date", "payload", "batch_id"));
  }

  @Test
  void namesOfPeopleAreNotInSilver() {
    List<String> risks = TABLES.silver("RiskTransaction").schema().getFieldNames();

    assertThat(risks.contains("insured_name"), is(false));
    assertThat(risks.contains("insured_name_hash"), is(true));
    assertThat(TABLES.personalColumns("RiskTransaction"), is(Set.of("insured_name")));
    assertThat(TABLES.personalColumns("ClaimTransaction"), is(Set.of("claimant_name")));
    assertThat(TABLES.personalColumns("PremiumTransaction"), is(Set.of()));
  }

  @Test
  void aNameOfAPersonInAReferenceTableIsAHashInItsDimensionAndIsTrackedAsSuch() {
    LakeTables masked = LakeTables.of(16, Map.of("Coverholder", withPersonal("CoverholderName")));

    for (String table : List.of("gold/dim_coverholder", "gold/dim_coverholder_history")) {
      List<String> columns = masked.at(table).schema().getFieldNames();
      assertThat(columns.contains("coverholder_name"), is(false));
      assertThat(columns.contains("coverholder_name_hash"), is(true));
    }
    assertThat(
        masked.tracking(Map.of()).trackedColumns().get("coverholder"),
        containsInAnyOrder("coverholder_name_hash", "coverholder_pin", "country_code", "status"));
  }

  @Test
  void transactionsFactsAndSectionMonthsShareOneBucketing() {
    for (String path :
        List.of(
            "silver/risk_transaction",
            "silver/premium_transaction",
            "silver/claim_transaction",
            "silver/premium_transaction_superseded",
            "silver/section_month",
            "silver/risk_transaction_superseded",
            "silver/section_risk_month",
            "gold/fact_risk_transaction",
            "silver/claim_transaction_superseded",
            "silver/section_claim_month",
            "silver/section_paid_day",
            "gold/fact_claim_transaction",
            "gold/fact_premium_transaction",
            "mart/largest_risks")) {
      assertThat(path, TABLES.at(path).buckets(), is(16));
      assertThat(path, TABLES.at(path).bucketBy(), is(List.of("umr", "section_no")));
    }
    assertThat(TABLES.quarantine("PremiumTransaction").buckets(), is(1));
    assertThat(TABLES.silver("Broker").buckets(), is(1));
  }

  @Test
  void rowsAreFoundByTheirKeyAndJudgedWithoutTheirAudit() {
    assertThat(
        TABLES.facts(TransactionTable.PREMIUM).facts().key(),
        is(List.of("premium_transaction_key")));
    assertThat(
        TABLES.facts(TransactionTable.PREMIUM).facts().auditColumns(),
        is(List.of("load_run_id", "loaded_at")));
    assertThat(TABLES.silver("ContractSection").key(), is(List.of("umr", "section_no")));
    assertThat(TABLES.silver("PremiumTransaction").auditColumns(), is(List.of("_batch_id")));
    assertThat(
        TABLES.changes("Broker").key(),
        is(List.of("broker_code", "broker_name", "pseudonym", "modified_date", "is_deleted")));
  }

  @Test
  void aTableThatIsNotThereIsRefusedByName() {
    assertThat(
        assertThrows(IllegalArgumentException.class, () -> TABLES.at("mart/loss_ratios"))
            .getMessage(),
        startsWith("no table mart/loss_ratios in the lake; there are ["));
    assertThat(
        assertThrows(IllegalArgumentException.class, () -> TABLES.silver("Premium")).getMessage(),
        startsWith("no table Premium among [RiskTransaction, "));
  }

  /** The bundled contract of coverholders, one of its columns a name of a person. */
  private static TableContract withPersonal(String sourceName) {
    TableContract bundled = TableContract.bundled("Coverholder");
    return new TableContract(
        bundled.table(),
        bundled.schema(),
        bundled.key(),
        bundled.watermark(),
        bundled.columns().stream()
            .map(
                c ->
                    new ContractColumn(
                        c.sourceName(), c.type(), c.nullable(), c.sourceName().equals(sourceName)))
            .toList(),
        bundled.added());
  }
}
