// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.junit.jupiter.api.Test;

class SourceIdsTest {

  private static final RowLayout LAYOUT =
      RowLayout.of(Schema.builder().addInt32Field("n").addInt64Field("_batch_id").build());

  @Test
  void idsComeBackInTheirOrder() {
    SourceIds ids = new SourceIds();
    List<Long> added = new ArrayList<>(List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE));
    for (long id = 0; id < 200; id++) {
      added.add(id * id);
    }
    added.forEach(ids::add);

    List<Long> read = new ArrayList<>();
    SourceIds.forEach(ids.toBlock(), read::add);
    assertThat(read, is(added));
  }

  @Test
  void aBlockOfIdsIsToldFromRowsAndFromNothing() {
    SourceIds ids = new SourceIds();
    assertThat(ids.isEmpty(), is(true));
    ids.add(1);

    assertThat(ids.isEmpty(), is(false));
    assertThat(SourceIds.isIn(ids.toBlock()), is(true));
    assertThat(SourceIds.isIn(rowBlock()), is(false));
    assertThat(SourceIds.isIn(new byte[0]), is(false));
  }

  @Test
  void aBucketGetsRowsAndIdsApart() {
    SourceIds some = new SourceIds();
    some.add(1);
    some.add(2);
    SourceIds others = new SourceIds();
    others.add(2);
    others.add(3);

    BucketRows bucket =
        BucketRows.of(
            LAYOUT,
            "_batch_id",
            List.of(new byte[0], some.toBlock(), rowBlock(), others.toBlock(), rowBlock()));

    assertThat(bucket.ids(), is(Set.of(1L, 2L, 3L)));
    assertThat(bucket.rows().rowCount(), is(2));
  }

  private static byte[] rowBlock() {
    RowWriter row = new RowWriter(LAYOUT).clear();
    row.setInt(0, -1);
    row.setLong(1, 7);
    BlockBuilder block = new BlockBuilder();
    row.appendTo(block);
    return block.take();
  }
}
