// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static dev.tidemark.testing.MetricMatchers.hasCounter;
import static dev.tidemark.testing.OptionsMatchers.hasOptions;
import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasNoRows;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.testing.RowMatchers.hasRowsInOrder;
import static dev.tidemark.testing.Samples.LEDGER;
import static dev.tidemark.testing.SchemaMatchers.matchesContract;
import static dev.tidemark.testing.SchemaMatchers.sameSchemaAs;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;

/**
 * Keeps {@code docs/testing-kit.md} true: its code stands here and in {@link DoubleAmountsTest},
 * where it is run, and each of its messages is one that a test below has seen.
 */
class TutorialTest {

  private static final String TABLE =
      """
      account | month   | amount  | note
      1       | 2026-01 | 1200.00 | first
      1       | 2026-02 | 0.50    | null
      2       | 2026-01 | null    | ""
      """;

  private static final List<String> SEEN = new ArrayList<>();
  private static TutorialPage page = new TutorialPage(List.of(), List.of());

  @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

  @RegisterExtension
  final EmbeddedDatabase source =
      EmbeddedDatabase.inMode("MSSQLServer")
          .withTable(
              "ledger.Entry",
              "Id BIGINT PRIMARY KEY, Amount DECIMAL(18,2), ModifiedDate DATETIME2(6)",
              """
              Id | Amount  | ModifiedDate
              1  | 1200.00 | 2026-01-31 10:15:00.123456
              2  | null    | 2026-02-01 00:00:00
              """);

  @BeforeAll
  static void readThePage() throws IOException {
    page = TutorialPage.read();
  }

  /** A message that no test sees is one that nobody checks. */
  @AfterAll
  static void everyMessageOfThePageWasSeen() {
    List<String> unseen = new ArrayList<>(page.messages());
    unseen.removeAll(SEEN);
    assertThat(unseen, is(empty()));
  }

  @Test
  void everyBlockOfCodeIsPartOfATestThatRuns() throws IOException {
    StringBuilder sources = new StringBuilder();
    for (String name : List.of("TutorialTest", "DoubleAmountsTest", "Samples")) {
      sources.append(
          Files.readString(Path.of("src/test/java/dev/tidemark/testing", name + ".java")));
    }
    String run = TutorialPage.essence(sources.toString());
    for (String code : page.code()) {
      assertThat(code, run, containsString(TutorialPage.essence(code)));
    }
  }

  @Test
  void aPipelineThatIsForgotten() {
    see(JUnitRun.failure(Forgetful.class, "everyAmountIsDoubled").orElseThrow());
  }

  @Test
  void aCellThatCannotBeRead() {
    see(
        assertThrows(
            IllegalArgumentException.class,
            () -> Rows.table(LEDGER, "account | month | amount\n1 | a | 0.05\n2 | a | 0.005")));
  }

  @Test
  void rowsCompared() {
    String table = "account | month | amount\n1 | 2026-01 | 1200.00";
    List<Row> expectedRows = Rows.table(LEDGER, table);
    List<Row> rows = expectedRows;

    assertThat(rows, hasRows(LEDGER, table));
    assertThat(rows, hasRows(expectedRows));
    assertThat(rows, hasRowsInOrder(LEDGER, table));
    assertThat(rows, hasRows(LEDGER, table).byKey("account", "month"));
    assertThat(rows, hasRows(LEDGER, table).onColumns("account", "amount"));
    assertThat(rows, hasCells(LEDGER, "account | amount\n1 | 1200.00"));
    assertThat(rows, hasRows(LEDGER, table).withTolerance(1e-9));
    assertThat(List.of(), hasNoRows());
  }

  @Test
  void rowsThatDiffer() {
    List<Row> rows =
        Rows.table(
            LEDGER,
            """
            account | month   | amount  | note
            1       | 2026-01 | 1200.01 | first
            1       | 2026-02 | 0.50    | null
            3       | 2026-01 | 7.00    | new
            """);

    seeFailure(() -> assertThat(rows, hasRows(LEDGER, TABLE).byKey("account", "month")));
  }

  @Test
  void insideAPipeline() {
    String table = "account | month | amount\n1 | 2026-01 | 1200.00\n2 | 2026-01 | null";
    PCollection<Row> totals = pipeline.apply("Totals", Rows.create(LEDGER, table));
    PCollection<Row> rejected = pipeline.apply("Rejected", Rows.create(LEDGER, List.of()));

    PAssertRows.that(totals).match(hasRows(LEDGER, table).byKey("account"));
    PAssertRows.that("nothing is rejected", rejected).isEmpty();
    PAssertRows.that(totals).hasSchema(LEDGER);
    totals.apply(new DoubleAmounts());
    PipelineResult result = pipeline.run();

    seeFailure(() -> assertThat(result, hasCounter(DoubleAmounts.class, DoubleAmounts.ROWS, 3)));
  }

  @Test
  void schemasAndContracts() throws IOException {
    Schema actual = Schemas.of(Schemas.describe(LEDGER));
    Schema shuffled =
        Schemas.of(
            "month STRING NOT NULL, account INT32 NOT NULL, amount DECIMAL(18,2), ratio DOUBLE,"
                + " note STRING");

    assertThat(actual, sameSchemaAs(LEDGER));
    assertThat(shuffled, sameSchemaAs(LEDGER).inAnyOrder());
    assertThat(
        actual,
        matchesContract(Path.of("src/test/contracts/ledger.txt"))
            .keyedBy("account", "month")
            .rewrittenIfSet("WRITE_CONTRACTS"));
    see(Files.readString(Path.of("src/test/contracts/ledger.txt")));
  }

  @Test
  void schemasThatDiffer() {
    Schema retyped =
        Schemas.of(
            "account INT32 NOT NULL, month STRING, amount DECIMAL(18,4), ratio DOUBLE,"
                + " remark STRING NOT NULL");
    Schema renamed =
        Schemas.of(
            "account INT32 NOT NULL, period STRING NOT NULL, amount DECIMAL(18,4), ratio DOUBLE,"
                + " note STRING");

    seeFailure(() -> assertThat(retyped, sameSchemaAs(LEDGER)));
    seeFailure(
        () ->
            assertThat(
                renamed,
                matchesContract(Path.of("src/test/contracts/ledger.txt"))
                    .keyedBy("account", "period")
                    .rewrittenIfSet("WRITE_CONTRACTS")));
  }

  @Test
  void theSameOnEveryRunner() {
    String table = "account | month | amount\n1 | 2026-01 | 600.00\n1 | 2026-02 | null";

    Map<String, List<Row>> outputs =
        RunnerParity.of("--runner=DirectRunner")
            .and("--runner=DirectRunner", "--targetParallelism=1")
            .comparing("doubled", rows -> rows.byKey("account", "month"))
            .assertSameRows(
                pipeline ->
                    Map.of(
                        "doubled",
                        pipeline.apply(Rows.create(LEDGER, table)).apply(new DoubleAmounts())));

    assertThat(
        outputs.get("doubled"),
        hasCells(LEDGER, "month | amount\n2026-01 | 1200.00\n2026-02 | null"));
  }

  @Test
  void runnersThatDiffer() {
    String table = "account | month | amount\n1 | 2026-01 | 1200.0%d\n1 | 2026-02 | null";

    seeFailure(
        () ->
            RunnerParity.of("--runner=DirectRunner")
                .and("--runner=DirectRunner", "--targetParallelism=1")
                .comparing("doubled", rows -> rows.byKey("account", "month"))
                .assertSameRows(
                    p -> {
                      int pennies =
                          p.getOptions().as(DirectOptions.class).getTargetParallelism() == 1
                              ? 1
                              : 0;
                      return Map.of(
                          "doubled", p.apply(Rows.create(LEDGER, table.formatted(pennies))));
                    }));
  }

  @Test
  void aSourceToReadFrom() throws SQLException {
    source.insert("ledger.Entry", "Id | Amount\n3 | 0.50");
    source.execute("DELETE FROM ledger.Entry WHERE Id = 1");

    try (Connection connection = source.connect();
        Statement statement = connection.createStatement();
        ResultSet sum = statement.executeQuery("SELECT count(*), sum(Amount) FROM ledger.Entry")) {
      sum.next();
      assertThat(sum.getLong(1), is(2L));
      assertThat(sum.getBigDecimal(2), is(new BigDecimal("0.50")));
    }
  }

  @Test
  void time() {
    MutableClock clock = MutableClock.at("2026-01-31T23:59:59Z");
    clock.advance(Duration.ofSeconds(1));
    assertThat(LocalDate.now(clock), is(LocalDate.of(2026, 2, 1)));
  }

  @Test
  void options() {
    assertThat(
        LedgerOptions.class,
        hasOptions(
            """
            option | default | example
            root   | null    | /data/ledger
            tables | null    | Account,Entry
            dryRun | false   | true
            """));
  }

  @Test
  void optionsThatDiffer() {
    seeFailure(
        () ->
            assertThat(
                Later.LedgerOptions.class,
                hasOptions(
                    """
                    option | default | example
                    root   | null    | /data/ledger
                    tables | Account | Account,Entry
                    dryRun | false   | true
                    """)));
  }

  /** The options of the tutorial. */
  public interface LedgerOptions extends PipelineOptions {

    @Description("Where the ledger lies")
    @Nullable String getRoot();

    void setRoot(@Nullable String root);

    @Description("Only these tables")
    @Nullable List<String> getTables();

    void setTables(@Nullable List<String> tables);

    @Description("Tells what it would do")
    boolean getDryRun();

    void setDryRun(boolean dryRun);
  }

  /** The same options with one that came later. */
  static final class Later {

    /** Has the name that its messages tell. */
    public interface LedgerOptions extends PipelineOptions {

      @Description("Where the ledger lies")
      @Nullable String getRoot();

      void setRoot(@Nullable String root);

      @Description("Only these tables")
      @Nullable List<String> getTables();

      void setTables(@Nullable List<String> tables);

      @Description("Tells what it would do")
      boolean getDryRun();

      void setDryRun(boolean dryRun);

      int getPageSize();

      void setPageSize(int pageSize);
    }

    private Later() {}
  }

  /** Run by a test above only: a nested class is invisible to the build. */
  static class Forgetful {

    @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

    @Test
    void everyAmountIsDoubled() {
      PCollection<Row> rows = pipeline.apply(Rows.create(LEDGER, TABLE));
      PAssertRows.that(rows.apply(new DoubleAmounts())).hasSchema(LEDGER);
    }
  }

  private static void seeFailure(Executable failing) {
    see(assertThrows(AssertionError.class, failing));
  }

  private static void see(Throwable failure) {
    see(String.valueOf(failure.getMessage()));
  }

  private static void see(String message) {
    assertThat(page.messages(), hasItem(message.strip()));
    SEEN.add(message.strip());
  }
}
