// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.totals.AlertLevel;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much of its premium limit each section has used, as its latest month in {@code
 * mart/gpi_utilisation} says.
 *
 * @param sections how many there are
 * @param breached over the limit
 * @param notifying at the notifiable percentage or over it, below the limit
 * @param within below that
 * @param unlimited without a limit that can be used
 * @param unusable those of them whose limit is negative, or in a currency without a rate
 * @param rows the worst, furthest over first
 * @param others how many are not shown
 * @param scale the percentage at the right end of the bars
 */
record GpiUse(
    int sections,
    int breached,
    int notifying,
    int within,
    int unlimited,
    int unusable,
    List<Section> rows,
    int others,
    String scale) {

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final BigDecimal NOTIFIABLE = BigDecimal.valueOf(80);

  /** Bars end at 150 %: what is further over would make the others too short to tell apart. */
  private static final BigDecimal END = BigDecimal.valueOf(150);

  /** A section as it stands; places of the bar are percentages of its length. */
  record Section(
      String name,
      String coverholder,
      String coverholderName,
      String year,
      String classOfBusiness,
      String level,
      int levelRank,
      String used,
      String usedSort,
      String written,
      String limit,
      String since,
      String sinceSort,
      String bar,
      String notifyAt,
      String limitAt,
      boolean isBeyond) {}

  /** What the mart's latest month says of a section. */
  private static final class Latest {
    private final String key;
    private int month = Integer.MIN_VALUE;
    private String umr = "";
    private String sectionNo = "";
    private @Nullable String coverholderKey;
    private @Nullable Integer year;
    private BigDecimal written = BigDecimal.ZERO;
    private @Nullable BigDecimal limit;
    private @Nullable BigDecimal used;
    private AlertLevel level = AlertLevel.NO_LIMIT;
    private boolean isFlagged;
    private @Nullable LocalDate since;

    Latest(String key) {
      this.key = key;
    }

    private int rank() {
      return switch (level) {
        case BREACH -> 0;
        case NOTIFY -> 1;
        case OK -> 2;
        case NO_LIMIT -> 3;
      };
    }

    private BigDecimal use() {
      return used == null ? BigDecimal.ZERO : used;
    }
  }

  private static final Comparator<Latest> WORST_FIRST =
      Comparator.comparing(Latest::rank)
          .thenComparing(Latest::use, Comparator.reverseOrder())
          .thenComparing(latest -> latest.umr)
          .thenComparing(latest -> latest.sectionNo);

  /** Reads the mart. */
  static GpiUse in(ReportedCut cut, Coverholders coverholders) {
    List<Latest> all = latest(cut);
    Map<AlertLevel, Integer> counts = new EnumMap<>(AlertLevel.class);
    all.forEach(section -> counts.merge(section.level, 1, Integer::sum));
    List<Latest> worst = all.stream().sorted(WORST_FIRST).limit(ReportPage.SHOWN).toList();
    Map<String, Terms> terms = Terms.in(cut, worst.stream().map(w -> w.key).toList());
    return new GpiUse(
        all.size(),
        counts.getOrDefault(AlertLevel.BREACH, 0),
        counts.getOrDefault(AlertLevel.NOTIFY, 0),
        counts.getOrDefault(AlertLevel.OK, 0),
        counts.getOrDefault(AlertLevel.NO_LIMIT, 0),
        (int) all.stream().filter(section -> section.isFlagged).count(),
        worst.stream()
            .map(w -> section(w, terms.getOrDefault(w.key, Terms.UNKNOWN), coverholders))
            .toList(),
        all.size() - worst.size(),
        END.toPlainString());
  }

  private static List<Latest> latest(ReportedCut cut) {
    TableRows rows =
        cut.rows(
            "mart/gpi_utilisation",
            "contract_section_key",
            "umr",
            "section_no",
            "coverholder_key",
            "year_of_account",
            "bordereau_month",
            "cumulative_gwp_gbp",
            "gpi_limit_gbp",
            "utilisation_pct",
            "alert_level",
            "limit_flag",
            "first_notify_month",
            "first_breach_month");
    RowLayout layout = rows.layout();
    int key = layout.column("contract_section_key");
    int month = layout.column("bordereau_month");
    Map<String, Latest> byKey = new HashMap<>();
    rows.forEach(
        row -> {
          Latest section = byKey.computeIfAbsent(row.getString(key), Latest::new);
          if (row.getInt(month) > section.month) {
            section.month = row.getInt(month);
            read(row, layout, section);
          }
        });
    return new ArrayList<>(byKey.values());
  }

  private static void read(RowView row, RowLayout layout, Latest section) {
    section.umr = row.getString(layout.column("umr"));
    section.sectionNo = row.getString(layout.column("section_no"));
    section.coverholderKey = row.getStringOrNull(layout.column("coverholder_key"));
    section.year = (Integer) row.getValue(layout.column("year_of_account"));
    section.written = row.getDecimal(layout.column("cumulative_gwp_gbp"));
    section.limit = (BigDecimal) row.getValue(layout.column("gpi_limit_gbp"));
    section.used = (BigDecimal) row.getValue(layout.column("utilisation_pct"));
    section.level = AlertLevel.valueOf(row.getString(layout.column("alert_level")));
    section.isFlagged = !row.isNull(layout.column("limit_flag"));
    String since =
        section.level == AlertLevel.BREACH
            ? "first_breach_month"
            : section.level == AlertLevel.NOTIFY ? "first_notify_month" : "";
    section.since = since.isEmpty() ? null : (LocalDate) row.getValue(layout.column(since));
  }

  private static Section section(Latest latest, Terms terms, Coverholders coverholders) {
    String id = coverholders.id(latest.coverholderKey);
    LocalDate since = latest.since;
    BigDecimal use = latest.use().max(BigDecimal.ZERO);
    boolean hasLimit = latest.used != null;
    return new Section(
        latest.umr + " " + latest.sectionNo,
        id == null ? Coverholders.UNKNOWN : id,
        coverholders.name(id),
        latest.year == null ? Wording.NONE : latest.year.toString(),
        terms.classOfBusiness(),
        latest.level == AlertLevel.NO_LIMIT ? "no limit" : latest.level.name(),
        latest.rank(),
        Wording.percent(latest.used),
        Wording.sortable(latest.used),
        Wording.money(latest.written),
        Wording.money(latest.limit),
        since == null ? Wording.NONE : Wording.month(YearMonth.from(since)),
        since == null ? "" : since.toString(),
        hasLimit ? place(use.min(END)) : "",
        place(terms.notifiable()),
        place(HUNDRED),
        use.compareTo(END) > 0);
  }

  private static String place(BigDecimal percentage) {
    return percentage.multiply(HUNDRED).divide(END, 2, RoundingMode.HALF_UP).toPlainString();
  }

  /** What a contract section says of itself. */
  private record Terms(BigDecimal notifiable, String classOfBusiness) {

    private static final Terms UNKNOWN = new Terms(NOTIFIABLE, "");

    static Map<String, Terms> in(ReportedCut cut, List<String> keys) {
      TableRows rows =
          cut.rows(
              "gold/dim_contract_section",
              "contract_section_key",
              "gpi_notifiable_pct",
              "class_of_business");
      RowLayout layout = rows.layout();
      int key = layout.column("contract_section_key");
      int percent = layout.column("gpi_notifiable_pct");
      int line = layout.column("class_of_business");
      Map<String, Terms> terms = new HashMap<>();
      keys.forEach(wanted -> terms.put(wanted, UNKNOWN));
      rows.forEach(
          row ->
              terms.computeIfPresent(
                  row.getString(key),
                  (found, none) ->
                      new Terms(
                          row.isNull(percent) ? NOTIFIABLE : row.getDecimal(percent),
                          row.isNull(line) ? "" : row.getString(line))));
      return terms;
    }
  }
}
