// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.totals.WideTotal;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What one section reported for one month, from every version of its premium rows: the stored
 * partial sums that the marts are made of. One row per (umr, section_no, coverholder_id,
 * bordereau_month).
 *
 * <p>{@code live_versions = fact_rows + superseded versions}; {@code fact_rows} counts winners,
 * {@code rows_without_gbp} those of them without a rate; amounts are sums over winners in sterling;
 * {@code submission_times} are the {@link DistinctTimes} of every live version. A month may have
 * several rows, of several coverholders and of silver and quarantine, and one submission may stand
 * in more than one of them.
 */
public final class SectionMonths {

  /** The columns of a section month. */
  public static final Schema SCHEMA =
      Schema.builder()
          .addStringField("umr")
          .addStringField("section_no")
          .addNullableStringField("coverholder_id")
          .addField("bordereau_month", Columns.DATE)
          .addInt64Field("live_versions")
          .addInt64Field("deleted_versions")
          .addInt64Field("quarantined_versions")
          .addInt64Field("fact_rows")
          .addInt64Field("rows_without_gbp")
          .addField("gwp_gbp", Columns.MONEY_SUM)
          .addField("commission_gbp", Columns.MONEY_SUM)
          .addField("net_gbp", Columns.MONEY_SUM)
          .addByteArrayField("submission_times")
          .build();

  /** What makes a section month. */
  public static final List<String> KEY =
      List.of("umr", "section_no", "coverholder_id", "bordereau_month");

  /** The sums of one section month. */
  public static final class Sums {

    private long live;
    private long deleted;
    private long quarantined;
    private long facts;
    private long withoutGbp;
    private final WideTotal gross = new WideTotal("gwp_gbp", 2);
    private final WideTotal commission = new WideTotal("commission_gbp", 2);
    private final WideTotal net = new WideTotal("net_gbp", 2);
    private final DistinctTimes submissions = new DistinctTimes();

    private Sums() {}

    /** Counts a live version. */
    public void addLive() {
      live++;
    }

    /** Counts a deleted version: it is no submission. */
    public void addDeleted() {
      deleted++;
    }

    /** Counts a version that is quarantined: a submission, but no premium. */
    public void addQuarantined() {
      quarantined++;
    }

    /** Notes when a version was submitted, in micros since 1970. */
    public void addSubmission(long submittedAt) {
      submissions.add(submittedAt);
    }

    /** Counts a winner without sterling amounts. */
    public void addFactWithoutGbp() {
      facts++;
      withoutGbp++;
    }

    /** Counts a winner and its amounts in pence of sterling. */
    public void addFact(long grossGbp, long commissionGbp, long netGbp) {
      facts++;
      gross.add(grossGbp);
      commission.add(commissionGbp);
      net.add(netGbp);
    }

    private void write(RowWriter row, int first) {
      int c = first;
      row.setLong(c++, live);
      row.setLong(c++, deleted);
      row.setLong(c++, quarantined);
      row.setLong(c++, facts);
      row.setLong(c++, withoutGbp);
      row.setDecimal(c++, gross.value());
      row.setDecimal(c++, commission.value());
      row.setDecimal(c++, net.value());
      byte[] times = submissions.toBytes();
      row.setBytes(c, times, 0, times.length);
    }
  }

  private final SectionSums<Sums> months = new SectionSums<>(Sums::new);

  /** The sums of a section month ({@code month} as in {@link MonthIndex}); they start at zero. */
  public Sums of(String umr, String sectionNo, @Nullable String coverholderId, int month) {
    return months.ofMonth(umr, sectionNo, coverholderId, month);
  }

  /** The section months, packed. */
  public RowBlocks toBlocks() {
    return months.toBlocks(SCHEMA, Sums::write);
  }
}
