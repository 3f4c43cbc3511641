// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.premium.UnfitAmountException;
import dev.tidemark.transforms.totals.LossRatio;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * The mart of loss ratios, from what each section reported per month. A section's months belong to
 * the account that the section is of now: its coverholder, year of account and class of business.
 * Those of an unknown section have neither year nor class, and the coverholder that the rows name.
 */
final class LossRatioMart {

  /** What tells an account. */
  static final List<String> ACCOUNT =
      List.of("coverholder_id", "year_of_account", "class_of_business");

  /** A part of an account's figures; gwp_gbp is null where there is no premium. */
  static final Schema PART =
      Schema.builder()
          .addNullableStringField("coverholder_id")
          .addNullableInt32Field("year_of_account")
          .addNullableStringField("class_of_business")
          .addNullableField("gwp_gbp", Columns.MONEY_SUM)
          .addField("claim_count", FieldType.INT64)
          .addField("paid_gbp", Columns.MONEY_SUM)
          .addField("outstanding_gbp", Columns.MONEY_SUM)
          .addField("incurred_gbp", Columns.MONEY_SUM)
          .build();

  private static final RowLayout LAYOUT = RowLayout.of(PART);
  private static final int COVERHOLDER = LAYOUT.column("coverholder_id");
  private static final int YEAR = LAYOUT.column("year_of_account");
  private static final int CLASS = LAYOUT.column("class_of_business");
  private static final int GWP = LAYOUT.column("gwp_gbp");
  private static final int CLAIMS = LAYOUT.column("claim_count");
  private static final int PAID = LAYOUT.column("paid_gbp");
  private static final int OUTSTANDING = LAYOUT.column("outstanding_gbp");
  private static final int INCURRED = LAYOUT.column("incurred_gbp");
  private static final BigDecimal NOTHING = new BigDecimal("0.00");

  private final Accounts accounts;
  private final DurableKey keys = new DurableKey();

  LossRatioMart(Accounts accounts) {
    this.accounts = accounts;
  }

  /** What a section month of premium is in its account; null when it has no facts. */
  static @Nullable Row ofPremium(Row sectionMonth, ReferenceData reference) {
    long facts = count(sectionMonth, "fact_rows");
    boolean isInSterling = facts > count(sectionMonth, "rows_without_gbp");
    return facts == 0
        ? null
        : part(sectionMonth, reference)
            .addValues(
                isInSterling ? amount(sectionMonth, "gwp_gbp") : null,
                0L,
                NOTHING,
                NOTHING,
                NOTHING)
            .build();
  }

  /** What a section month of claims is in its account; null when it has no facts. */
  static @Nullable Row ofClaims(Row sectionMonth, ReferenceData reference) {
    return count(sectionMonth, "fact_rows") == 0
        ? null
        : part(sectionMonth, reference)
            .addValues(
                null,
                count(sectionMonth, "claim_count"),
                amount(sectionMonth, "latest_paid_gbp"),
                amount(sectionMonth, "latest_outstanding_gbp"),
                amount(sectionMonth, "latest_incurred_gbp"))
            .build();
  }

  private static Row.Builder part(Row sectionMonth, ReferenceData reference) {
    Section section =
        reference.section(
            Objects.requireNonNull(sectionMonth.getString("umr")),
            Objects.requireNonNull(sectionMonth.getString("section_no")));
    return section == null
        ? Row.withSchema(PART).addValues(sectionMonth.getString("coverholder_id"), null, null)
        : Row.withSchema(PART)
            .addValues(section.coverholderId(), section.yearOfAccount(), section.classOfBusiness());
  }

  private static long count(Row row, String column) {
    return Objects.requireNonNull(row.getInt64(column));
  }

  private static BigDecimal amount(Row row, String column) {
    return Objects.requireNonNull(row.<BigDecimal>getValue(column));
  }

  /** Makes a row of each account whose parts these are, every one of them. */
  void of(RowBlocks parts, Consumer<Row> out) {
    RowView row = new RowView(LAYOUT);
    KeyGroups groups = KeyGroups.of(parts, RowKey.of(LAYOUT, ACCOUNT));
    for (int g = 0; g < groups.groupCount(); g++) {
      LossRatio account = new LossRatio();
      for (int i = 0; i < groups.groupSize(g); i++) {
        add(row.at(parts, groups.ref(g, i)), account);
      }
      try {
        out.accept(row(row, account));
      } catch (ArithmeticException unfit) {
        throw new UnfitAmountException(
            "loss_ratio of coverholder %s, year of account %s, class of business %s"
                .formatted(row.getValue(COVERHOLDER), row.getValue(YEAR), row.getValue(CLASS)),
            unfit);
      }
    }
  }

  private static void add(RowView part, LossRatio account) {
    if (!part.isNull(GWP)) {
      account.addPremium(part.getDecimal(GWP));
    }
    account.addClaims(
        part.getLong(CLAIMS),
        part.getDecimal(PAID),
        part.getDecimal(OUTSTANDING),
        part.getDecimal(INCURRED));
  }

  private Row row(RowView anyPart, LossRatio account) {
    String coverholder = anyPart.getStringOrNull(COVERHOLDER);
    Integer year = anyPart.isNull(YEAR) ? null : anyPart.getInt(YEAR);
    String classOfBusiness = anyPart.getStringOrNull(CLASS);
    LossRatio.Experience experience =
        account.against(accounts.plannedLossRatio(classOfBusiness, year));
    return Row.withSchema(Marts.LOSS_RATIO_SCHEMA)
        .addValues(
            keyOrNull(coverholder),
            coverholder,
            accounts.coverholderName(coverholder),
            year,
            keyOrNull(classOfBusiness),
            classOfBusiness,
            experience.gwpGbp(),
            experience.paidGbp(),
            experience.outstandingGbp(),
            experience.incurredGbp(),
            experience.claimCount(),
            experience.incurredLossRatio(),
            experience.plannedLossRatio(),
            experience.variance())
        .build();
  }

  private @Nullable String keyOrNull(@Nullable String part) {
    return part == null ? null : keys.of(part);
  }
}
