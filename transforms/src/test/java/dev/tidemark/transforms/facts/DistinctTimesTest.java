// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
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
    assertThat(new DistinctTimes().toBytes().length, is(0));
  }

  /** 1 and 127 micros take one byte each, the 128 between 127 and 255 two: 0x80 0x01. */
  @Test
  void writtenTheyAreTheStepsFromOneToTheNextEachWithItsRows() {
    DistinctTimes times = new DistinctTimes();
    for (long time : new long[] {255, 1, 127, 255}) {
      times.add(time);
    }

    assertThat(times.toBytes(), is(new byte[] {1, 1, 126, 1, (byte) 0x80, 1, 2}));
  }

  @Test
  void aTimeStaysUntilItsLastRowIsTakenAway() {
    DistinctTimes times = new DistinctTimes();
    for (long time : new long[] {5, 7, 5}) {
      times.add(time);
    }
    byte[] five = written(List.of(5L));

    times.removeAll(five);
    assertThat(times.count(), is(2));

    times.removeAll(five);
    assertThat(times.count(), is(1));
    assertThat(times.first(), is(7L));
  }

  @Test
  void aRowThatIsNotThereCannotBeTakenAway() {
    DistinctTimes times = new DistinctTimes();
    times.add(5);
    times.removeAll(written(List.of(5L, 7L)));

    assertThat(
        assertThrows(ArithmeticException.class, times::toBytes).getMessage(),
        is("a time is of -1 rows"));
  }

  /** However they are divided, written parts add up to the times of all, and are taken away. */
  @Property(tries = 300)
  void partsThatShareTimesAddUpToDistinctOnes(
      @ForAll @Size(max = 5) List<@Size(max = 20) List<@From("times") Long>> parts) {
    DistinctTimes all = new DistinctTimes();
    TreeSet<Long> set = new TreeSet<>();
    for (List<Long> part : parts) {
      set.addAll(part);
      all.addAll(written(part));
    }

    assertThat(all.count(), is(set.size()));
    assertThat(all.toBytes(), is(written(parts.stream().flatMap(List::stream).toList())));
    if (!set.isEmpty()) {
      assertThat(all.first(), is(set.first()));
      assertThat(all.last(), is(set.last()));
    }
    for (int taken = 0; taken < parts.size(); taken++) {
      all.removeAll(written(parts.get(taken)));
      assertThat(
          all.toBytes(),
          is(
              written(
                  parts.subList(taken + 1, parts.size()).stream().flatMap(List::stream).toList())));
    }
  }

  private static byte[] written(List<Long> rows) {
    DistinctTimes times = new DistinctTimes();
    rows.forEach(times::add);
    return times.toBytes();
  }

  /** Few, so that parts share some, and the ends of what a time may be. */
  @Provide
  Arbitrary<Long> times() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(-3, 3),
        Arbitraries.longs().between(1_704_067_200_000_000L, 1_704_067_200_000_003L),
        Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE),
        Arbitraries.longs());
  }
}
