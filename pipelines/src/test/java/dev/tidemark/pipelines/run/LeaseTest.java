// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.control.LeaseHeldException;
import dev.tidemark.testing.EmbeddedDatabase;
import dev.tidemark.testing.MutableClock;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LeaseTest {

  private static final Set<String> TABLES = Set.of("PremiumTransaction", "Broker");

  @RegisterExtension final EmbeddedDatabase database = EmbeddedDatabase.create();

  private final MutableClock night = MutableClock.at("2024-06-03T02:00:00Z");
  private final ControlStore control = JdbcControlStore.open(DatabaseConfig.of(database.url()));

  @AfterEach
  void close() {
    control.close();
  }

  @Test
  void twoRunsOfOneIdAreTwoOwners() {
    try (Lease first = Lease.take(control, TABLES, night, "night")) {
      LeaseHeldException held =
          assertThrows(LeaseHeldException.class, () -> Lease.take(control, TABLES, night, "night"));
      assertThat(held.getMessage(), startsWith("table Broker is held by run night#"));
      assertThat(held.getMessage(), containsString("until 2024-06-03T02:02:00Z"));
      assertDoesNotThrow(first::requireHeld);
    }
  }

  @Test
  void runsOfOtherTablesAreNotInTheWay() {
    try (Lease first = Lease.take(control, TABLES, night, "first")) {
      assertDoesNotThrow(() -> Lease.take(control, Set.of("Coverholder"), night, "second").close());
      assertDoesNotThrow(first::requireHeld);
    }
  }

  @Test
  void aRunThatEndedIsInNobodysWay() {
    Lease.take(control, TABLES, night, "first").close();
    assertDoesNotThrow(() -> Lease.take(control, TABLES, night, "second").close());
  }

  @Test
  void aRunThatWasSuspendedForTooLongMayNotPublish() {
    Lease suspended = Lease.take(control, TABLES, night, "suspended");
    night.advance(Duration.ofMinutes(3));
    try (Lease next = Lease.take(control, TABLES, night, "next")) {
      LeaseHeldException lost = assertThrows(LeaseHeldException.class, suspended::requireHeld);
      assertThat(lost.owner(), startsWith("next#"));
      suspended.close();
      assertDoesNotThrow(next::requireHeld);
    }
  }
}
