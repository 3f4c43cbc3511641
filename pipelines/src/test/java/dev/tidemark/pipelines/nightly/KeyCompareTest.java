// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.time.YearMonth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyCompareTest {

  @ParameterizedTest
  @CsvSource({
    "100, 5, true",
    "100, 6, false",
    // 5 % of 99 are 4.95
    "99, 4, true",
    "99, 5, false",
    // one of 19 is more than 5 %, one of 20 is not
    "19, 1, false",
    "20, 1, true",
    "0, 0, true",
    "1, 1, false",
    "40000000000, 2000000000, true",
    "40000000000, 2000000001, false",
  })
  void theFuseBearsFivePerCentExactly(long live, long deleted, boolean allowed) {
    KeyCounts counts = new KeyCounts(live, live - deleted, live - deleted, deleted);

    assertThat(KeyCompare.whole().allows(counts), is(allowed));
    assertThat(KeyCompare.whole().withFuseLifted().allows(counts), is(true));
  }

  @Test
  void aScopeNeedsRowsAtTheSourceAndHasNoFuse() {
    KeyCompare scoped =
        KeyCompare.whole().within(BordereauScope.of("B0999CH001", "S1", YearMonth.of(2024, 3)));

    assertThat(scoped.allows(new KeyCounts(10, 100, 1, 10)), is(true));
    assertThat(scoped.allows(new KeyCounts(10, 100, 0, 10)), is(false));
    assertThat(scoped.withFuseLifted().allows(new KeyCounts(10, 100, 0, 10)), is(false));
  }
}
