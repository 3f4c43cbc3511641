// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.ControlStoreException;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The right to work on tables, each held by one run at a time and prolonged for as long as it
 * lives: a run that was killed keeps the next one waiting for two minutes, not for as long as a run
 * may take. Two runs of one id are two owners.
 */
final class Lease implements AutoCloseable {

  private static final Duration TIME = Duration.ofMinutes(2);
  private static final int RENEWALS_PER_TIME = 4;
  private static final int TOKEN_LENGTH = 8;

  private final ControlStore control;
  private final Set<String> tables;
  private final Clock clock;
  private final String owner;
  private final ScheduledExecutorService heart;

  private Lease(ControlStore control, Set<String> tables, Clock clock, String owner) {
    this.control = control;
    this.tables = Set.copyOf(tables);
    this.clock = clock;
    this.owner = owner;
    heart =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "lease");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Takes all of the tables, or none, and keeps them.
   *
   * @throws dev.tidemark.pipelines.control.LeaseHeldException when another run holds it
   */
  @SuppressWarnings("FutureReturnValueIgnored") // a beat never fails
  static Lease take(ControlStore control, Set<String> tables, Clock clock, String runId) {
    String token = UUID.randomUUID().toString().substring(0, TOKEN_LENGTH);
    Lease lease = new Lease(control, tables, clock, runId + "#" + token);
    lease.acquire();
    long pause = TIME.toMillis() / RENEWALS_PER_TIME;
    lease.heart.scheduleAtFixedRate(lease::beat, pause, pause, TimeUnit.MILLISECONDS);
    return lease;
  }

  /**
   * Prolongs the lease before what cannot be undone.
   *
   * @throws dev.tidemark.pipelines.control.LeaseHeldException when another run took it while this
   *     one was suspended
   */
  void requireHeld() {
    acquire();
  }

  @Override
  public void close() {
    // A beat under way ends first: an interrupt would close an embedded database under it, and its
    // lease would outlive the release.
    heart.shutdown();
    try {
      if (!heart.awaitTermination(TIME.toMillis(), TimeUnit.MILLISECONDS)) {
        heart.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    control.release(owner);
  }

  private void acquire() {
    control.acquire(tables, owner, clock.instant(), TIME);
  }

  private void beat() {
    try {
      acquire();
    } catch (ControlStoreException e) {
      // The next beat tries again, and requireHeld() tells.
      return;
    }
  }
}
