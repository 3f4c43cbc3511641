// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.calendar.ReportingCalendar;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.facts.SectionMonths;
import dev.tidemark.transforms.islands.BordereauIslands;
import dev.tidemark.transforms.keys.DurableKey;
import java.time.LocalDate;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * The months that a coverholder's bordereaux cover, from the section months: the input of its
 * islands. A known section's bordereaux are its coverholder's, whoever a quarantined row names. A
 * section month without a live or quarantined version is no submission.
 */
final class CoveredMonths {

  /** A month that a coverholder's bordereau covers; it may come more than once. */
  static final Schema SCHEMA =
      Schema.builder()
          .addStringField("coverholder_key")
          .addStringField("coverholder_id")
          .addField("covered_month", Columns.DATE)
          .build();

  private final ReferenceData reference;
  private final DurableKey keys = new DurableKey();

  CoveredMonths(ReferenceData reference) {
    this.reference = reference;
  }

  /** Gives the months that are covered by a row of {@link SectionMonths#SCHEMA}. */
  void of(Row sectionMonth, Consumer<Row> covered) {
    Section section =
        reference.section(
            Objects.requireNonNull(sectionMonth.getString("umr")),
            Objects.requireNonNull(sectionMonth.getString("section_no")));
    String coverholder = Section.coverholderOf(section, sectionMonth.getString("coverholder_id"));
    if (coverholder == null || !isSubmitted(sectionMonth)) {
      return;
    }
    ReportingCalendar calendar = SectionMarts.calendar(section);
    LocalDate month =
        Objects.requireNonNull(
            sectionMonth.getLogicalTypeValue("bordereau_month", LocalDate.class));
    String key = keys.of(coverholder);
    for (int m : BordereauIslands.coveredMonths(calendar, MonthIndex.of(month))) {
      covered.accept(
          Row.withSchema(SCHEMA).addValues(key, coverholder, MonthIndex.firstDay(m)).build());
    }
  }

  private static boolean isSubmitted(Row sectionMonth) {
    return count(sectionMonth.getInt64("live_versions"))
            + count(sectionMonth.getInt64("quarantined_versions"))
        > 0;
  }

  private static long count(@Nullable Long versions) {
    return versions == null ? 0 : versions;
  }
}
