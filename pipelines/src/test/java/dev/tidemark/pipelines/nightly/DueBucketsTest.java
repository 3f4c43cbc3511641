// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.testing.PipelineExtension;
import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.BlockPacker;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowView;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollectionView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DueBucketsTest {

  private static final int BUCKETS = 16;
  private static final TableSpec PREMIUM =
      LakeTables.of(BUCKETS, Map.of()).silver("PremiumTransaction");

  @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

  private final DueBuckets due = new DueBuckets(BUCKETS);

  @Test
  void allMeansEveryBucketAndNoneMeansNone() {
    assertThat(DueBuckets.contains(List.of(), 3), is(false));
    assertThat(DueBuckets.contains(List.of(1, 2), 3), is(false));
    assertThat(DueBuckets.contains(List.of(1, 3), 3), is(true));
    assertThat(DueBuckets.contains(List.of(1, DueBuckets.ALL), 3), is(true));
  }

  @Test
  void aChangedSectionMakesTheBucketOfItsPremiumDue() {
    due.addSections(
        pipeline.apply(
            Rows.create(
                Samples.TABLES.silver("ContractSection").schema(),
                """
                umr        | section_no | _batch_id
                B0999CH001 | S1         | 1
                B0999CH002 | S2         | 1
                B0999CH002 | S2         | 2
                """)));
    Set<Integer> buckets = new TreeSet<>();
    RowBlocks premium =
        Samples.blocks(
            PREMIUM.schema(),
            """
            premium_transaction_id | umr        | section_no | _batch_id | _version
            1                      | B0999CH001 | S1         | 1         | 0
            2                      | B0999CH002 | S2         | 1         | 0
            """);
    BlockPacker packer = PREMIUM.packer();
    RowView row = new RowView(PREMIUM.layout());
    for (long ref : premium.refs()) {
      packer.add(row.at(premium, ref), (bucket, block) -> buckets.add(bucket));
    }
    packer.flush((bucket, block) -> buckets.add(bucket));

    assertDue(buckets.toArray(new Integer[0]));
  }

  private void assertDue(Integer... expected) {
    PCollectionView<Iterable<Integer>> view = due.asView(pipeline.begin());
    PAssert.that(
            pipeline
                .apply("once", Create.of(0))
                .apply("read view", ParDo.of(new ReadFn(view)).withSideInputs(view))
                .setCoder(VarIntCoder.of()))
        .containsInAnyOrder(expected);
    pipeline.run();
  }

  private static final class ReadFn extends DoFn<Integer, Integer> {

    private static final long serialVersionUID = 1L;

    private final PCollectionView<Iterable<Integer>> view;

    ReadFn(PCollectionView<Iterable<Integer>> view) {
      this.view = view;
    }

    @ProcessElement
    public void read(ProcessContext context) {
      context.sideInput(view).forEach(context::output);
    }
  }
}
