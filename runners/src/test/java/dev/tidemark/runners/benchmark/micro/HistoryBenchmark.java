// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.micro;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.history.ChangeColumns;
import dev.tidemark.transforms.history.HistoryRules;
import dev.tidemark.transforms.history.Scd2;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.beam.sdk.schemas.Schema;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.infra.Blackhole;

/** The history of a dimension of half as many keys as changes. A score is of a change. */
public class HistoryBenchmark extends MicroBenchmark {

  private static final int CHANGES = 20_000;
  private static final List<String> KEY = List.of("coverholder_id");
  private static final long DAY_MICROS = 86_400_000_000L;
  private static final Schema SCHEMA =
      Schema.builder()
          .addStringField("coverholder_id")
          .addStringField("coverholder_name")
          .addStringField("country_code")
          .addStringField("status")
          .addField("premium_limit", Columns.MONEY)
          .addField("modified_date", Columns.TIMESTAMP)
          .build();

  private final Scd2 kernel =
      Scd2.of(
          SCHEMA,
          ChangeColumns.keyedBy(KEY)
              .sequencedBy("modified_date")
              .tracking("coverholder_name", "country_code", "status", "premium_limit"));
  private final HistoryRules rules = HistoryRules.of(kernel.schema(), KEY);
  private final RowBlocks changes = changes();
  private final RowBlocks versions = versions();

  /** Cuts the changes into versions. */
  @Benchmark
  @OperationsPerInvocation(CHANGES)
  public RowBlocks versions() {
    RowBlocksBuilder history = new RowBlocksBuilder();
    kernel.apply(changes, history::append, rejected -> {});
    return history.build();
  }

  /** Looks for versions that break a rule. */
  @Benchmark
  @OperationsPerInvocation(CHANGES)
  public void check(Blackhole sink) {
    rules.check(versions, sink::consume);
  }

  private static RowBlocks changes() {
    SplittableRandom draws = new SplittableRandom(1);
    RowLayout layout = RowLayout.of(SCHEMA);
    RowWriter change = new RowWriter(layout);
    RowBlocksBuilder rows = new RowBlocksBuilder();
    for (int i = 0; i < CHANGES; i++) {
      int key = draws.nextInt(CHANGES / 2);
      change.setString(0, "CH" + key);
      change.setString(1, "Coverholder " + key);
      change.setString(2, draws.nextBoolean() ? "GB" : "US");
      change.setString(3, draws.nextInt(10) == 0 ? "SUSPENDED" : "APPROVED");
      change.setLong(4, 100_000_000L * (1 + draws.nextInt(3)));
      change.setLong(5, DAY_MICROS * (19_700 + draws.nextInt(1000)) + i);
      rows.append(change);
    }
    return rows.build();
  }
}
