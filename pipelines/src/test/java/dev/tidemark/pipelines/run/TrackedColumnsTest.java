// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static dev.tidemark.pipelines.run.WorkedExample.coverholder;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.tidemark.pipelines.nightly.KeyCompare;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.testing.MutableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists of tracked columns that are set, change, or name a column that is new. */
class TrackedColumnsTest {

  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");
  private static final DateTimeFormatter SQL_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");
  private static final String OTHER_LISTS =
      """
      trackedColumns:
        coverholder: [coverholder_name]
        contract_section: [gpi_limit, class_of_business]
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @SuppressWarnings("NullAway.Init")
  private WorkedExample source;

  private int nights;

  @BeforeEach
  void makeTheSource() throws SQLException, IOException {
    source = WorkedExample.in(TestSource.H2);
  }

  @Test
  void aListThatChangedMakesTheHistoryAndTheFactsThatPointIntoItAgainThoughNothingIsNew()
      throws SQLException {
    Installation lake = lake("lake", "");
    Installation other = lake("other", OTHER_LISTS);
    for (Installation each : List.of(lake, other)) {
      night(each);
    }
    source.execute(
        "UPDATE ref.Coverholder SET Status = 'SUSPENDED', ModifiedDate = '2024-02-01 00:00:00' WHERE"
            + " CoverholderId = 'CH001'",
        // a default list tracks the currency, the other does not
        "UPDATE ref.ContractSection SET SectionCurrency = 'EUR', ModifiedDate = '2024-01-15 00:00:00'"
            + " WHERE UMR = 'B0999CH001'");
    for (Installation each : List.of(lake, other)) {
      night(each);
    }
    assertThat(lake.digests(), is(not(other.digests())));

    Installation changed = lake("lake", OTHER_LISTS);
    List<String> reasons =
        List.of(
            "dim_contract_section_history is made again: trackedColumns.contract_section was"
                + " [bordereau_due_days, bordereau_interval, broker_code, class_of_business,"
                + " commission_pct_default, coverholder_id, gpi_currency, gpi_limit,"
                + " gpi_notifiable_pct, period_from, period_to, risk_code, section_currency,"
                + " year_of_account] and is [class_of_business, gpi_limit], and all facts with it",
            "dim_coverholder_history is made again: trackedColumns.coverholder was"
                + " [country_code, coverholder_name, coverholder_pin, status] and is"
                + " [coverholder_name]");
    assertThat(plan(changed), is(reasons));
    RunSummary run = night(changed);

    assertThat(run.outcome(), is(RunSummary.Outcome.LOADED));
    assertThat(run.rebuilt(), is(reasons));
    assertThat(changed.digests(), is(other.digests()));
    assertThat(changed.differences(), is(empty()));
    assertThat(plan(changed), is(empty()));
    assertThat(night(changed).outcome(), is(RunSummary.Outcome.EMPTY));
    Installation inOtherOrder =
        lake(
            "lake",
            OTHER_LISTS.replace("gpi_limit, class_of_business", "class_of_business, gpi_limit"));
    assertThat(plan(inOtherOrder), is(empty()));
    assertThat(night(inOtherOrder).outcome(), is(RunSummary.Outcome.EMPTY));
  }

  @Test
  void aDimensionThatTracksNothingHasOneVersionOfAKeyUntilItIsDeletedAndCountsWhatOpenedNone()
      throws SQLException {
    Installation lake = lake("lake", "trackedColumns: {coverholder: []}\n");
    night(lake);
    source.execute(
        "UPDATE ref.Coverholder SET Status = 'SUSPENDED', ModifiedDate = '2024-02-01 00:00:00' WHERE"
            + " CoverholderId = 'CH001'",
        // at the mark, where rows are read again: another image of one time
        "UPDATE ref.Coverholder SET Status = 'SUSPENDED' WHERE CoverholderId = 'CH020'");
    RunSummary second = night(lake);

    assertThat(versions(lake, "CH001"), contains("SUSPENDED since 2024-01-01T00:00:00Z"));
    assertThat(
        met(second, "coverholder"),
        is(new HistorySummary("gold/dim_coverholder_history", 20, 1, 1, 1, 1)));

    source.execute("DELETE FROM ref.Coverholder WHERE CoverholderId = 'CH001'");
    lake.compare("compare", NIGHT.plus(Duration.ofDays(nights)), KeyCompare.whole());
    assertThat(versions(lake, "CH001"), contains("SUSPENDED since 2024-01-01T00:00:00Z deleted"));

    Instant now = lake.sourceClock();
    source.execute(coverholder("CH001", SQL_TIME.format(now.atOffset(ZoneOffset.UTC))));
    RunSummary last = night(lake);
    assertThat(
        versions(lake, "CH001"),
        contains("null since 2024-01-01T00:00:00Z deleted", "null since " + now));
    assertThat(
        met(last, "coverholder"),
        is(new HistorySummary("gold/dim_coverholder_history", 21, 1, 0, 1, 0)));
  }

  @Test
  void aNewColumnOfAContractFillsInPlaceUntilItIsTrackedAndThenOpensAVersion()
      throws SQLException, IOException {
    night(lake("lake", ""));
    Files.writeString(
        folder.resolve("broker.yaml"),
        """
        table: Broker
        schema: ref
        key: [BrokerCode]
        watermark: ModifiedDate
        columns:
          - {name: BrokerCode, type: CHAR(4), nullable: false}
          - {name: BrokerName, type: NVARCHAR(200), nullable: false}
          - {name: Pseudonym, type: VARCHAR(10)}
          - {name: Rating, type: VARCHAR(5)}
          - {name: ModifiedDate, type: DATETIME2(6)}
        """);
    source.execute(
        "ALTER TABLE ref.Broker ADD Rating VARCHAR(5)",
        "UPDATE ref.Broker SET Rating = 'AA', ModifiedDate = '2024-02-01 00:00:00'");
    String contract = "tables:\n  Broker: {contract: " + folder.resolve("broker.yaml") + "}\n";
    Installation untracked = lake("lake", contract);
    night(untracked);
    assertThat(ratings(untracked), contains("AA since 2024-01-01T00:00:00Z"));

    Installation tracked =
        lake("lake", contract + "trackedColumns: {broker: [broker_name, pseudonym, rating]}\n");
    night(tracked);
    assertThat(
        ratings(tracked),
        contains("null since 2024-01-01T00:00:00Z", "AA since 2024-02-01T00:00:00Z"));
    assertThat(tracked.differences(), is(empty()));
  }

  private Installation lake(String name, String settings) {
    return new Installation(source.url(), folder.resolve(name), settings);
  }

  private RunSummary night(Installation lake) {
    nights++;
    return lake.run("night-" + nights, NIGHT.plus(Duration.ofDays(nights)));
  }

  private static List<String> plan(Installation lake) {
    return new Preview(
            lake.config(),
            Set.of(),
            JdbcSourceDatabase.of(lake.config().source()),
            lake.store(),
            MutableClock.at(NIGHT))
        .plan()
        .rebuilds();
  }

  private static HistorySummary met(RunSummary run, String dimension) {
    return run.histories().stream()
        .filter(history -> history.table().equals("gold/dim_" + dimension + "_history"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> versions(Installation lake, String coverholder) {
    return lake.rows("gold/dim_coverholder_history").stream()
        .filter(row -> coverholder.equals(row.getString("coverholder_id")))
        .map(row -> text(row, "status"))
        .sorted()
        .toList();
  }

  private static List<String> ratings(Installation lake) {
    return lake.rows("gold/dim_broker_history").stream()
        .sorted(Comparator.comparing((Row row) -> text(row, "valid_from")))
        .map(row -> text(row, "rating"))
        .toList();
  }

  private static String text(Row row, String column) {
    return row.getValue(column)
        + " since "
        + row.getLogicalTypeValue("valid_from", Instant.class)
        + (Boolean.TRUE.equals(row.getBoolean("is_deleted")) ? " deleted" : "");
  }
}
