// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SlicesTest {
  private static final List<ContractColumn> COLUMNS =
      List.of(
          column("Id", "BIGINT"), column("Part", "VARCHAR(9)"), column("Changed", "DATETIME2(6)"));

  private static final TableContract BY_KEY =
      new TableContract("Cut", "t", List.of("id"), "changed", COLUMNS);

  /** Of two columns: no range of numbers cuts it. */
  private static final TableContract BY_MARK =
      new TableContract("Cut", "t", List.of("id", "part"), "changed", COLUMNS);

  private static final String DDL =
      "CREATE TABLE t.Cut (Id BIGINT, Part VARCHAR(9), Changed DATETIME2(6))";

  private static final LocalDateTime NOON = LocalDateTime.parse("2024-02-05T12:00");

  /** A row: its key, and its mark in micros after noon. */
  record Line(@Nullable Long id, @Nullable Integer micros) {
    @Nullable LocalDateTime changed() {
      return micros == null ? null : NOON.plusNanos(micros * 1_000L);
    }
  }

  private static ContractColumn column(String name, String type) {
    return new ContractColumn(name, SqlType.parse(type), true, false);
  }

  private static Mark mark(int micros) {
    return Mark.of(NOON.plusNanos(micros * 1_000L));
  }

  private static SourceTable table(TestSource source, TableContract contract, List<Line> lines)
      throws SQLException {
    List<String> statements = new ArrayList<>(List.of(source.sql(DDL)));
    if (!lines.isEmpty()) {
      statements.add(
          "INSERT INTO t.Cut (Id, Part, Changed) VALUES "
              + IntStream.range(0, lines.size())
                  .mapToObj(i -> values(i, lines.get(i)))
                  .collect(Collectors.joining(", ")));
    }
    source.fresh(statements.toArray(String[]::new));
    return source.database().check(contract);
  }

  private static String values(int row, Line line) {
    LocalDateTime changed = line.changed();
    return "("
        + line.id()
        + ", 'r"
        + row
        + "', "
        + (changed == null ? "CAST(NULL AS TIMESTAMP)" : "CAST('" + changed + "' AS TIMESTAMP(6))")
        + ")";
  }

  private static List<Slice> cut(TestSource source, Slicing slicing) throws SQLException {
    try (Connection connection = SourcePools.connect(source.config())) {
      return slicing.cut(
          (sql, marks) -> {
            PreparedStatement statement = connection.prepareStatement(sql);
            MarkPredicate.bind(statement, marks);
            return statement;
          });
    }
  }

  /** The rows of each slice, by the part that names them. */
  private static List<List<String>> read(TestSource source, SourceTable table, List<Slice> slices)
      throws SQLException {
    List<List<String>> read = new ArrayList<>();
    try (Connection connection = SourcePools.connect(source.config())) {
      for (Slice slice : slices) {
        String sql = "SELECT part FROM " + table.quotedName();
        try (PreparedStatement statement =
            connection.prepareStatement(
                slice.where() == null ? sql : sql + " WHERE " + slice.where())) {
          MarkPredicate.bind(statement, slice.marks());
          List<String> rows = new ArrayList<>();
          try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
              rows.add(row.getString(1));
            }
          }
          read.add(rows);
        }
      }
    }
    return read;
  }

  private static boolean isInScope(Line line, ReadScope scope) {
    if (scope.isWhole()) {
      return true;
    }
    LocalDateTime changed = line.changed();
    if (changed == null) {
      return scope.unmarked() == ReadScope.Unmarked.READ;
    }
    MarkWindow window = scope.window();
    Mark low = window == null ? null : window.readLow();
    boolean isInWindow =
        window != null
            && (low == null || changed.isAfter(low.dateTime()))
            && !changed.isAfter(window.high().dateTime());
    Mark future = scope.futureAfter();
    return isInWindow || (future != null && changed.isAfter(future.dateTime()));
  }

  private static void expectEveryRowOnce(
      TestSource source, TableContract contract, List<Line> lines, ReadScope scope, int parts)
      throws SQLException {
    SourceTable table = table(source, contract, lines);
    List<Slice> slices = cut(source, Slicing.into(parts, table, scope));
    Map<String, Integer> times = new HashMap<>();
    read(source, table, slices)
        .forEach(rows -> rows.forEach(row -> times.merge(row, 1, Integer::sum)));
    Map<String, Integer> expected = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      if (isInScope(lines.get(i), scope)) {
        expected.put("r" + i, 1);
      }
    }
    assertThat(times, is(expected));
    assertThat(
        slices.stream().map(Slice::number).toList(),
        is(IntStream.range(0, slices.size()).boxed().toList()));
  }

  @Provide
  Arbitrary<List<Line>> lines() {
    Arbitrary<Long> ids =
        Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.longs().between(-5, 5)),
            Tuple.of(2, Arbitraries.longs()),
            Tuple.of(1, Arbitraries.of(Long.MIN_VALUE, Long.MIN_VALUE + 1, 0L, Long.MAX_VALUE)));
    Arbitrary<Integer> marks = Arbitraries.integers().between(0, 12);
    return Combinators.combine(ids.injectNull(0.05), marks.injectNull(0.1))
        .as(Line::new)
        .list()
        .ofMaxSize(30);
  }

  @Provide
  Arbitrary<ReadScope> scopes() {
    Arbitrary<Integer> lows = Arbitraries.integers().between(0, 6).injectNull(0.3);
    Arbitrary<Integer> highs = Arbitraries.integers().between(6, 10);
    Arbitrary<Integer> futures = Arbitraries.integers().between(10, 12).injectNull(0.5);
    return Combinators.combine(lows, highs, futures, Arbitraries.of(true, false))
        .as(SlicesTest::scope)
        .injectNull(0.1)
        .map(scope -> scope == null ? ReadScope.whole() : scope);
  }

  private static ReadScope scope(
      @Nullable Integer low, int high, @Nullable Integer future, boolean isWithUnmarked) {
    ReadScope scope = ReadScope.of(MarkWindow.exact(low == null ? null : mark(low), mark(high)));
    if (future != null) {
      scope = scope.withFuture(mark(future));
    }
    return isWithUnmarked ? scope.withUnmarked() : scope;
  }

  @Property(tries = 60)
  void everyRowIsInOneSliceByKey(
      @ForAll("lines") List<Line> lines, @ForAll("scopes") ReadScope scope) throws SQLException {
    for (TestSource source : TestSource.values()) {
      expectEveryRowOnce(source, BY_KEY, lines, scope, 4);
    }
  }

  @Property(tries = 60)
  void everyRowIsInOneSliceByMark(
      @ForAll("lines") List<Line> lines, @ForAll("scopes") ReadScope scope) throws SQLException {
    for (TestSource source : TestSource.values()) {
      expectEveryRowOnce(source, BY_MARK, lines, scope, 4);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theEndsOfTheTypesRangeAreNoTrouble(TestSource source) throws SQLException {
    SourceTable table =
        table(
            source,
            BY_KEY,
            List.of(
                new Line(Long.MAX_VALUE, 1),
                new Line(-1L, 1),
                new Line(0L, 1),
                new Line(Long.MIN_VALUE, 1)));
    List<Slice> slices = cut(source, Slicing.into(4, table, ReadScope.whole()));
    assertThat(
        read(source, table, slices),
        contains(List.of("r3"), List.of("r1"), List.of("r2"), List.of("r0")));
  }

  @ParameterizedTest
  @EnumSource
  void skewedKeysMakeEqualSlices(TestSource source) throws SQLException {
    List<Line> lines = new ArrayList<>(List.of(new Line(9_000_000_000_000_000_000L, 1)));
    IntStream.range(0, 99).forEach(i -> lines.add(new Line((long) i * i, 1)));
    SourceTable table = table(source, BY_KEY, lines);
    List<Slice> slices = cut(source, Slicing.into(4, table, ReadScope.whole()));
    assertThat(slices.stream().map(Slice::rows).toList(), contains(25L, 25L, 25L, 25L));
    assertThat(
        read(source, table, slices).stream().map(List::size).toList(), contains(25, 25, 25, 25));
  }

  @ParameterizedTest
  @EnumSource
  void manyRowsOfOneInstantAreOneSlice(TestSource source) throws SQLException {
    List<Line> lines = new ArrayList<>(List.of(new Line(0L, 1), new Line(1L, 9)));
    IntStream.range(2, 100).forEach(i -> lines.add(new Line((long) i, 5)));
    SourceTable table = table(source, BY_MARK, lines);
    ReadScope scope = ReadScope.of(MarkWindow.exact(mark(0), mark(9)));
    List<Slice> slices = cut(source, Slicing.into(8, table, scope));
    assertThat(read(source, table, slices).stream().map(List::size).toList(), contains(99, 1));
  }

  @ParameterizedTest
  @EnumSource
  void rowsOfTheFutureAndRowsWithoutAMarkAreSlicesOfTheirOwn(TestSource source)
      throws SQLException {
    List<Line> lines =
        List.of(new Line(1L, 1), new Line(2L, 2), new Line(3L, 11), new Line(4L, null));
    SourceTable table = table(source, BY_KEY, lines);
    ReadScope scope =
        ReadScope.of(MarkWindow.exact(null, mark(2))).withFuture(mark(10)).withUnmarked();
    List<Slice> slices = cut(source, Slicing.into(2, table, scope));
    assertThat(
        read(source, table, slices),
        contains(List.of("r0"), List.of("r1"), List.of("r2"), List.of("r3")));
  }

  @ParameterizedTest
  @EnumSource
  void aKeyThatIsNullIsReadForTheReaderToRefuse(TestSource source) throws SQLException {
    SourceTable table =
        table(source, BY_KEY, List.of(new Line(1L, 1), new Line(null, 1), new Line(2L, 1)));
    List<Slice> slices = cut(source, Slicing.into(3, table, ReadScope.whole()));
    assertThat(
        read(source, table, slices).stream().flatMap(List::stream).sorted().toList(),
        contains("r0", "r1", "r2"));
  }

  @ParameterizedTest
  @EnumSource
  void aSmallLoadIsOneReadAndAsksNothing(TestSource source) throws SQLException {
    SourceTable table = table(source, BY_KEY, List.of());
    Slicing slicing = Slicing.of(table, ReadScope.whole(), 2 * Slicing.MIN_ROWS - 1, 4);
    List<Slice> slices =
        slicing.cut(
            (sql, marks) -> {
              throw new AssertionError("asked " + sql);
            });
    assertThat(slices, contains(new Slice(0, null, List.of(), 2 * Slicing.MIN_ROWS - 1)));
  }

  @ParameterizedTest
  @EnumSource
  void aTableThatWasEmptiedMeanwhileIsOneRead(TestSource source) throws SQLException {
    SourceTable table = table(source, BY_KEY, List.of());
    assertThat(
        source.database().slices(table, ReadScope.whole(), 10 * Slicing.MIN_ROWS), hasSize(1));
  }

  @Test
  void theNumberOfPartsFollowsTheRowsUpToFourForEachLane() {
    assertThat(Slicing.parts(0, 4), is(1));
    assertThat(Slicing.parts(199_999, 4), is(1));
    assertThat(Slicing.parts(200_000, 4), is(2));
    assertThat(Slicing.parts(Long.MAX_VALUE, 4), is(16));
    assertThat(Slicing.parts(Long.MAX_VALUE, 1), lessThanOrEqualTo(4));
  }

  @ParameterizedTest
  @EnumSource
  void futureRowsInsideTheWindowAreRefused(TestSource source) throws SQLException {
    SourceTable table = table(source, BY_KEY, List.of());
    ReadScope scope = ReadScope.of(MarkWindow.exact(null, mark(9))).withFuture(mark(8));
    assertThat(
        assertThrows(
                IllegalArgumentException.class, () -> cut(source, Slicing.into(1, table, scope)))
            .getMessage(),
        containsString("lie in the window"));
  }
}
