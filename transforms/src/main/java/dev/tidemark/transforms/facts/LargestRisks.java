// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowMemo;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.totals.DenseRank;
import dev.tidemark.transforms.totals.WideTotal;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * {@code largest_risks} of the sections of one bucket: the certificates (or single transactions)
 * with the largest premium of their section, by dense rank. By certificate it equals
 *
 * <pre>{@code
 * SELECT * FROM (SELECT *, DENSE_RANK() OVER (PARTITION BY umr, section_no ORDER BY premium_gbp DESC) rank
 *   FROM (SELECT umr, section_no, certificate_ref, SUM(gross_premium_gbp) premium_gbp
 *     FROM gold.fact_premium_transaction GROUP BY ALL) WHERE premium_gbp > 0) WHERE rank <= 10
 * }</pre>
 *
 * <p>A transaction without sterling adds nothing to its certificate; a certificate that has no
 * other is left out, as one that nets to 0 or less is.
 *
 * <p>Example: CERT-1001 with 1,250.00 and 150.00, CERT-1002 with 800.00, CERT-1003 with 2,000.00.
 * Two ranks are CERT-1003 2,000.00 and CERT-1001 1,400.00.
 */
public final class LargestRisks {

  /** The columns of the mart; premium_transaction_id is null where certificates are ranked. */
  public static final Schema SCHEMA =
      Schema.builder()
          .addStringField("contract_section_key")
          .addStringField("umr")
          .addStringField("section_no")
          .addInt32Field("rank")
          .addStringField("certificate_ref")
          .addNullableInt64Field("premium_transaction_id")
          .addField("premium_gbp", Columns.MONEY_SUM)
          .build();

  /** What makes a row of the mart. */
  public static final List<String> KEY =
      List.of("contract_section_key", "certificate_ref", "premium_transaction_id");

  /** The facts that have to come together. */
  public static final List<String> CERTIFICATE = List.of("umr", "section_no", "certificate_ref");

  /** The columns of facts that are looked at. */
  public static final List<String> RANKED_COLUMNS =
      List.of(
          "premium_transaction_id", "umr", "section_no", "certificate_ref", "gross_premium_gbp");

  private static final RowLayout FACT = RowLayout.of(PremiumFacts.SCHEMA);
  private static final int UMR = FACT.column("umr");
  private static final int SECTION_NO = FACT.column("section_no");
  private static final int CERTIFICATE_REF = FACT.column("certificate_ref");
  private static final RowKey SECTION = RowKey.of(FACT, "umr", "section_no");
  private static final int ID = FACT.column("premium_transaction_id");
  private static final int GROSS_GBP = FACT.column("gross_premium_gbp");

  /** What is ranked. */
  public enum RankedBy {
    /** All premium of a certificate. */
    CERTIFICATE,
    /** Each transaction by itself. */
    TRANSACTION;

    private RowKey key() {
      return this == CERTIFICATE
          ? RowKey.of(FACT, LargestRisks.CERTIFICATE)
          : RowKey.of(FACT, "premium_transaction_id");
    }
  }

  /**
   * How many ranks there are, and of what.
   *
   * @param ranks at least 1
   */
  public record Ranking(int ranks, RankedBy by) implements Serializable {

    /** Ten, by certificate. */
    public static final Ranking DEFAULT = new Ranking(10, RankedBy.CERTIFICATE);

    @Override
    public String toString() {
      return ranks + " by " + by.name().toLowerCase(Locale.ROOT);
    }
  }

  record SectionId(String umr, String sectionNo) {}

  record Risk(String certificateRef, @Nullable Long transactionId) {}

  private final Ranking ranking;
  private final Map<SectionId, DenseRank<Risk>> sections = new LinkedHashMap<>();

  /** No facts yet. */
  public LargestRisks(Ranking ranking) {
    this.ranking = ranking;
  }

  /** Adds facts: all those of some certificates. */
  public void add(RowBlocks facts) {
    WideTotal premium = new WideTotal("premium_gbp", 2);
    RowView fact = new RowView(FACT);
    RowMemo<DenseRank<Risk>> ranks =
        new RowMemo<>(
            SECTION, row -> ranks(new SectionId(row.getString(UMR), row.getString(SECTION_NO))));
    KeyGroups risks = KeyGroups.of(facts, ranking.by().key());
    for (int r = 0; r < risks.groupCount(); r++) {
      premium.clear();
      for (int f = 0; f < risks.groupSize(r); f++) {
        fact.at(facts, risks.ref(r, f));
        if (!fact.isNull(GROSS_GBP)) {
          premium.add(fact.getLong(GROSS_GBP));
        }
      }
      BigDecimal amount = premium.value();
      if (amount.signum() > 0) {
        add(fact, amount, ranks.of(fact));
      }
    }
  }

  private void add(RowView fact, BigDecimal premium, DenseRank<Risk> ranks) {
    if (ranks.mayHave(premium)) {
      ranks.add(
          premium,
          new Risk(
              fact.getString(CERTIFICATE_REF),
              ranking.by() == RankedBy.CERTIFICATE ? null : fact.getLong(ID)));
    }
  }

  private DenseRank<Risk> ranks(SectionId section) {
    return sections.computeIfAbsent(section, id -> new DenseRank<>(ranking.ranks()));
  }

  /** Adds a risk, whose premium is above 0. */
  void add(SectionId section, BigDecimal premium, Risk risk) {
    ranks(section).add(premium, risk);
  }

  /** The premium of the last rank of a section; null while a rank is free. */
  @Nullable BigDecimal last(SectionId section) {
    DenseRank<Risk> ranks = sections.get(section);
    return ranks == null ? null : ranks.last();
  }

  /** Drops what is known of a section. */
  void forget(SectionId section) {
    sections.remove(section);
  }

  /** The rows of the mart, packed. */
  public RowBlocks toBlocks() {
    DurableKey keys = new DurableKey();
    RowWriter row = new RowWriter(RowLayout.of(SCHEMA));
    RowBlocksBuilder rows = new RowBlocksBuilder();
    sections.forEach(
        (section, ranks) -> {
          String key = keys.of(section.umr(), section.sectionNo());
          for (DenseRank.Ranked<Risk> ranked : ranks.ranked()) {
            Risk risk = ranked.item();
            row.clear();
            row.setString(0, key);
            row.setString(1, section.umr());
            row.setString(2, section.sectionNo());
            row.setInt(3, ranked.rank());
            row.setString(4, risk.certificateRef());
            row.setValue(5, risk.transactionId());
            row.setDecimal(6, ranked.amount());
            rows.append(row);
          }
        });
    return rows.build();
  }
}
