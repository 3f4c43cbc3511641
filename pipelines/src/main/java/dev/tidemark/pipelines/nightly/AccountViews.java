// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.CompactSchema;
import dev.tidemark.transforms.block.RowBlocks;
import java.io.Serializable;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.Row;

/** What is shown of accounts, as side inputs: packed blocks. */
final class AccountViews implements Serializable {

  private static final long serialVersionUID = 1L;

  private final CompactSchema coverholderSchema;
  private final CompactSchema planSchema;
  private final PCollectionView<List<byte[]>> coverholders;
  private final PCollectionView<List<byte[]>> plans;

  /**
   * Views of rows.
   *
   * @param coverholders the history of coverholders, with their source columns
   * @param plans class_of_business, year_of_account, planned_loss_ratio
   */
  AccountViews(PCollection<Row> coverholders, PCollection<Row> plans) {
    coverholderSchema = CompactSchema.of(coverholders.getSchema());
    planSchema = CompactSchema.of(plans.getSchema());
    this.coverholders = ReferenceViews.view("Coverholders of accounts", coverholders);
    this.plans = ReferenceViews.view("Plans", plans);
  }

  List<PCollectionView<?>> all() {
    return List.of(coverholders, plans);
  }

  /** Decodes the views. */
  <InputT> Accounts read(DoFn<InputT, ?>.ProcessContext context) {
    return new Accounts()
        .addCoverholders(coverholderSchema.schema(), RowBlocks.of(context.sideInput(coverholders)))
        .addPlans(planSchema.schema(), RowBlocks.of(context.sideInput(plans)));
  }
}
