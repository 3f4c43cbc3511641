// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.facts.ClaimMonths;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.facts.SectionMonths;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.premium.UnfitAmountException;
import dev.tidemark.transforms.totals.WideTotal;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Filter;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.jspecify.annotations.Nullable;

/**
 * {@code premium_monthly}: the sums of the facts by coverholder, section and bordereau month, from
 * what is stored of them. A month that has claims alone has a row of no transactions. A known
 * section's months are its coverholder's, as its facts are; the claims of an unknown section name
 * nobody, so they have a row of their own.
 */
final class PremiumMonthly {

  /** The columns that are added up over the mart, to compare with those of the facts. */
  static final List<String> RECONCILED =
      List.of(
          "transaction_count",
          "rows_without_gbp",
          "gwp_gbp",
          "commission_gbp",
          "net_gbp",
          "paid_movement_gbp",
          "incurred_change_gbp");

  /** What premium or claims add to a month. */
  static final Schema PART_SCHEMA =
      Schema.builder()
          .addStringField("umr")
          .addStringField("section_no")
          .addNullableStringField("coverholder_id")
          .addField("bordereau_month", Columns.DATE)
          .addInt64Field("transaction_count")
          .addInt64Field("rows_without_gbp")
          .addField("gwp_gbp", Columns.MONEY_SUM)
          .addField("commission_gbp", Columns.MONEY_SUM)
          .addField("net_gbp", Columns.MONEY_SUM)
          .addField("paid_movement_gbp", Columns.MONEY_SUM)
          .addField("incurred_change_gbp", Columns.MONEY_SUM)
          .build();

  private static final BigDecimal NOTHING = BigDecimal.ZERO.setScale(2);

  private final ReferenceViews reference;

  PremiumMonthly(ReferenceViews reference) {
    this.reference = reference;
  }

  /**
   * Makes the mart.
   *
   * @param premium rows of {@link SectionMonths#SCHEMA}
   * @param claims rows of {@link ClaimMonths#SCHEMA}
   */
  PCollection<Row> from(PCollection<Row> premium, PCollection<Row> claims) {
    return PCollectionList.of(parts("Premium by month", premium, PremiumMonthly::ofPremium))
        .and(parts("Claims by month", claims, PremiumMonthly::ofClaims))
        .apply("Parts of months", Flatten.pCollections())
        .setRowSchema(PART_SCHEMA)
        .apply("Pack months", PackRows.byKey("umr", "section_no").into(LakeTables.MART_BUCKETS))
        .apply("Group months", GroupByKey.create())
        .apply(
            "Premium monthly", ParDo.of(new MonthlyFn(reference)).withSideInputs(reference.all()))
        .setRowSchema(Marts.PREMIUM_MONTHLY_SCHEMA);
  }

  private static PCollection<Row> parts(
      String name, PCollection<Row> months, SerializableFunction<Row, Row> part) {
    return months
        .apply(name + " with facts", Filter.by(month -> number(month, "fact_rows") > 0))
        .apply(name, MapElements.into(TypeDescriptors.rows()).via(part))
        .setRowSchema(PART_SCHEMA);
  }

  /** What a section month has of premium. */
  static Row ofPremium(Row month) {
    return part(
        month,
        number(month, "fact_rows"),
        number(month, "rows_without_gbp"),
        month.getDecimal("gwp_gbp"),
        month.getDecimal("commission_gbp"),
        month.getDecimal("net_gbp"),
        NOTHING,
        NOTHING);
  }

  /** What a section month has of claims. */
  static Row ofClaims(Row month) {
    return part(
        month,
        0L,
        0L,
        NOTHING,
        NOTHING,
        NOTHING,
        month.getDecimal("paid_movement_gbp"),
        month.getDecimal("incurred_change_gbp"));
  }

  private static Row part(Row month, @Nullable Object... sums) {
    return Row.withSchema(PART_SCHEMA)
        .addValues(
            month.getString("umr"),
            month.getString("section_no"),
            month.getString("coverholder_id"),
            month.getLogicalTypeValue("bordereau_month", LocalDate.class))
        .addValues(sums)
        .build();
  }

  private static long number(Row month, String column) {
    Long number = month.getInt64(column);
    return number == null ? 0 : number;
  }

  /** Makes the rows of a bucket of parts. */
  static void of(RowBlocks parts, ReferenceData known, Consumer<Row> out) {
    RowLayout layout = RowLayout.of(PART_SCHEMA);
    RowView part = new RowView(layout);
    Map<Month, Sums> months = new LinkedHashMap<>();
    for (long ref : parts.refs()) {
      part.at(parts, ref);
      months.computeIfAbsent(Month.of(part, known), month -> new Sums()).add(part);
    }
    DurableKey keys = new DurableKey();
    months.forEach(
        (month, sums) -> {
          try {
            out.accept(sums.row(month, keys));
          } catch (ArithmeticException unfit) {
            throw new UnfitAmountException(
                "premium_monthly of coverholder %s, section %s %s, month %s"
                    .formatted(
                        month.coverholder(),
                        month.umr(),
                        month.sectionNo(),
                        MonthIndex.firstDay(month.month())),
                unfit);
          }
        });
  }

  /** A row of the mart. */
  private record Month(
      String umr,
      String sectionNo,
      @Nullable String coverholder,
      @Nullable Integer yearOfAccount,
      int month) {

    static Month of(RowView part, ReferenceData known) {
      String umr = part.getString(0);
      String sectionNo = part.getString(1);
      Section section = known.section(umr, sectionNo);
      return new Month(
          umr,
          sectionNo,
          Section.coverholderOf(section, part.getStringOrNull(2)),
          section == null ? null : section.yearOfAccount(),
          MonthIndex.ofEpochDay(part.getInt(3)));
    }
  }

  private static final class Sums {

    private static final int FIRST_SUM = 6;

    private long transactions;
    private long withoutGbp;
    private final List<WideTotal> sums =
        PART_SCHEMA.getFieldNames().stream()
            .skip(FIRST_SUM)
            .map(column -> new WideTotal(column, 2))
            .toList();

    void add(RowView part) {
      transactions += part.getLong(4);
      withoutGbp += part.getLong(5);
      for (int s = 0; s < sums.size(); s++) {
        sums.get(s).add(part.getDecimal(FIRST_SUM + s));
      }
    }

    Row row(Month month, DurableKey keys) {
      return Row.withSchema(Marts.PREMIUM_MONTHLY_SCHEMA)
          .addValues(
              keys.of(month.umr(), month.sectionNo()),
              month.coverholder() == null ? null : keys.of(month.coverholder()),
              month.coverholder(),
              month.umr(),
              month.sectionNo(),
              month.yearOfAccount(),
              MonthIndex.firstDay(month.month()),
              transactions)
          .addValues(sums.stream().map(WideTotal::value).toArray())
          .addValue(withoutGbp)
          .build();
    }
  }

  private static final class MonthlyFn extends DoFn<KV<Integer, Iterable<byte[]>>, Row> {

    private static final long serialVersionUID = 1L;

    private final ReferenceViews reference;

    MonthlyFn(ReferenceViews reference) {
      this.reference = reference;
    }

    @ProcessElement
    public void make(ProcessContext context) {
      of(RowBlocks.of(context.element().getValue()), reference.read(context), context::output);
    }
  }
}
