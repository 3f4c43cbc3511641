// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static dev.tidemark.testing.RowMatchers.hasRows;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.Set;
import org.junit.jupiter.api.Test;

class Type1DimensionsTest {

  @Test
  void dimDateHasEveryDayOfSixtyYearsAndTheUnknownOne() {
    assertThat(Type1Dimensions.days().count(), is(60L * 365 + 15 + 1));
  }

  /** 29 February 2024 was a Thursday, the 21st working day; 31 March 2024 a Sunday. */
  @Test
  void aDayTellsItsMonthQuarterAndWorkingDay() {
    Set<Integer> some = Set.of(0, 19900101, 20240229, 20240331, 20491231);

    assertThat(
        Type1Dimensions.days().filter(day -> some.contains(day.getInt32("date_key"))).toList(),
        hasRows(
            Type1Dimensions.DATE_SCHEMA,
            """
            date_key | full_date  | year | quarter | month | month_start | month_end  | iso_day_of_week | is_month_end | working_day_in_month
            0        | null       | null | null    | null  | null        | null       | null            | null         | null
            19900101 | 1990-01-01 | 1990 | 1       | 1     | 1990-01-01  | 1990-01-31 | 1               | false        | 1
            20240229 | 2024-02-29 | 2024 | 1       | 2     | 2024-02-01  | 2024-02-29 | 4               | true         | 21
            20240331 | 2024-03-31 | 2024 | 1       | 3     | 2024-03-01  | 2024-03-31 | 7               | true         | null
            20491231 | 2049-12-31 | 2049 | 4       | 12    | 2049-12-01  | 2049-12-31 | 5               | true         | 23
            """));
  }
}
