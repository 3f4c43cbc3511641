// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.islands;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.calendar.ReportingInterval;
import dev.tidemark.transforms.islands.MissingPeriods.Contract;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MissingPeriodsTest {
  private static final Contract YEAR_2024 = contract("2024-01-01", "2024-12-31", "MONTHLY", 15);

  @Test
  void theWorkedExampleLacksFebruaryOfS2AndMarchOfS1() {
    assertThat(missing(YEAR_2024, "2024-04-20", "2024-01", "2024-03"), contains("2024-02 GAP"));
    assertThat(
        missing(YEAR_2024, "2024-04-20", "2024-01", "2024-02"), contains("2024-03 TRAILING"));
  }

  @Test
  void aBordereauIsMissingFromTheDayAfterItWasDue() {
    assertThat(missing(YEAR_2024, "2024-04-15", "2024-01", "2024-02"), empty());
    assertThat(
        missing(YEAR_2024, "2024-04-16", "2024-01", "2024-02"), contains("2024-03 TRAILING"));
  }

  @Test
  void withoutADueDateBetweenTheSameIsMissingAsOfBoth() {
    LocalDate from = LocalDate.of(2024, 4, 15);
    // March was due on 15 April: missing from the day after, so that day counts and the next one
    // not
    assertThat(MissingPeriods.anyFallsDue(YEAR_2024, from, from.plusDays(1)), is(true));
    assertThat(
        MissingPeriods.anyFallsDue(YEAR_2024, from.plusDays(1), from.plusDays(30)), is(false));
    assertThat(
        missing(YEAR_2024, "2024-04-16"), is(missing(YEAR_2024, from.plusDays(30).toString())));
    assertThat(
        MissingPeriods.anyFallsDue(YEAR_2024, from.plusDays(1), from.plusDays(31)), is(true));
    assertThat(
        MissingPeriods.anyFallsDue(YEAR_2024, LocalDate.of(2026, 1, 1), LocalDate.of(2030, 1, 1)),
        is(false));
  }

  @Test
  void aSectionThatNeverReportedLeads() {
    assertThat(missing(YEAR_2024, "2024-03-31"), contains("2024-01 LEADING", "2024-02 LEADING"));
  }

  @Test
  void monthsBeforeTheFirstSubmissionLead() {
    assertThat(
        missing(YEAR_2024, "2024-05-20", "2024-03"),
        contains("2024-01 LEADING", "2024-02 LEADING", "2024-04 TRAILING"));
  }

  @Test
  void firstAndLastLookOutsideThePeriodToo() {
    assertThat(missing(YEAR_2024, "2024-02-20", "2023-12"), contains("2024-01 TRAILING"));
    assertThat(
        missing(YEAR_2024, "2024-03-20", "2023-12", "2025-03"),
        contains("2024-01 GAP", "2024-02 GAP"));
    assertThat(missing(YEAR_2024, "2024-02-20", "2025-03"), contains("2024-01 LEADING"));
  }

  @Test
  void nothingIsOwedOutsideThePeriod() {
    Contract quarter = contract("2024-01-15", "2024-03-14", "MONTHLY", 0);
    assertThat(
        missing(quarter, "2030-01-01"),
        contains("2024-01 LEADING", "2024-02 LEADING", "2024-03 LEADING"));
    assertThat(missing(contract("2024-03-01", "2024-01-31", "MONTHLY", 0), "2030-01-01"), empty());
  }

  @Test
  void aQuarterIsOwedOnceByTheMonthThatNamesIt() {
    // quarters Feb–Apr, May–Jul, Aug–Oct, Nov–Jan, due on 15 May, 15 August, 15 November, 15
    // February
    Contract quarterly = contract("2024-02-15", "2025-02-14", "QUARTERLY", null);
    assertThat(missing(quarterly, "2024-11-16", "2024-02", "2024-08"), contains("2024-07 GAP"));
    assertThat(
        missing(quarterly, "2024-11-16", "2024-06"),
        contains("2024-04 LEADING", "2024-10 TRAILING"));
    assertThat(missing(quarterly, "2024-11-15", "2024-02", "2024-05"), empty());
  }

  private static Contract contract(
      String from, String to, String interval, @Nullable Integer dueDays) {
    return new Contract(
        LocalDate.parse(from), LocalDate.parse(to), ReportingInterval.parse(interval), dueDays);
  }

  private static List<String> missing(Contract contract, String asOf, String... months) {
    List<Integer> submitted =
        Stream.of(months).map(month -> MonthIndex.of(LocalDate.parse(month + "-01"))).toList();
    return MissingPeriods.find(contract, submitted, LocalDate.parse(asOf)).stream()
        .map(period -> period.missingMonth().toString().substring(0, 7) + " " + period.kind())
        .toList();
  }
}
