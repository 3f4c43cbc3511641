// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.calendar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MonthIndexTest {
  @ParameterizedTest
  @CsvSource({
    "2024-01-01, 24288, 2024-01-01, 2024-01-31",
    "2024-02-29, 24289, 2024-02-01, 2024-02-29",
    "2023-12-31, 24287, 2023-12-01, 2023-12-31",
    "0001-01-01, 12, 0001-01-01, 0001-01-31",
    "9999-12-31, 119999, 9999-12-01, 9999-12-31"
  })
  void aDateHasOneMonthAndAMonthItsTwoEnds(
      LocalDate date, int month, LocalDate first, LocalDate last) {
    assertThat(MonthIndex.of(date), is(month));
    assertThat(MonthIndex.ofEpochDay(date.toEpochDay()), is(month));
    assertThat(MonthIndex.firstDay(month), is(first));
    assertThat(MonthIndex.lastDay(month), is(last));
    assertThat(MonthIndex.firstDay(date), is(first));
  }
}
