// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/** What is shown of an account beside its figures: its coverholder's name and its plan. */
final class Accounts {

  private record Name(long since, String text) {}

  private record PlanId(@Nullable String classOfBusiness, @Nullable Integer yearOfAccount) {}

  private final Map<String, Name> names = new HashMap<>();
  private final Map<PlanId, BigDecimal> plans = new HashMap<>();

  /**
   * Adds coverholders from their history: {@code coverholder_id, coverholder_name, valid_from}. A
   * coverholder is called as in its latest version.
   */
  Accounts addCoverholders(Schema schema, RowBlocks history) {
    RowLayout layout = RowLayout.of(schema);
    int id = layout.column("coverholder_id");
    int name = layout.column("coverholder_name");
    int since = layout.column("valid_from");
    RowView row = new RowView(layout);
    for (long ref : history.refs()) {
      row.at(history, ref);
      names.merge(
          row.getString(id),
          new Name(row.getLong(since), row.getString(name)),
          (a, b) -> a.since() > b.since() ? a : b);
    }
    return this;
  }

  /** Adds plans: {@code class_of_business, year_of_account, planned_loss_ratio}. */
  Accounts addPlans(Schema schema, RowBlocks rows) {
    RowLayout layout = RowLayout.of(schema);
    int classOfBusiness = layout.column("class_of_business");
    int year = layout.column("year_of_account");
    int ratio = layout.column("planned_loss_ratio");
    RowView row = new RowView(layout);
    for (long ref : rows.refs()) {
      row.at(rows, ref);
      plans.put(
          new PlanId(row.getString(classOfBusiness), row.getInt(year)), row.getDecimal(ratio));
    }
    return this;
  }

  /** What a coverholder is called, null when it is not known. */
  @Nullable String coverholderName(@Nullable String coverholderId) {
    Name name = names.get(coverholderId);
    return name == null ? null : name.text();
  }

  /** The planned loss ratio of a class in a year of account, null without a plan. */
  @Nullable BigDecimal plannedLossRatio(
      @Nullable String classOfBusiness, @Nullable Integer yearOfAccount) {
    return plans.get(new PlanId(classOfBusiness, yearOfAccount));
  }
}
