// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.CompactSchema;
import dev.tidemark.transforms.block.RowBlocks;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.PCollectionView;

/** What is shown of accounts, as side inputs: packed blocks. */
final class AccountViews implements Serializable {

  private static final long serialVersionUID = 1L;

  private final ReferenceViews reference;
  private final CompactSchema planSchema;
  private final PCollectionView<List<byte[]>> plans;

  /**
   * Views of rows.
   *
   * @param reference has the history of coverholders
   * @param plans class_of_business, year_of_account, planned_loss_ratio
   */
  AccountViews(ReferenceViews reference, ReferenceViews.Packed plans) {
    this.reference = reference;
    planSchema = CompactSchema.of(plans.schema());
    this.plans = plans.view("plans");
  }

  List<PCollectionView<?>> all() {
    List<PCollectionView<?>> views = new ArrayList<>(reference.all());
    views.add(plans);
    return views;
  }

  /** Decodes the views. */
  <InputT> Accounts read(DoFn<InputT, ?>.ProcessContext context) {
    return new Accounts()
        .addCoverholders(
            reference.schema(ReferenceTable.COVERHOLDER),
            reference.versions(ReferenceTable.COVERHOLDER, context))
        .addPlans(planSchema.schema(), RowBlocks.of(context.sideInput(plans)));
  }
}
