// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until the test moves it; safe to be read by other threads.
 *
 * <pre>{@code
 * MutableClock clock = MutableClock.at("2026-01-31T10:15:00Z");
 * Lease lease = Lease.take(store, clock);
 * clock.advance(Duration.ofMinutes(3));
 * assertThrows(LeaseLostException.class, lease::renew);
 * }</pre>
 */
public final class MutableClock extends Clock {

  private final AtomicReference<Instant> now;
  private final ZoneId zone;

  private MutableClock(AtomicReference<Instant> now, ZoneId zone) {
    this.now = now;
    this.zone = zone;
  }

  /** A clock in UTC that shows this time. */
  public static MutableClock at(Instant time) {
    return new MutableClock(new AtomicReference<>(time), ZoneOffset.UTC);
  }

  /** A clock in UTC that shows this time, written as {@code 2026-01-31T10:15:00Z}. */
  public static MutableClock at(String time) {
    return at(Instant.parse(time));
  }

  /** Moves the clock on, or back by a negative duration. */
  public void advance(Duration duration) {
    now.updateAndGet(time -> time.plus(duration));
  }

  /** Lets the clock show this time, which may be an earlier one. */
  public void set(Instant time) {
    now.set(time);
  }

  @Override
  public Instant instant() {
    return Objects.requireNonNull(now.get());
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  /** The same clock seen from another zone: whoever moves one moves both. */
  @Override
  public MutableClock withZone(ZoneId other) {
    return new MutableClock(now, other);
  }

  @Override
  public String toString() {
    return "MutableClock[" + instant() + ", " + zone + "]";
  }
}
