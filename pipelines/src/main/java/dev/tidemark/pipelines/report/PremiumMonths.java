// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowLayout;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Premium and claims of all sections by bordereau month, of {@code mart/premium_monthly}.
 *
 * @param months the latest of them, oldest first
 * @param earlier the sums of all months before them; null when there are none
 * @param grid the lines of the chart
 * @param zero where its base line lies, from the top
 * @param withoutSterling premium facts, of any month, whose amounts could not be converted
 */
record PremiumMonths(
    List<Month> months,
    @Nullable Month earlier,
    List<GridLine> grid,
    String zero,
    long withoutSterling) {

  static final int MONTHS = 24;

  private static final int TOP = 12;
  private static final int HEIGHT = 168;

  /** The share of a month's width that its bar takes, as a percentage. */
  private static final BigDecimal BAR = BigDecimal.valueOf(68);

  /** A month and its bar; across, places are percentages of the chart, down they are pixels. */
  record Month(
      String name,
      String sort,
      String shortName,
      boolean isLabelled,
      String transactions,
      String premium,
      String commission,
      String net,
      String paid,
      String incurred,
      String x,
      String middle,
      String width,
      String y,
      String height) {}

  /** A horizontal line of the chart. */
  record GridLine(String y, String label) {}

  private static final class Sums {
    private long transactions;
    private long withoutSterling;
    private BigDecimal premium = BigDecimal.ZERO;
    private BigDecimal commission = BigDecimal.ZERO;
    private BigDecimal net = BigDecimal.ZERO;
    private BigDecimal paid = BigDecimal.ZERO;
    private BigDecimal incurred = BigDecimal.ZERO;

    private Sums add(Sums other) {
      transactions += other.transactions;
      withoutSterling += other.withoutSterling;
      premium = premium.add(other.premium);
      commission = commission.add(other.commission);
      net = net.add(other.net);
      paid = paid.add(other.paid);
      incurred = incurred.add(other.incurred);
      return this;
    }
  }

  /** Reads the mart. */
  static PremiumMonths in(ReportedCut cut) {
    TreeMap<YearMonth, Sums> all = sums(cut);
    int hidden = Math.max(0, all.size() - MONTHS);
    TreeMap<YearMonth, Sums> shown = new TreeMap<>();
    Sums earlier = new Sums();
    long withoutSterling = 0;
    for (Map.Entry<YearMonth, Sums> month : all.entrySet()) {
      withoutSterling += month.getValue().withoutSterling;
      if (hidden-- > 0) {
        earlier.add(month.getValue());
      } else {
        shown.put(month.getKey(), month.getValue());
      }
    }
    Scale scale = Scale.of(shown.values());
    List<Month> months = new ArrayList<>();
    shown.forEach(
        (month, sums) -> months.add(month(month, sums, scale, months.size(), shown.size())));
    return new PremiumMonths(
        months,
        all.size() == shown.size() ? null : plain("before " + months.get(0).name(), "", earlier),
        scale.lines(),
        scale.y(BigDecimal.ZERO),
        withoutSterling);
  }

  private static TreeMap<YearMonth, Sums> sums(ReportedCut cut) {
    TableRows rows =
        cut.rows(
            "mart/premium_monthly",
            "bordereau_month",
            "transaction_count",
            "gwp_gbp",
            "commission_gbp",
            "net_gbp",
            "paid_movement_gbp",
            "incurred_change_gbp",
            "rows_without_gbp");
    RowLayout layout = rows.layout();
    int month = layout.column("bordereau_month");
    TreeMap<YearMonth, Sums> all = new TreeMap<>();
    rows.forEach(
        row -> {
          Sums one = new Sums();
          one.transactions = row.getLong(layout.column("transaction_count"));
          one.withoutSterling = row.getLong(layout.column("rows_without_gbp"));
          one.premium = row.getDecimal(layout.column("gwp_gbp"));
          one.commission = row.getDecimal(layout.column("commission_gbp"));
          one.net = row.getDecimal(layout.column("net_gbp"));
          one.paid = row.getDecimal(layout.column("paid_movement_gbp"));
          one.incurred = row.getDecimal(layout.column("incurred_change_gbp"));
          all.computeIfAbsent(
                  YearMonth.from(LocalDate.ofEpochDay(row.getInt(month))), m -> new Sums())
              .add(one);
        });
    return all;
  }

  private static Month month(YearMonth month, Sums sums, Scale scale, int place, int of) {
    BigDecimal step = BigDecimal.valueOf(100).divide(BigDecimal.valueOf(of), 4, RoundingMode.DOWN);
    BigDecimal width = step.multiply(BAR).movePointLeft(2).setScale(3, RoundingMode.HALF_UP);
    BigDecimal middle =
        step.multiply(BigDecimal.valueOf(place))
            .add(step.divide(BigDecimal.valueOf(2)))
            .setScale(3, RoundingMode.HALF_UP);
    BigDecimal x =
        middle.subtract(width.divide(BigDecimal.valueOf(2))).setScale(3, RoundingMode.HALF_UP);
    Month plain = plain(Wording.month(month), month.toString(), sums);
    BigDecimal from = scale.place(sums.premium.max(BigDecimal.ZERO));
    BigDecimal to = scale.place(sums.premium.min(BigDecimal.ZERO));
    int labelled = of > MONTHS / 2 ? 3 : 1;
    return new Month(
        plain.name(),
        plain.sort(),
        plain.name().substring(0, 3) + (month.getMonthValue() == 1 ? " " + month.getYear() : ""),
        month.getMonthValue() % labelled == 1 % labelled,
        plain.transactions(),
        plain.premium(),
        plain.commission(),
        plain.net(),
        plain.paid(),
        plain.incurred(),
        x.toPlainString(),
        middle.toPlainString(),
        width.toPlainString(),
        from.toPlainString(),
        to.subtract(from).toPlainString());
  }

  private static Month plain(String name, String sort, Sums sums) {
    return new Month(
        name,
        sort,
        "",
        false,
        Wording.count(sums.transactions),
        Wording.money(sums.premium),
        Wording.money(sums.commission),
        Wording.money(sums.net),
        Wording.money(sums.paid),
        Wording.money(sums.incurred),
        "",
        "",
        "",
        "",
        "");
  }

  /** From pounds to places: round figures between the least and the greatest month. */
  private record Scale(BigDecimal least, BigDecimal greatest, BigDecimal step) {

    static Scale of(Iterable<Sums> months) {
      BigDecimal least = BigDecimal.ZERO;
      BigDecimal greatest = BigDecimal.ZERO;
      for (Sums month : months) {
        least = least.min(month.premium);
        greatest = greatest.max(month.premium);
      }
      BigDecimal step = step(greatest.max(least.negate()));
      return new Scale(up(least.negate(), step).negate(), up(greatest, step).max(step), step);
    }

    /** About three lines above zero, at 1, 2 or 5 with zeros. */
    private static BigDecimal step(BigDecimal greatest) {
      BigDecimal third =
          greatest.divide(BigDecimal.valueOf(3), 0, RoundingMode.CEILING).max(BigDecimal.ONE);
      BigDecimal power = BigDecimal.ONE.scaleByPowerOfTen(third.precision() - third.scale() - 1);
      for (int nice : new int[] {1, 2, 5}) {
        BigDecimal step = power.multiply(BigDecimal.valueOf(nice));
        if (step.compareTo(third) >= 0) {
          return step;
        }
      }
      return power.scaleByPowerOfTen(1);
    }

    private static BigDecimal up(BigDecimal amount, BigDecimal step) {
      return amount.divide(step, 0, RoundingMode.CEILING).multiply(step);
    }

    /** How far from the top, in pixels. */
    private BigDecimal place(BigDecimal amount) {
      return greatest
          .subtract(amount)
          .multiply(BigDecimal.valueOf(HEIGHT))
          .divide(greatest.subtract(least), 1, RoundingMode.HALF_UP)
          .add(BigDecimal.valueOf(TOP));
    }

    private String y(BigDecimal amount) {
      return place(amount).toPlainString();
    }

    private List<GridLine> lines() {
      List<GridLine> lines = new ArrayList<>();
      for (BigDecimal at = least; at.compareTo(greatest) <= 0; at = at.add(step)) {
        lines.add(new GridLine(y(at), Wording.pounds(at)));
      }
      return lines;
    }
  }
}
