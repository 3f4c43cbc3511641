// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.facts.SectionMonths;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;

/**
 * The partial sums that marts are made of: whole sections, coverholders or accounts, whatever the
 * mart is made again by.
 */
final class Partials {

  private final PCollection<Row> months;

  private Partials(PCollection<Row> months) {
    this.months = months;
  }

  /**
   * Of all that is stored or was derived.
   *
   * @param months rows of {@link SectionMonths#SCHEMA}
   * @param seeds one row of zeros for every known section, so that one that never reported is
   *     missed
   */
  static Partials of(PCollection<Row> months, PCollection<Row> seeds) {
    return new Partials(
        PCollectionList.of(months)
            .and(seeds)
            .apply("Section months", Flatten.pCollections())
            .setRowSchema(SectionMonths.SCHEMA));
  }

  /** What sections reported of premium per month: rows of {@link SectionMonths#SCHEMA}. */
  PCollection<Row> months(MartScope scope) {
    return months;
  }
}
