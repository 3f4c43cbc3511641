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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaseTest {

  private static final Clock NIGHT =
      Clock.fixed(Instant.parse("2024-06-03T02:00:00Z"), ZoneOffset.UTC);
  private static final Clock LATER = Clock.offset(NIGHT, Duration.ofMinutes(3));

  private static final Set<String> TABLES = Set.of("PremiumTransaction", "Broker");

  private final ControlStore control =
      JdbcControlStore.open(DatabaseConfig.of("jdbc:h2:mem:lease"));

  @AfterEach
  void close() {
    control.close();
  }

  @Test
  void twoRunsOfOneIdAreTwoOwners() {
    try (Lease first = Lease.take(control, TABLES, NIGHT, "night")) {
      LeaseHeldException held =
          assertThrows(LeaseHeldException.class, () -> Lease.take(control, TABLES, NIGHT, "night"));
      assertThat(held.getMessage(), startsWith("table Broker is held by run night#"));
      assertThat(held.getMessage(), containsString("until 2024-06-03T02:02:00Z"));
      assertDoesNotThrow(first::requireHeld);
    }
  }

  @Test
  void runsOfOtherTablesAreNotInTheWay() {
    try (Lease first = Lease.take(control, TABLES, NIGHT, "first")) {
      assertDoesNotThrow(() -> Lease.take(control, Set.of("Coverholder"), NIGHT, "second").close());
      assertDoesNotThrow(first::requireHeld);
    }
  }

  @Test
  void aRunThatEndedIsInNobodysWay() {
    Lease.take(control, TABLES, NIGHT, "first").close();
    assertDoesNotThrow(() -> Lease.take(control, TABLES, NIGHT, "second").close());
  }

  @Test
  void aRunThatWasSuspendedForTooLongMayNotPublish() {
    Lease suspended = Lease.take(control, TABLES, NIGHT, "suspended");
    try (Lease next = Lease.take(control, TABLES, LATER, "next")) {
      LeaseHeldException lost = assertThrows(LeaseHeldException.class, suspended::requireHeld);
      assertThat(lost.owner(), startsWith("next#"));
      suspended.close();
      assertDoesNotThrow(next::requireHeld);
    }
  }
}
