// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.facts.ClaimMonths;
import dev.tidemark.transforms.facts.PaidDays;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.facts.SectionMonths;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The partial sums of a bucket, section by section, of the groups alone that marts are made again
 * for. They are read where they lie in their blocks; a section is looked up once.
 */
final class AffectedPartials {

  private static final RowLayout MONTHS = RowLayout.of(SectionMonths.SCHEMA);
  private static final RowLayout CLAIMS = RowLayout.of(ClaimMonths.SCHEMA);
  private static final RowLayout PAYMENTS = RowLayout.of(PaidDays.SCHEMA);

  /** Takes a row. */
  @FunctionalInterface
  interface Rows {

    /**
     * Takes a row of partial sums.
     *
     * @param row is on it until the method returns
     * @param section its section, null when it is not known
     */
    void take(RowView row, @Nullable Section section);
  }

  /** The rows of a table by section, and these. */
  private record BySection(RowBlocks rows, KeyGroups sections, MartGroups.Member[] members) {}

  private final BucketOutcome outcome;
  private final ReferenceData reference;
  private final AffectedGroups affected;
  private final MartGroups groups = new MartGroups();
  private final Map<String, BySection> tables = new HashMap<>();

  AffectedPartials(BucketOutcome outcome, ReferenceData reference, AffectedGroups affected) {
    this.outcome = outcome;
    this.reference = reference;
    this.affected = affected;
  }

  /** What sections reported of premium per month: rows of {@link SectionMonths#SCHEMA}. */
  void months(MartScope scope, Rows rows) {
    forEach(FactTables.SECTION_MONTHS, MONTHS, scope, rows);
  }

  /** What sections reported of claims per month: rows of {@link ClaimMonths#SCHEMA}. */
  void claims(MartScope scope, Rows rows) {
    forEach(FactTables.CLAIM_MONTHS, CLAIMS, scope, rows);
  }

  /** What was paid of sections' claims per day: rows of {@link PaidDays#SCHEMA}. */
  void payments(MartScope scope, Rows rows) {
    forEach(FactTables.PAID_DAYS, PAYMENTS, scope, rows);
  }

  /** The durable key of a coverholder; null is nobody's. */
  @Nullable String keyOf(@Nullable String coverholder) {
    return groups.keyOf(coverholder);
  }

  private void forEach(String table, RowLayout layout, MartScope scope, Rows taker) {
    if (affected.isNone(scope)) {
      return;
    }
    BySection of = tables.computeIfAbsent(table, path -> bySection(path, layout));
    RowView row = new RowView(layout);
    for (int s = 0; s < of.sections().groupCount(); s++) {
      MartGroups.Member member = of.members()[s];
      // of an unknown section each row says whose it is
      boolean isOneGroup = member.section() != null || scope == MartScope.SECTION;
      if (isOneGroup && !isAffected(scope, member)) {
        continue;
      }
      for (int i = 0; i < of.sections().groupSize(s); i++) {
        row.at(of.rows(), of.sections().ref(s, i));
        if (isOneGroup || isAffected(scope, named(member, row))) {
          taker.take(row, member.section());
        }
      }
    }
  }

  private boolean isAffected(MartScope scope, MartGroups.Member member) {
    return affected.isWhole(scope) || affected.contains(scope, groups.id(scope, member));
  }

  private static MartGroups.Member named(MartGroups.Member member, RowView row) {
    return new MartGroups.Member(
        member.umr(), member.sectionNo(), member.section(), row.getStringOrNull(2));
  }

  private BySection bySection(String table, RowLayout layout) {
    RowBlocks rows = RowBlocks.of(outcome.partials(table));
    KeyGroups sections = KeyGroups.of(rows, RowKey.of(layout, "umr", "section_no"));
    MartGroups.Member[] members = new MartGroups.Member[sections.groupCount()];
    RowView row = new RowView(layout);
    for (int s = 0; s < members.length; s++) {
      row.at(rows, sections.ref(s, 0));
      String umr = row.getString(0);
      String sectionNo = row.getString(1);
      members[s] = new MartGroups.Member(umr, sectionNo, reference.section(umr, sectionNo), null);
    }
    return new BySection(rows, sections, members);
  }
}
