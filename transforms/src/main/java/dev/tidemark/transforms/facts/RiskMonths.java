// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.totals.WideTotal;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;

/**
 * What one section reported of risks for one month, from every version of its rows: stored partial
 * sums. One row per (umr, section_no, coverholder_id, bordereau_month).
 *
 * <p>{@code live_versions = fact_rows + superseded versions}; {@code fact_rows} counts winners,
 * {@code rows_without_gbp} those of them without a sum insured in sterling; the sum is over the
 * others.
 */
public final class RiskMonths {

  /** The columns of a month. */
  public static final Schema SCHEMA =
      Schema.builder()
          .addStringField("umr")
          .addStringField("section_no")
          .addNullableStringField("coverholder_id")
          .addField("bordereau_month", Columns.DATE)
          .addInt64Field("live_versions")
          .addInt64Field("deleted_versions")
          .addInt64Field("fact_rows")
          .addInt64Field("rows_without_gbp")
          .addField("sum_insured_gbp", Columns.MONEY_SUM)
          .build();

  /** What makes a month. */
  public static final List<String> KEY = SectionMonths.KEY;

  /** The sums of one month. */
  static final class Sums {
    private long live;
    private long deleted;
    private long facts;
    private long withoutGbp;
    private final WideTotal sumInsured = new WideTotal("sum_insured_gbp", 2);

    private Sums() {}

    void addLive() {
      live++;
    }

    void addDeleted() {
      deleted++;
    }

    /** Counts a winner without a sum insured in sterling. */
    void addFactWithoutGbp() {
      facts++;
      withoutGbp++;
    }

    /** Counts a winner and its sum insured in pence of sterling. */
    void addFact(long sumInsuredGbp) {
      facts++;
      sumInsured.add(sumInsuredGbp);
    }

    private void write(RowWriter row, int first) {
      row.setLong(first, live);
      row.setLong(first + 1, deleted);
      row.setLong(first + 2, facts);
      row.setLong(first + 3, withoutGbp);
      row.setDecimal(first + 4, sumInsured.value());
    }
  }

  private final SectionSums<Sums> months = new SectionSums<>(Sums::new);

  /** The sums of a month ({@code month} as in {@link MonthIndex}); they start at zero. */
  Sums of(Parties parties, int month) {
    return months.ofMonth(parties.umr(), parties.sectionNo(), parties.coverholderId(), month);
  }

  /** The months, packed. */
  public RowBlocks toBlocks() {
    return months.toBlocks(SCHEMA, Sums::write);
  }
}
