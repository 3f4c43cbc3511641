// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.facts.ClaimMonths;
import dev.tidemark.transforms.facts.PaidDays;
import dev.tidemark.transforms.facts.SectionMonths;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;

/**
 * The partial sums that marts are made of: of the affected sections, coverholders or accounts, each
 * of them whole.
 */
final class Partials {

  private final AffectedGroups affected;
  private final PCollection<Row> months;
  private final PCollection<Row> claims;
  private final PCollection<Row> payments;
  private final Map<MartScope, PCollection<Row>> monthsOf = new EnumMap<>(MartScope.class);
  private final Map<MartScope, PCollection<Row>> claimsOf = new EnumMap<>(MartScope.class);
  private final Map<MartScope, PCollection<Row>> paymentsOf = new EnumMap<>(MartScope.class);

  private Partials(
      AffectedGroups affected,
      PCollection<Row> months,
      PCollection<Row> claims,
      PCollection<Row> payments) {
    this.affected = affected;
    this.months = months;
    this.claims = claims;
    this.payments = payments;
  }

  /**
   * Out of all that is stored or was derived.
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
      PCollection<Row> payments,
      Affected affected,
      ReferenceViews reference) {
    PCollection<Row> all =
        PCollectionList.of(months)
            .and(seeds)
            .apply("Section months", Flatten.pCollections())
            .setRowSchema(SectionMonths.SCHEMA);
    return new Partials(
        affected.groups(reference, List.of(all, claims, payments)), all, claims, payments);
  }

  /** What is made again. */
  AffectedGroups affected() {
    return affected;
  }

  /** What sections reported of premium per month: rows of {@link SectionMonths#SCHEMA}. */
  PCollection<Row> months(MartScope scope) {
    return monthsOf.computeIfAbsent(scope, s -> affected.narrow("Months", s, months));
  }

  /** What sections reported of claims per month: rows of {@link ClaimMonths#SCHEMA}. */
  PCollection<Row> claims(MartScope scope) {
    return claimsOf.computeIfAbsent(scope, s -> affected.narrow("Claim months", s, claims));
  }

  /** What was paid of sections' claims per day: rows of {@link PaidDays#SCHEMA}. */
  PCollection<Row> payments(MartScope scope) {
    return paymentsOf.computeIfAbsent(scope, s -> affected.narrow("Payments", s, payments));
  }
}
