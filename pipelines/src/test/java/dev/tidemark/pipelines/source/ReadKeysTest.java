// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.net.Socket;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.SimpleFunction;
import org.apache.beam.sdk.values.KV;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a comparison of keys reads at the source. */
class ReadKeysTest {

  private static final int MANY = 50_000;
  private static final AtomicInteger PAUSES = new AtomicInteger();
  private static final Set<String> READ = new ConcurrentSkipListSet<>();

  @AfterEach
  void closePools() {
    SourcePools.closeAll();
  }

  @ParameterizedTest
  @EnumSource
  void aRowHasItsMarkIfARunMustHaveReadIt(TestSource source) throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.Entry (Id BIGINT PRIMARY KEY, Changed DATETIME2(6), Modified"
                + " DATETIME2(6))"),
        "INSERT INTO t.Entry VALUES (1, '2024-02-05 10:00:00.123456', '2024-01-01 00:00:00')",
        "INSERT INTO t.Entry VALUES (2, '2024-02-05 10:00:00.123457', '2024-01-01 00:00:00')",
        "INSERT INTO t.Entry VALUES (3, NULL, '2024-01-01 00:00:00')",
        "INSERT INTO t.Entry VALUES (4, '1969-12-31 23:59:59.999999', '2024-01-01 00:00:00')",
        "INSERT INTO t.Entry VALUES (5, '2024-02-05 09:00:00', NULL)");
    SourceTable table = source.database().check(contract("DATETIME2"));
    Mark readTo = Mark.of(LocalDateTime.parse("2024-02-05T10:00:00.123456"));

    assertThat(
        read(source.config(), new KeyRead(table, Set.of("id"), "modified", readTo), Retry.STANDARD),
        is(
            Set.of(
                "1 TIMESTAMP 2024-02-05 10:00:00.123456",
                "2 null",
                "3 null",
                "4 TIMESTAMP 1969-12-31 23:59:59.999999",
                "5 null")));
    assertThat(
        read(source.config(), new KeyRead(table, Set.of("id"), null, null), Retry.STANDARD),
        is(Set.of("1 null", "2 null", "3 null", "4 null", "5 null")));
  }

  @ParameterizedTest
  @EnumSource
  void aKeyCanBeTheMark(TestSource source) throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.Entry (Id BIGINT PRIMARY KEY, Changed BIGINT, Modified DATETIME2(6))"),
        "INSERT INTO t.Entry VALUES (1, 7, NULL)",
        "INSERT INTO t.Entry VALUES (2, 8, NULL)");
    TableContract contract =
        new TableContract(
            "Entry",
            "t",
            List.of("changed"),
            "changed",
            List.of(new ContractColumn("Changed", SqlType.parse("BIGINT"), false, false)));
    SourceTable table = source.database().check(contract);

    assertThat(
        read(
            source.config(),
            new KeyRead(table, Set.of("changed"), null, Mark.of(7)),
            Retry.STANDARD),
        is(Set.of("7 BIGINT 7", "8 null")));
  }

  @Test
  void aConnectionThatDropsHalfWayIsReadAgain() throws Exception {
    TestSource.POSTGRES.fresh(
        "CREATE TABLE t.Entry (Id BIGINT PRIMARY KEY, Changed BIGINT, Modified TIMESTAMP)",
        "INSERT INTO t.Entry SELECT i, i, NULL FROM generate_series(1, " + MANY + ") i");
    SourceTable table = TestSource.POSTGRES.database().check(contract("BIGINT"));
    PAUSES.set(0);
    Retry atOnce =
        new Retry(5, Duration.ofMillis(1), Duration.ofMillis(1), time -> PAUSES.incrementAndGet());
    try (SourceGate gate = SourceGate.before(TestSource.POSTGRES)) {
      gate.after(200_000, Socket::close);

      Set<String> read =
          read(gate.config(1, 100), new KeyRead(table, Set.of("id"), null, null), atOnce);

      assertThat(read.size(), is(MANY));
      assertThat(PAUSES.get(), is(1));
      SourcePools.closeAll();
    }
  }

  private static TableContract contract(String markType) {
    return new TableContract(
        "Entry",
        "t",
        List.of("id"),
        "changed",
        List.of(
            new ContractColumn("Id", SqlType.parse("BIGINT"), false, false),
            new ContractColumn("Changed", SqlType.parse(markType), true, false),
            new ContractColumn("Modified", SqlType.parse("DATETIME2"), true, false)));
  }

  /** Each row's key and mark. */
  private static Set<String> read(DatabaseConfig database, KeyRead keys, Retry retry) {
    READ.clear();
    Pipeline pipeline = Pipeline.create();
    pipeline
        .apply(ReadKeys.of(database, Map.of("Entry", keys)).withRetry(retry))
        .apply(MapElements.via(new Collect(keys)));
    pipeline.run().waitUntilFinish();
    return new TreeSet<>(READ);
  }

  private static final class Collect extends SimpleFunction<KV<String, byte[]>, Integer> {
    private static final long serialVersionUID = 1L;

    private final KeyRead keys;

    Collect(KeyRead keys) {
      this.keys = keys;
    }

    @Override
    public Integer apply(KV<String, byte[]> block) {
      RowLayout layout = RowLayout.of(keys.schema());
      RowView row = new RowView(layout);
      int mark = layout.column(KeyRead.MARK);
      int rows = 0;
      for (int at = 0; at < block.getValue().length; at += row.length()) {
        row.at(block.getValue(), at);
        READ.add(row.getLong(0) + " " + (row.isNull(mark) ? "null" : mark(row.getLong(mark))));
        rows++;
      }
      return rows;
    }

    private Mark mark(long position) {
      Mark.@Nullable Type type = keys.table().markType();
      if (type == null) {
        throw new IllegalStateException("the table is read whole");
      }
      return Mark.at(type, position);
    }
  }
}
