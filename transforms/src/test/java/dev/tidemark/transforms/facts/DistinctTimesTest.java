// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistinctTimesTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 9, 100, 5000})
  void theyAreThoseOfASetHoweverOftenTheyCome(int bound) {
    Random random = new Random(bound);
    DistinctTimes times = new DistinctTimes();
    TreeSet<Long> set = new TreeSet<>();
    for (int i = 0; i < 3000; i++) {
      long time = random.nextInt(bound) - bound / 2;
      times.add(time);
      set.add(time);
      if (i % 500 == 0) {
        assertThat(times.count(), is(set.size()));
      }
    }

    assertThat(times.count(), is(set.size()));
    assertThat(times.first(), is(set.first()));
    assertThat(times.last(), is(set.last()));
  }

  @Test
  void theFirstAndTheLastAreKnownInAnyOrder() {
    DistinctTimes times = new DistinctTimes();
    times.add(2);
    times.add(1);
    assertThat(times.first(), is(1L));

    times.add(3);
    times.add(0);
    assertThat(times.last(), is(3L));
  }

  @Test
  void thereMayBeNone() {
    assertThat(new DistinctTimes().count(), is(0));
  }
}
