// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.facts.ClaimMonths;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.facts.SectionMonths;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.premium.UnfitAmountException;
import dev.tidemark.transforms.totals.WideTotal;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * {@code premium_monthly}: the sums of the facts by coverholder, section and bordereau month, from
 * what is stored of them. A month that has claims alone has a row of no transactions. A known
 * section's months are its coverholder's, as its facts are; the claims of an unknown section name
 * nobody, so they have a row of their own.
 */
final class PremiumMonthly implements MartStage {

  /** What premium or claims add to a month; null adds nothing. */
  static final Schema PART_SCHEMA =
      Schema.builder()
          .addStringField("umr")
          .addStringField("section_no")
          .addNullableStringField("coverholder_id")
          .addField("bordereau_month", Columns.DATE)
          .addNullableField("fact_rows", FieldType.INT64)
          .addNullableField("rows_without_gbp", FieldType.INT64)
          .addNullableField("gwp_gbp", Columns.MONEY_SUM)
          .addNullableField("commission_gbp", Columns.MONEY_SUM)
          .addNullableField("net_gbp", Columns.MONEY_SUM)
          .addNullableField("paid_movement_gbp", Columns.MONEY_SUM)
          .addNullableField("incurred_change_gbp", Columns.MONEY_SUM)
          .build();

  private static final RowLayout PARTS = RowLayout.of(PART_SCHEMA);
  private static final RowKey SECTION = RowKey.of(PARTS, "umr", "section_no");
  private static final int MONTH = 3;
  private static final int TRANSACTIONS = 4;
  private static final int WITHOUT_GBP = 5;
  private static final int FIRST_SUM = 6;

  private static final Part OF_PREMIUM =
      new Part(
          RowLayout.of(SectionMonths.SCHEMA),
          "fact_rows",
          "rows_without_gbp",
          "gwp_gbp",
          "commission_gbp",
          "net_gbp");

  /** Claims are no transactions, and those without a rate no rows without GBP. */
  private static final Part OF_CLAIMS =
      new Part(RowLayout.of(ClaimMonths.SCHEMA), "paid_movement_gbp", "incurred_change_gbp");

  /** The part that a row of partial sums with facts is of its month. */
  private static final class Part {

    private final int facts;
    private final int[] from;
    private final int[] to;

    Part(RowLayout partials, String... sums) {
      facts = partials.column("fact_rows");
      List<String> columns =
          Stream.concat(SectionMonths.KEY.stream(), Arrays.stream(sums)).toList();
      from = partials.columns(columns);
      to = PARTS.columns(columns);
    }

    AffectedPartials.Rows into(RowBlocksBuilder selected) {
      RowWriter part = new RowWriter(PARTS);
      return (row, section) -> {
        if (row.getLong(facts) > 0) {
          part.clear();
          for (int c = 0; c < from.length; c++) {
            part.copy(to[c], row, from[c]);
          }
          selected.append(part);
        }
      };
    }
  }

  @Override
  public List<String> marts() {
    return List.of(Marts.PREMIUM_MONTHLY);
  }

  @Override
  public RowKey key() {
    return SECTION;
  }

  @Override
  public void select(AffectedPartials partials, RowBlocksBuilder selected) {
    partials.months(MartScope.SECTION, OF_PREMIUM.into(selected));
    partials.claims(MartScope.SECTION, OF_CLAIMS.into(selected));
  }

  @Override
  public void make(RowBlocks selected, Context context, MartRows made) {
    KeyGroups sections = KeyGroups.of(selected, SECTION);
    DurableKey keys = new DurableKey();
    RowView part = new RowView(PARTS);
    for (int s = 0; s < sections.groupCount(); s++) {
      part.at(selected, sections.ref(s, 0));
      Of of = Of.section(part, context, keys);
      Map<Month, Sums> months = new LinkedHashMap<>();
      for (int i = 0; i < sections.groupSize(s); i++) {
        part.at(selected, sections.ref(s, i));
        months.computeIfAbsent(of.month(part), month -> new Sums()).add(part);
      }
      months.forEach(
          (month, sums) -> {
            try {
              sums.write(of, month, keys, made);
            } catch (ArithmeticException unfit) {
              throw new UnfitAmountException(
                  "premium_monthly of coverholder %s, section %s %s, month %s"
                      .formatted(
                          month.coverholder(),
                          of.umr(),
                          of.sectionNo(),
                          MonthIndex.firstDay(month.month())),
                  unfit);
            }
          });
    }
  }

  /** Whose months they are. */
  private record Of(String umr, String sectionNo, @Nullable Section section, String key) {

    static Of section(RowView part, Context context, DurableKey keys) {
      String umr = part.getString(0);
      String sectionNo = part.getString(1);
      return new Of(
          umr, sectionNo, context.reference().section(umr, sectionNo), keys.of(umr, sectionNo));
    }

    Month month(RowView part) {
      return new Month(
          Section.coverholderOf(section, part.getStringOrNull(2)),
          MonthIndex.ofEpochDay(part.getInt(MONTH)));
    }
  }

  /** A row of a section. */
  private record Month(@Nullable String coverholder, int month) {}

  private static final class Sums {

    private long transactions;
    private long withoutGbp;
    private final WideTotal[] sums = new WideTotal[PARTS.size() - FIRST_SUM];

    Sums() {
      for (int s = 0; s < sums.length; s++) {
        sums[s] = new WideTotal(PARTS.name(FIRST_SUM + s), 2);
      }
    }

    void add(RowView part) {
      transactions += part.getLong(TRANSACTIONS);
      withoutGbp += part.getLong(WITHOUT_GBP);
      for (int s = 0; s < sums.length; s++) {
        if (!part.isNull(FIRST_SUM + s)) {
          sums[s].add(part.getDecimal(FIRST_SUM + s));
        }
      }
    }

    void write(Of of, Month month, DurableKey keys, MartRows made) {
      BigDecimal[] totals = new BigDecimal[sums.length];
      for (int s = 0; s < sums.length; s++) {
        totals[s] = sums[s].value();
      }
      made.add(
          Marts.PREMIUM_MONTHLY,
          of.key(),
          month.coverholder() == null ? null : keys.of(month.coverholder()),
          month.coverholder(),
          of.umr(),
          of.sectionNo(),
          of.section() == null ? null : of.section().yearOfAccount(),
          MonthIndex.firstDay(month.month()),
          transactions,
          totals[0],
          totals[1],
          totals[2],
          totals[3],
          totals[4],
          withoutGbp);
    }
  }
}
