// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.calendar.ReportingInterval;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.premium.RateRule;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ReferenceDataTest {

  private static final int JANUARY = MonthIndex.of(LocalDate.of(2024, 1, 1));

  @Test
  void aSectionIsItsLastVersionWithAllVersionsInOrder() {
    Section section =
        section(
            """
            umr | section_no | coverholder_id | class_of_business | year_of_account | period_from | period_to  | section_currency | gpi_limit | gpi_currency | gpi_notifiable_pct | bordereau_due_days | bordereau_interval | valid_from           | valid_to             | is_current | is_deleted
            U   | S1         | CH2            | Marine            | 2024            | 2024-02-01  | 2025-01-31 | USD              | 2000.00   | EUR          | 75.5               | 30                 | " quarterly "      | 2024-06-01T00:00:00Z | null                 | true       | false
            U   | S1         | CH1            | Property          | 2023            | 2024-01-01  | 2024-12-31 | null             | null      | null         | null               | null               | null               | 2024-01-01T00:00:00Z | 2024-06-01T00:00:00Z | false      | false
            """);

    assertThat(section.coverholderId(), is("CH2"));
    assertThat(section.classOfBusiness(), is("Marine"));
    assertThat(section.yearOfAccount(), is(2024));
    assertThat(section.periodFrom(), is(LocalDate.of(2024, 2, 1)));
    assertThat(section.periodTo(), is(LocalDate.of(2025, 1, 31)));
    assertThat(section.currency(), is("USD"));
    assertThat(section.bordereauDueDays(), is(30));
    assertThat(section.interval(), is(ReportingInterval.QUARTERLY));
    assertThat(section.isDeleted(), is(false));
    String key = DurableKey.key("U", "S1");
    assertThat(
        section.versions(),
        is(
            List.of(
                new Section.Version(
                    micros("2024-01-01T00:00:00Z"),
                    micros("2024-06-01T00:00:00Z"),
                    DurableKey.key(key, "2024-01-01T00:00:00Z"),
                    LocalDate.of(2024, 1, 1),
                    null,
                    null,
                    null),
                new Section.Version(
                    micros("2024-06-01T00:00:00Z"),
                    Long.MAX_VALUE,
                    DurableKey.key(key, "2024-06-01T00:00:00Z"),
                    LocalDate.of(2024, 2, 1),
                    new BigDecimal("2000.00"),
                    "EUR",
                    new BigDecimal("75.50")))));
    assertThat(section.firstVersion(), is(section.versions().get(0)));
  }

  @Test
  void aVersionHoldsFromItsStartUntilBeforeItsEnd() {
    ReferenceData reference =
        Samples.reference(
            """
            U | S | C | Property | 2024 | 2024-01-01 | 2024-12-31 | GBP | 2024-01-01T00:00:00Z | 2024-02-01T00:00:00Z | false | true
            U | S | C | Property | 2024 | 2024-01-01 | 2024-12-31 | GBP | 2024-03-01T00:00:00Z | 2024-04-01T00:00:00Z | false | false
            U | S | C | Property | 2024 | 2024-01-01 | 2024-12-31 | GBP | 2024-04-01T00:00:00Z | null                 | true  | false
            """);
    Section section = Objects.requireNonNull(reference.section("U", "S"));

    assertThat(section.versionAt(micros("2023-12-31T23:59:59.999999Z")), is(nullValue()));
    assertThat(section.versionAt(micros("2024-01-01T00:00:00Z")), is(section.versions().get(0)));
    assertThat(
        section.versionAt(micros("2024-01-31T23:59:59.999999Z")), is(section.versions().get(0)));
    assertThat(section.versionAt(micros("2024-02-01T00:00:00Z")), is(nullValue()));
    assertThat(
        section.versionAt(micros("2024-03-31T23:59:59.999999Z")), is(section.versions().get(1)));
    assertThat(section.versionAt(micros("2024-04-01T00:00:00Z")), is(section.versions().get(2)));
    assertThat(section.versionAt(micros("9999-12-31T00:00:00Z")), is(section.versions().get(2)));
  }

  @Test
  void aSectionWhoseLastVersionADeleteEndedIsKnownAndDeleted() {
    ReferenceData reference =
        Samples.reference(
            """
            U | S1 | C | Property | 2024 | 2024-01-01 | 2024-12-31 | GBP | 2024-01-01T00:00:00Z | 2024-02-01T00:00:00Z | false | true
            U | S2 | C | Property | 2024 | 2024-01-01 | 2024-12-31 | GBP | 2024-01-01T00:00:00Z | 2024-02-01T00:00:00Z | false | true
            U | S2 | C | Property | 2024 | 2024-01-01 | 2024-12-31 | GBP | 2024-03-01T00:00:00Z | null                 | true  | false
            """);

    assertThat(Objects.requireNonNull(reference.section("U", "S1")).isDeleted(), is(true));
    Section returned = Objects.requireNonNull(reference.section("U", "S2"));
    assertThat(returned.isDeleted(), is(false));
    assertThat(returned.versions(), hasSize(2));
    assertThat(
        reference.sections().stream().map(Section::sectionNo).toList(),
        containsInAnyOrder("S1", "S2"));
  }

  @Test
  void aRateIsLookedUpByCurrencyAndMonth() {
    ReferenceData reference = Samples.reference();

    assertThat(reference.rateToGbp("EUR", JANUARY), is(85_341_500L));
    assertThat(reference.rateToGbp("EUR", JANUARY + 1), is(RateRule.NO_RATE));
    assertThat(reference.rateToGbp("USD", JANUARY), is(RateRule.NO_RATE));
    assertThat(reference.rateOf("EUR", JANUARY), is(new BigDecimal("0.85341500")));
    assertThat(reference.rateOf("GBP", JANUARY), is(BigDecimal.ONE));
    assertThat(reference.rateOf("JPY", JANUARY), is(nullValue()));
    assertThat(reference.rateOf("USD", JANUARY), is(nullValue()));
    assertThat(reference.rateOf(null, JANUARY), is(nullValue()));
  }

  @Test
  void partiesAreKnownByTheirCodes() {
    ReferenceData reference = Samples.reference();

    assertThat(reference.knowsCoverholder("CH001"), is(true));
    assertThat(reference.knowsCoverholder("CH003"), is(false));
    assertThat(reference.knowsBroker("0999"), is(true));
    assertThat(reference.knowsBroker("999"), is(false));
    assertThat(reference.section("B0999CH001", "S2"), is(nullValue()));
  }

  @Test
  void withoutReferenceDataNothingIsFound() {
    ReferenceData none = new ReferenceData();

    assertThat(none.sections(), is(empty()));
    assertThat(none.section("U", "S"), is(nullValue()));
    assertThat(none.knowsBroker("0999"), is(false));
    assertThat(none.rateOf("EUR", JANUARY), is(nullValue()));
  }

  private static Section section(String history) {
    return Objects.requireNonNull(
        new ReferenceData()
            .addSections(Samples.SECTIONS, Samples.blocks(Samples.SECTIONS, history))
            .section("U", "S1"));
  }

  private static long micros(String instant) {
    return RowView.micros(Instant.parse(instant));
  }
}
