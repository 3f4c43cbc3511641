// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import dev.tidemark.pipelines.config.OverlapSize;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.source.Mark;
import dev.tidemark.pipelines.source.MarkWindow;
import dev.tidemark.pipelines.source.ReadScope;
import dev.tidemark.pipelines.source.SourceTable;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.source.TableRef;
import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Marks of every type, compared with the values that landing makes of them. */
class LoadMarksTest {

  private static final ZoneId LONDON = ZoneId.of("Europe/London");

  private final TableContract contract;

  LoadMarksTest(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("note.yaml");
    Files.writeString(
        file,
        """
        table: Note
        schema: t
        key: [Id]
        columns:
          - {name: Id, type: BIGINT, nullable: false}
          - {name: NaiveAt, type: DATETIME2(6)}
          - {name: ZonedAt, type: DATETIMEOFFSET}
          - {name: NotedOn, type: DATE}
          - {name: Revision, type: INT}
        """);
    contract = TableContract.load(file);
  }

  @BeforeEach
  void createTable() throws SQLException {
    TestSource.H2.fresh(
        "CREATE TABLE t.Note (Id BIGINT PRIMARY KEY, NaiveAt TIMESTAMP(6), ZonedAt TIMESTAMP(6)"
            + " WITH TIME ZONE, NotedOn DATE, Revision INT)");
  }

  @Test
  void naiveTimesAreJudgedInTheZoneOfTheTable() {
    // summer time: 10:00 in London is 09:00Z
    Mark low = Mark.of(LocalDateTime.parse("2024-07-01T10:00:00"));
    Mark clock = Mark.of(LocalDateTime.parse("2024-07-02T10:00:00.000001"));

    assertThat(
        judged(
            "NaiveAt",
            low,
            clock,
            """
            2024-07-01T08:45:00Z
            2024-07-01T08:59:59.999999Z
            2024-07-01T09:00:00Z
            2024-07-01T09:00:00.000001Z
            2024-07-02T09:00:00.000001Z
            2024-07-02T09:00:00.000002Z
            null
            """),
        contains("again by 900000000", "again by 1", "again by 0", "new", "new", "future", "new"));
  }

  @Test
  void zonedTimesAreJudgedAsInstants() {
    Mark low = Mark.of(OffsetDateTime.parse("2024-07-01T11:00:00+02:00"));
    Mark clock = Mark.of(OffsetDateTime.parse("2024-07-02T09:00:00Z"));

    assertThat(
        judged(
            "ZonedAt",
            low,
            clock,
            "2024-07-01T09:00:00Z\n2024-07-01T09:00:00.000001Z\n2024-07-02T09:00:00.000001Z\n"),
        contains("again by 0", "new", "future"));
  }

  @Test
  void daysAreJudgedAsDays() {
    Mark low = Mark.of(LocalDate.parse("2024-07-02"));
    Mark clock = Mark.of(LocalDate.parse("2024-07-03"));

    assertThat(
        judged("NotedOn", low, clock, "2024-07-01\n2024-07-02\n2024-07-03\n2024-07-04\n"),
        contains("again by 86400000000", "again by 0", "new", "future"));
  }

  @Test
  void numbersAreNeverOfTheFutureAndHaveNoLateness() {
    assertThat(
        judged("Revision", Mark.of(5), null, "4\n5\n6\n2147483647\n"),
        contains("again by 0", "again by 0", "new", "new"));
  }

  @Test
  void aFirstLoadHasNoOverlap() {
    Mark clock = Mark.of(LocalDate.parse("2024-07-03"));

    assertThat(
        judged("NotedOn", null, clock, "1970-01-01\n2024-07-04\n"), contains("new", "future"));
  }

  @Test
  void aTableThatIsReadWholeIsNotJudged() {
    SourceTable whole =
        JdbcSourceDatabase.of(TestSource.H2.config())
            .check(contract, TableRef.of(contract).whole());
    LoadMarks marks = LoadMarks.of(new TableLoad("Note", whole, ReadScope.whole(), Instant.EPOCH));

    assertThat(marks.column(), is(nullValue()));
    assertThat(judged(marks, "NotedOn", "2999-01-01\n"), contains("new"));
  }

  private List<String> judged(
      String column, @Nullable Mark low, @Nullable Mark clock, String values) {
    SourceTable table =
        JdbcSourceDatabase.of(TestSource.H2.config())
            .check(contract, TableRef.of(contract).withWatermark(column).withZone(LONDON));
    Mark high = clock == null ? Mark.of(6) : clock;
    ReadScope scope = ReadScope.of(MarkWindow.of(low, high, OverlapSize.byDefault(), LONDON));
    return judged(
        LoadMarks.of(
            new TableLoad(
                "Note", table, clock == null ? scope : scope.withFuture(clock), Instant.EPOCH)),
        column,
        values);
  }

  private List<String> judged(LoadMarks marks, String column, String values) {
    Schema landed = contract.landingSchema();
    String landedName = contract.readBy(column).watermark();
    RowLayout layout = RowLayout.of(landed);
    StringBuilder text = new StringBuilder("id | _run_id | _extracted_at | _source | ");
    text.append(landedName).append('\n');
    values.lines().forEach(v -> text.append("1 | r | 2024-07-02T09:00:00Z | s | " + v + "\n"));
    RowBlocks rows = RowBlocks.of(landed, Rows.table(landed, text.toString()));
    LoadMarks.Reader reader = marks.in(layout);
    RowView row = new RowView(layout);
    List<String> judged = new ArrayList<>();
    for (long ref : rows.refs()) {
      row.at(rows, ref);
      judged.add(
          reader.isFuture(row)
              ? "future"
              : reader.isReadAgain(row) ? "again by " + reader.lateness(row) : "new");
    }
    return judged;
  }
}
