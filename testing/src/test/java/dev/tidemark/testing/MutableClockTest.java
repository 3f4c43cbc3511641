// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class MutableClockTest {

  private static final Instant EVENING = Instant.parse("2026-01-31T23:59:59Z");

  private final MutableClock clock = MutableClock.at("2026-01-31T23:59:59Z");

  @Test
  void itStandsStillInUtc() {
    assertThat(clock.instant(), is(EVENING));
    assertThat(clock.instant(), is(EVENING));
    assertThat(clock.getZone(), is(ZoneOffset.UTC));
    assertThat(clock.toString(), is("MutableClock[2026-01-31T23:59:59Z, Z]"));
  }

  @Test
  void itMovesForwardAndBackAsTold() {
    clock.advance(Duration.ofSeconds(1));
    assertThat(LocalDate.now(clock), is(LocalDate.of(2026, 2, 1)));
    clock.advance(Duration.ofSeconds(-2));
    assertThat(clock.instant(), is(EVENING.minusSeconds(1)));
    clock.set(Instant.EPOCH);
    assertThat(clock.millis(), is(0L));
  }

  @Test
  void itIsOneClockInEveryZone() {
    MutableClock inTokyo = clock.withZone(ZoneId.of("Asia/Tokyo"));
    assertThat(LocalDate.now(inTokyo), is(LocalDate.of(2026, 2, 1)));
    clock.advance(Duration.ofHours(24));
    assertThat(LocalDate.now(inTokyo), is(LocalDate.of(2026, 2, 2)));
  }

  @Test
  void anotherThreadSeesItMove() throws InterruptedException {
    Thread mover = new Thread(() -> clock.advance(Duration.ofHours(1)));
    mover.start();
    mover.join();
    assertThat(clock.instant(), is(EVENING.plusSeconds(3600)));
  }
}
