// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.facts.ClaimMonths;
import dev.tidemark.transforms.facts.PaidDays;
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
  private final PCollection<Row> claims;
  private final PCollection<Row> payments;

  private Partials(PCollection<Row> months, PCollection<Row> claims, PCollection<Row> payments) {
    this.months = months;
    this.claims = claims;
    this.payments = payments;
  }

  /**
   * Of all that is stored or was derived.
   *
   * @param months rows of {@link SectionMonths#SCHEMA}
   * @param seeds one row of zeros for every known section, so that one that never reported is
   *     missed
   * @param claims rows of {@link ClaimMonths#SCHEMA}
   * @param payments rows of {@link PaidDays#SCHEMA}
   */
  static Partials of(
      PCollection<Row> months,
      PCollection<Row> seeds,
      PCollection<Row> claims,
      PCollection<Row> payments) {
    return new Partials(
        PCollectionList.of(months)
            .and(seeds)
            .apply("Section months", Flatten.pCollections())
            .setRowSchema(SectionMonths.SCHEMA),
        claims,
        payments);
  }

  /** What sections reported of premium per month: rows of {@link SectionMonths#SCHEMA}. */
  PCollection<Row> months(MartScope scope) {
    return months;
  }

  /** What sections reported of claims per month: rows of {@link ClaimMonths#SCHEMA}. */
  PCollection<Row> claims(MartScope scope) {
    return claims;
  }

  /** What was paid of sections' claims per day: rows of {@link PaidDays#SCHEMA}. */
  PCollection<Row> payments(MartScope scope) {
    return payments;
  }
}
