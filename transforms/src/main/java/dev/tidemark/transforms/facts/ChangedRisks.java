// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.facts.LargestRisks.Ranking;
import dev.tidemark.transforms.facts.LargestRisks.Risk;
import dev.tidemark.transforms.facts.LargestRisks.SectionId;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * {@link LargestRisks} of the sections of some certificates, when the facts of these change and
 * what was ranked before is known.
 *
 * <p>A risk of another certificate that is not stored is smaller than all that are, if every rank
 * was taken; if one was free, there is none such. So the stored risks of other certificates and
 * those of the changed ones are ranked together, and that is the ranking of the section as long as
 * its last rank is not below the last one that was stored. If it is, or if a rank is free now that
 * was not, a risk that nobody stored may be next: such a section is open, and all of its facts are
 * ranked.
 *
 * <p>Example, of two ranks: 300 (A), 200 (B); 100 (C) is not stored. When B becomes 250, 300 and
 * 250 are ranked. When B becomes 50, 300 and 50 are below 200: the section is open, and its facts
 * tell 300 and 100.
 *
 * <p>It holds the names of the changed certificates and the ranks of their sections.
 */
public final class ChangedRisks {

  private static final RowLayout FACT = RowLayout.of(PremiumFacts.SCHEMA);
  private static final int FACT_UMR = FACT.column("umr");
  private static final int FACT_SECTION_NO = FACT.column("section_no");
  private static final int FACT_CERTIFICATE_REF = FACT.column("certificate_ref");

  private static final RowLayout RISK = RowLayout.of(LargestRisks.SCHEMA);
  private static final int UMR = RISK.column("umr");
  private static final int SECTION_NO = RISK.column("section_no");
  private static final int RANK = RISK.column("rank");
  private static final int CERTIFICATE_REF = RISK.column("certificate_ref");
  private static final int ID = RISK.column("premium_transaction_id");
  private static final int PREMIUM_GBP = RISK.column("premium_gbp");

  private final Ranking ranking;
  private final LargestRisks ranked;
  private final Map<SectionId, Set<String>> certificates = new LinkedHashMap<>();
  private final List<SectionId> open = new ArrayList<>();

  /** No certificate yet. */
  public ChangedRisks(Ranking ranking) {
    this.ranking = ranking;
    ranked = new LargestRisks(ranking);
  }

  /** Takes the facts of some certificates as they were: all of them. */
  public void left(RowBlocks facts) {
    RowView fact = new RowView(FACT);
    for (long ref : facts.refs()) {
      fact.at(facts, ref);
      certificates
          .computeIfAbsent(
              new SectionId(fact.getString(FACT_UMR), fact.getString(FACT_SECTION_NO)),
              section -> new HashSet<>())
          .add(fact.getString(FACT_CERTIFICATE_REF));
    }
  }

  /** Takes the facts of some certificates as they are now: all of them. */
  public void came(RowBlocks facts) {
    left(facts);
    ranked.add(facts);
  }

  /**
   * Ranks what came among what was ranked before.
   *
   * @param stored the rows of the mart, of these sections and of others
   * @return those of these sections
   */
  public RowBlocks rankAmong(RowBlocks stored) {
    Map<SectionId, BigDecimal> last = new HashMap<>();
    RowBlocksBuilder before = new RowBlocksBuilder();
    RowView row = new RowView(RISK);
    for (long ref : stored.refs()) {
      row.at(stored, ref);
      SectionId section = new SectionId(row.getString(UMR), row.getString(SECTION_NO));
      Set<String> changed = certificates.get(section);
      if (changed == null) {
        continue;
      }
      before.append(row);
      BigDecimal premium = row.getDecimal(PREMIUM_GBP);
      if (row.getInt(RANK) == ranking.ranks()) {
        last.put(section, premium);
      }
      String certificate = row.getString(CERTIFICATE_REF);
      if (!changed.contains(certificate)) {
        Long transaction = row.isNull(ID) ? null : row.getLong(ID);
        ranked.add(section, premium, new Risk(certificate, transaction));
      }
    }
    last.forEach(this::openBelow);
    return before.build();
  }

  private void openBelow(SectionId section, BigDecimal last) {
    BigDecimal now = ranked.last(section);
    if (now == null || now.compareTo(last) < 0) {
      ranked.forget(section);
      open.add(section);
    }
  }

  /** Names the sections whose facts have to be looked through: umr and section_no. */
  public void forEachOpen(BiConsumer<String, String> section) {
    open.forEach(id -> section.accept(id.umr(), id.sectionNo()));
  }

  /** Adds facts of the open sections as they are now: all those of some certificates. */
  public void lookThrough(RowBlocks facts) {
    ranked.add(facts);
  }

  /** What the rows of these sections are now, packed. */
  public RowBlocks toBlocks() {
    return ranked.toBlocks();
  }
}
