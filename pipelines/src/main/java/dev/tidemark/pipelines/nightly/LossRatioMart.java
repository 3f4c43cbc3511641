// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.facts.ClaimMonths;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.facts.SectionMonths;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.premium.UnfitAmountException;
import dev.tidemark.transforms.totals.LossRatio;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * The mart of loss ratios, from what each section reported per month. A section's months belong to
 * the account that the section is of now: its coverholder, year of account and class of business.
 * Those of an unknown section have neither year nor class, and the coverholder that the rows name.
 */
final class LossRatioMart implements MartStage {

  /** What tells an account. */
  private static final List<String> ACCOUNT =
      List.of("coverholder_id", "year_of_account", "class_of_business");

  /** A part of an account's figures; what premium or claims do not tell is null. */
  private static final RowLayout PARTS =
      RowLayout.of(
          Schema.builder()
              .addNullableStringField("coverholder_id")
              .addNullableInt32Field("year_of_account")
              .addNullableStringField("class_of_business")
              .addNullableField("gwp_gbp", Columns.MONEY_SUM)
              .addNullableField("claim_count", FieldType.INT64)
              .addNullableField("latest_paid_gbp", Columns.MONEY_SUM)
              .addNullableField("latest_outstanding_gbp", Columns.MONEY_SUM)
              .addNullableField("latest_incurred_gbp", Columns.MONEY_SUM)
              .build());

  private static final RowKey KEY = RowKey.of(PARTS, ACCOUNT);
  private static final int COVERHOLDER = PARTS.column("coverholder_id");
  private static final int YEAR = PARTS.column("year_of_account");
  private static final int CLASS = PARTS.column("class_of_business");
  private static final int GWP = PARTS.column("gwp_gbp");
  private static final int CLAIMS = PARTS.column("claim_count");
  private static final int PAID = PARTS.column("latest_paid_gbp");
  private static final int OUTSTANDING = PARTS.column("latest_outstanding_gbp");
  private static final int INCURRED = PARTS.column("latest_incurred_gbp");

  private static final RowLayout MONTHS = RowLayout.of(SectionMonths.SCHEMA);
  private static final int PREMIUM_FACTS = MONTHS.column("fact_rows");
  private static final int WITHOUT_GBP = MONTHS.column("rows_without_gbp");
  private static final int MONTH_GWP = MONTHS.column("gwp_gbp");

  private static final RowLayout CLAIM_MONTHS = RowLayout.of(ClaimMonths.SCHEMA);
  private static final int CLAIM_FACTS = CLAIM_MONTHS.column("fact_rows");
  private static final int[] CLAIM_FIGURES = {CLAIMS, PAID, OUTSTANDING, INCURRED};
  private static final int[] MONTH_FIGURES =
      Arrays.stream(CLAIM_FIGURES).map(c -> CLAIM_MONTHS.column(PARTS.name(c))).toArray();

  @Override
  public List<String> marts() {
    return List.of(Marts.LOSS_RATIO);
  }

  @Override
  public RowKey key() {
    return KEY;
  }

  @Override
  public void select(AffectedPartials partials, RowBlocksBuilder selected) {
    RowWriter part = new RowWriter(PARTS);
    partials.months(
        MartScope.ACCOUNT,
        (month, section) -> {
          long facts = month.getLong(PREMIUM_FACTS);
          if (facts > 0) {
            setAccount(part, month, section);
            if (facts > month.getLong(WITHOUT_GBP)) {
              part.copy(GWP, month, MONTH_GWP);
            }
            selected.append(part);
          }
        });
    partials.claims(
        MartScope.ACCOUNT,
        (month, section) -> {
          if (month.getLong(CLAIM_FACTS) > 0) {
            setAccount(part, month, section);
            for (int c = 0; c < CLAIM_FIGURES.length; c++) {
              part.copy(CLAIM_FIGURES[c], month, MONTH_FIGURES[c]);
            }
            selected.append(part);
          }
        });
  }

  private static void setAccount(RowWriter part, RowView month, @Nullable Section section) {
    part.clear();
    if (section == null) {
      part.copy(COVERHOLDER, month, month.layout().column("coverholder_id"));
    } else {
      part.setString(COVERHOLDER, section.coverholderId());
      part.setInt(YEAR, section.yearOfAccount());
      part.setString(CLASS, section.classOfBusiness());
    }
  }

  @Override
  public void make(RowBlocks selected, Context context, MartRows made) {
    RowView row = new RowView(PARTS);
    DurableKey keys = new DurableKey();
    KeyGroups groups = KeyGroups.of(selected, KEY);
    for (int g = 0; g < groups.groupCount(); g++) {
      LossRatio account = new LossRatio();
      for (int i = 0; i < groups.groupSize(g); i++) {
        add(row.at(selected, groups.ref(g, i)), account);
      }
      try {
        write(row, account, context.accounts(), keys, made);
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
    if (!part.isNull(CLAIMS)) {
      account.addClaims(
          part.getLong(CLAIMS),
          part.getDecimal(PAID),
          part.getDecimal(OUTSTANDING),
          part.getDecimal(INCURRED));
    }
  }

  private static void write(
      RowView anyPart, LossRatio account, Accounts accounts, DurableKey keys, MartRows made) {
    String coverholder = anyPart.getStringOrNull(COVERHOLDER);
    Integer year = anyPart.isNull(YEAR) ? null : anyPart.getInt(YEAR);
    String classOfBusiness = anyPart.getStringOrNull(CLASS);
    LossRatio.Experience experience =
        account.against(accounts.plannedLossRatio(classOfBusiness, year));
    made.add(
        Marts.LOSS_RATIO,
        coverholder == null ? null : keys.of(coverholder),
        coverholder,
        accounts.coverholderName(coverholder),
        year,
        classOfBusiness == null ? null : keys.of(classOfBusiness),
        classOfBusiness,
        experience.gwpGbp(),
        experience.paidGbp(),
        experience.outstandingGbp(),
        experience.incurredGbp(),
        experience.claimCount(),
        experience.incurredLossRatio(),
        experience.plannedLossRatio(),
        experience.variance());
  }
}
