// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.islands;

import static dev.tidemark.testing.RowMatchers.hasRowsInOrder;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.both;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class IslandsKernelTest {

  private static final Schema INPUT =
      Schema.builder()
          .addNullableField("coverholder_id", FieldType.STRING)
          .addInt32Field("section")
          .addField("bordereau_month", Columns.DATE)
          .build();
  private static final Schema OUTPUT =
      Schema.builder()
          .addNullableField("coverholder_id", FieldType.STRING)
          .addInt32Field("section")
          .addInt32Field("island_no")
          .addField("run_start", Columns.DATE)
          .addField("run_end", Columns.DATE)
          .addInt32Field("months_in_run")
          .build();

  @Test
  void eachKeyHasItsOwnRunsWhateverTheDaysAndTheOrder() {
    assertThat(
        rows(
            run(
                Rows.table(
                    INPUT,
                    """
                    coverholder_id | section | bordereau_month
                    CH002          | 1       | 2024-03-31
                    CH001          | 1       | 2024-02-29
                    CH002          | 1       | 2024-01-15
                    CH001          | 1       | 2023-12-31
                    CH001          | 1       | 2024-01-01
                    CH001          | 1       | 2024-01-31
                    CH001          | 2       | 2024-03-01
                    null           | 1       | 2024-03-01
                    """))),
        hasRowsInOrder(
            OUTPUT,
            """
            coverholder_id | section | island_no | run_start  | run_end    | months_in_run
            CH002          | 1       | 1         | 2024-01-01 | 2024-01-01 | 1
            CH002          | 1       | 2         | 2024-03-01 | 2024-03-01 | 1
            CH001          | 1       | 1         | 2023-12-01 | 2024-02-01 | 3
            CH001          | 2       | 1         | 2024-03-01 | 2024-03-01 | 1
            null           | 1       | 1         | 2024-03-01 | 2024-03-01 | 1
            """));
  }

  @Test
  void noRowsGiveNoBlock() {
    assertThat(run(List.of()), empty());
  }

  @Test
  void manyRunsFillBlockAfterBlock() {
    int count = 10_000;
    List<Row> months = new ArrayList<>();
    for (int section = 1; section <= count; section++) {
      months.add(
          Row.withSchema(INPUT).addValues("CH001", section, LocalDate.of(2024, 1, 1)).build());
    }

    List<byte[]> blocks = run(months);

    assertThat(blocks.size(), is(both(greaterThan(1)).and(lessThan(20))));
    List<Row> runs = rows(blocks);
    assertThat(runs.size(), is(count));
    for (int section = 1; section <= count; section++) {
      assertThat(runs.get(section - 1).getInt32("section"), is(section));
      assertThat(runs.get(section - 1).getInt32("island_no"), is(1));
    }
  }

  private static List<Row> rows(List<byte[]> blocks) {
    return RowBlocks.of(blocks).toRows(RowLayout.of(OUTPUT));
  }

  private static List<byte[]> run(List<Row> months) {
    List<byte[]> blocks = new ArrayList<>();
    new IslandsKernel(
            RowLayout.of(INPUT),
            RowLayout.of(OUTPUT),
            List.of("coverholder_id", "section"),
            "bordereau_month")
        .run(RowBlocks.of(INPUT, months), blocks::add);
    return blocks;
  }
}
