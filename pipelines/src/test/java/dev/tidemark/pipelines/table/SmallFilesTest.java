// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallFilesTest {

  @Test
  void manyNightsOfFewRowsLeaveFewFilesACheckpointAndEveryRow(@TempDir Path lake) {
    Orders orders = new Orders(lake, Orders.ONE_BUCKET);
    List<Row> expected = new ArrayList<>();
    int most = 0;
    for (int night = 1; night <= 25; night++) {
      Row fresh = row(night, 1, night + ".00", "night-" + night);
      expected.add(fresh);

      orders.upsert(fresh);

      most = Math.max(most, orders.livePaths().size());
    }

    assertThat(most, is(lessThanOrEqualTo(BucketMerge.FOLD_FILES)));
    assertThat(orders.rows(), hasSize(25));
    assertThat(orders.rows(), Matchers.containsInAnyOrder(expected.toArray(new Row[0])));
    for (String checkpoint : List.of("10", "20")) {
      Path file =
          lake.resolve(
              "gold/orders/_delta_log/000000000000000000" + checkpoint + ".checkpoint.parquet");
      assertThat(checkpoint, Files.exists(file), is(true));
    }
  }
}
