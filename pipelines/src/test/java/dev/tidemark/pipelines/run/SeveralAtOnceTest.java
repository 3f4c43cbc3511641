// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SeveralAtOnceTest {

  private final List<Integer> begun = Collections.synchronizedList(new ArrayList<>());

  @Test
  void asManyAreUnderWayAtOnceAsMayBe() {
    CyclicBarrier allThree = new CyclicBarrier(3);
    assertThat(
        SeveralAtOnce.each(
            3,
            List.of(1, 2, 3),
            number -> {
              meetAt(allThree);
              return number * 10;
            }),
        contains(10, 20, 30));
  }

  @Test
  void noMoreThanThatAre() {
    AtomicInteger underWay = new AtomicInteger();
    List<Integer> seen =
        SeveralAtOnce.each(
            2,
            IntStream.range(0, 50).boxed().toList(),
            number -> {
              int now = underWay.incrementAndGet();
              Thread.onSpinWait();
              underWay.decrementAndGet();
              return now;
            });
    assertThat(seen, everyItem(is(lessThanOrEqualTo(2))));
  }

  @Test
  void theResultOfTheFirstIsTakenFirstAlthoughTheSecondIsThereBefore() {
    CountDownLatch isSecondThere = new CountDownLatch(1);
    List<Integer> taken = new ArrayList<>();
    List<Thread> takers = new ArrayList<>();
    SeveralAtOnce.each(
        2,
        List.of(1, 2),
        number -> {
          if (number == 1) {
            await(isSecondThere);
          } else {
            isSecondThere.countDown();
          }
          return number;
        },
        number -> {
          taken.add(number);
          takers.add(Thread.currentThread());
        });
    assertThat(taken, contains(1, 2));
    assertThat(takers, everyItem(is(sameInstance(Thread.currentThread()))));
  }

  @Test
  void afterAFailureNothingIsBegunAndWhatWasBeforeItIsTaken() {
    List<Integer> taken = new ArrayList<>();
    IllegalStateException failure =
        assertThrows(
            IllegalStateException.class,
            () ->
                SeveralAtOnce.each(
                    1, List.of(1, 2, 3, 4), number -> failingAt(2, number), taken::add));
    assertThat(failure.getMessage(), is("2 failed"));
    assertThat(taken, contains(1));
    assertThat(begun, contains(1, 2));
  }

  @Test
  void aFailureIsToldWhenNothingIsUnderWayAnyMore() {
    CyclicBarrier bothBegan = new CyclicBarrier(2);
    CountDownLatch isFailing = new CountDownLatch(1);
    List<Integer> ended = Collections.synchronizedList(new ArrayList<>());
    assertThrows(
        IllegalStateException.class,
        () ->
            SeveralAtOnce.forEach(
                2,
                List.of(1, 2),
                number -> {
                  meetAt(bothBegan);
                  if (number == 1) {
                    isFailing.countDown();
                    throw new IllegalStateException("1 failed");
                  }
                  await(isFailing);
                  ended.add(number);
                }));
    assertThat(ended, contains(2));
  }

  @Test
  void ofTwoFailuresTheOneOfTheFirstIsTold() {
    CyclicBarrier both = new CyclicBarrier(2);
    IllegalStateException failure =
        assertThrows(
            IllegalStateException.class,
            () ->
                SeveralAtOnce.forEach(
                    2,
                    List.of(1, 2),
                    number -> {
                      meetAt(both);
                      throw new IllegalStateException(number + " failed");
                    }));
    assertThat(failure.getMessage(), is("1 failed"));
  }

  @Test
  void ofNothingComesNothing() {
    assertThat(SeveralAtOnce.each(4, List.<Integer>of(), number -> number), is(empty()));
  }

  private int failingAt(int failing, int number) {
    begun.add(number);
    if (number == failing) {
      throw new IllegalStateException(number + " failed");
    }
    return number;
  }

  private static void meetAt(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
