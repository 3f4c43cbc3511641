// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What claims cost against premium, beside what was planned: by class and year of account, and for
 * the accounts that cost most above their plan.
 *
 * @param classes classes and years, the latest year first
 * @param otherClasses how many are not shown
 * @param rows accounts whose claims cost more than their plan, those that cost most above it first
 * @param abovePlan how many accounts do
 * @param others how many of them are not shown
 * @param accounts how many there are
 * @param scale the percentage at the right end of the bars
 */
record LossRatios(
    List<ClassYear> classes,
    int otherClasses,
    List<Account> rows,
    int abovePlan,
    int others,
    int accounts,
    String scale) {

  private static final int PLACES = 6;

  /** Bars end at 150 %, as those of premium limits do. */
  private static final BigDecimal END = new BigDecimal("1.50");

  /** A class and year; places of the bar are percentages of its length. */
  record ClassYear(
      String classOfBusiness,
      String year,
      String premium,
      String incurred,
      String claims,
      String ratio,
      String ratioSort,
      String plan,
      String planSort,
      String variance,
      String varianceSort,
      String bar,
      String planAt,
      boolean isAbove,
      boolean isBeyond) {}

  /** An account above its plan. */
  record Account(
      String coverholder,
      String name,
      String year,
      String classOfBusiness,
      String premium,
      String incurred,
      String ratio,
      String ratioSort,
      String plan,
      String planSort,
      String above) {}

  private record ClassKey(String classOfBusiness, int year) implements Comparable<ClassKey> {
    @Override
    public int compareTo(ClassKey other) {
      return Comparator.comparing(ClassKey::year)
          .reversed()
          .thenComparing(ClassKey::classOfBusiness)
          .compare(this, other);
    }
  }

  private static final class Sums {
    private BigDecimal premium = BigDecimal.ZERO;
    private BigDecimal incurred = BigDecimal.ZERO;
    private long claims;
    private @Nullable BigDecimal plan;

    private void add(Figures figures) {
      premium = premium.add(figures.premium());
      incurred = incurred.add(figures.incurred);
      claims += figures.claims;
      plan = plan == null ? figures.plan : plan;
    }
  }

  /** A row of the mart. */
  private record Figures(
      @Nullable String coverholder,
      @Nullable String name,
      @Nullable Integer year,
      @Nullable String classOfBusiness,
      @Nullable BigDecimal written,
      BigDecimal incurred,
      long claims,
      @Nullable BigDecimal ratio,
      @Nullable BigDecimal plan) {

    private BigDecimal premium() {
      return written == null ? BigDecimal.ZERO : written;
    }

    private ClassKey key() {
      return new ClassKey(
          classOfBusiness == null ? Coverholders.UNKNOWN : classOfBusiness,
          year == null ? 0 : year);
    }

    /** What the claims cost more than the plan has for this premium; 0 without a plan. */
    private BigDecimal above() {
      return plan == null || ratio == null
          ? BigDecimal.ZERO
          : incurred.subtract(plan.multiply(premium())).setScale(2, RoundingMode.HALF_UP);
    }
  }

  /** Reads the mart. */
  static LossRatios in(ReportedCut cut) {
    Map<ClassKey, Sums> classes = new TreeMap<>();
    List<Figures> above = new ArrayList<>();
    int[] accounts = {0};
    TableRows rows =
        cut.rows(
            "mart/loss_ratio",
            "coverholder_id",
            "coverholder_name",
            "year_of_account",
            "class_of_business",
            "gwp_gbp",
            "incurred_gbp",
            "claim_count",
            "incurred_loss_ratio",
            "planned_loss_ratio");
    rows.forEach(
        row -> {
          Figures figures = figures(row, rows.layout());
          accounts[0]++;
          classes.computeIfAbsent(figures.key(), key -> new Sums()).add(figures);
          if (figures.above().signum() > 0) {
            above.add(figures);
          }
        });
    List<Account> worst =
        above.stream()
            .sorted(
                Comparator.comparing(Figures::above)
                    .reversed()
                    .thenComparing(Figures::key)
                    .thenComparing(figures -> String.valueOf(figures.coverholder)))
            .limit(ReportPage.SHOWN)
            .map(LossRatios::account)
            .toList();
    List<ClassYear> shown =
        classes.entrySet().stream()
            .limit(ReportPage.SHOWN)
            .map(entry -> classYear(entry.getKey(), entry.getValue()))
            .toList();
    return new LossRatios(
        shown,
        classes.size() - shown.size(),
        worst,
        above.size(),
        above.size() - worst.size(),
        accounts[0],
        END.movePointRight(2).toBigInteger().toString());
  }

  private static Figures figures(RowView row, RowLayout layout) {
    return new Figures(
        row.getStringOrNull(layout.column("coverholder_id")),
        row.getStringOrNull(layout.column("coverholder_name")),
        (Integer) row.getValue(layout.column("year_of_account")),
        row.getStringOrNull(layout.column("class_of_business")),
        (BigDecimal) row.getValue(layout.column("gwp_gbp")),
        row.getDecimal(layout.column("incurred_gbp")),
        row.getLong(layout.column("claim_count")),
        (BigDecimal) row.getValue(layout.column("incurred_loss_ratio")),
        (BigDecimal) row.getValue(layout.column("planned_loss_ratio")));
  }

  private static ClassYear classYear(ClassKey key, Sums sums) {
    BigDecimal ratio =
        sums.premium.signum() > 0
            ? sums.incurred.divide(sums.premium, PLACES, RoundingMode.HALF_UP)
            : null;
    BigDecimal plan = sums.plan;
    BigDecimal variance = ratio == null || plan == null ? null : ratio.subtract(plan);
    return new ClassYear(
        key.classOfBusiness(),
        key.year() == 0 ? Wording.NONE : Integer.toString(key.year()),
        Wording.money(sums.premium),
        Wording.money(sums.incurred),
        Wording.count(sums.claims),
        Wording.ratio(ratio),
        Wording.sortable(ratio),
        Wording.ratio(plan),
        Wording.sortable(plan),
        Wording.points(variance),
        Wording.sortable(variance),
        ratio == null ? "" : place(ratio.max(BigDecimal.ZERO)),
        plan == null ? "" : place(plan),
        variance != null && variance.signum() > 0,
        ratio != null && ratio.compareTo(END) > 0);
  }

  private static Account account(Figures figures) {
    String id = figures.coverholder;
    String name = figures.name;
    return new Account(
        id == null ? Coverholders.UNKNOWN : id,
        name == null ? "" : name,
        figures.year == null ? Wording.NONE : figures.year.toString(),
        figures.key().classOfBusiness(),
        Wording.money(figures.written),
        Wording.money(figures.incurred),
        Wording.ratio(figures.ratio),
        Wording.sortable(figures.ratio),
        Wording.ratio(figures.plan),
        Wording.sortable(figures.plan),
        Wording.money(figures.above()));
  }

  private static String place(BigDecimal ratio) {
    return ratio.min(END).movePointRight(2).divide(END, 2, RoundingMode.HALF_UP).toPlainString();
  }
}
