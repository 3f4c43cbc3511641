// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The control files that lie beside the real bordereaux: figures that were computed outside the
 * product.
 *
 * @param sections control_by_section.csv
 * @param gpiRunning control_gpi_running.csv
 * @param paid control_paid_90d_by_coverholder.csv
 */
record RealControls(List<Section> sections, List<GpiMonth> gpiRunning, List<PaidDay> paid) {

  /** The totals of a section: premium in EUR and GBP, claims beside it. */
  record Section(
      String umr,
      String sectionNo,
      int premiumRowsLatest,
      BigDecimal grossEur,
      BigDecimal commissionEur,
      BigDecimal netEur,
      BigDecimal grossGbp,
      BigDecimal netGbp,
      int claimRows,
      BigDecimal paidEur,
      BigDecimal paidGbp,
      BigDecimal outstandingGbp,
      BigDecimal incurredLossRatio) {}

  /** Gross premium income of a section in a month, and up to it. */
  record GpiMonth(
      String umr,
      String sectionNo,
      LocalDate bordereauMonth,
      BigDecimal monthGwpGbp,
      BigDecimal cumulativeGwpGbp) {}

  /** What was paid of a coverholder's claims on a day, and in the ninety days up to it. */
  record PaidDay(
      String coverholderId,
      LocalDate paymentDate,
      BigDecimal paidGbpDay,
      BigDecimal paidLast90DaysGbp) {}

  RealControls {
    sections = List.copyOf(sections);
    gpiRunning = List.copyOf(gpiRunning);
    paid = List.copyOf(paid);
  }

  static RealControls read(Path folder) throws IOException {
    List<Section> sections = new ArrayList<>();
    for (Line line : lines(folder.resolve("control_by_section.csv"))) {
      sections.add(
          new Section(
              line.text("umr"),
              line.text("section_no"),
              line.count("premium_rows_latest"),
              line.amount("gross_eur"),
              line.amount("commission_eur"),
              line.amount("net_eur"),
              line.amount("gross_gbp"),
              line.amount("net_gbp"),
              line.count("claim_rows"),
              line.amount("paid_eur"),
              line.amount("paid_gbp"),
              line.amount("outstanding_gbp"),
              line.amount("incurred_loss_ratio")));
    }
    List<GpiMonth> gpiRunning = new ArrayList<>();
    for (Line line : lines(folder.resolve("control_gpi_running.csv"))) {
      gpiRunning.add(
          new GpiMonth(
              line.text("umr"),
              line.text("section_no"),
              LocalDate.parse(line.text("bordereau_month")),
              line.amount("month_gwp_gbp"),
              line.amount("cumulative_gwp_gbp")));
    }
    List<PaidDay> paid = new ArrayList<>();
    for (Line line : lines(folder.resolve("control_paid_90d_by_coverholder.csv"))) {
      paid.add(
          new PaidDay(
              line.text("coverholder_id"),
              LocalDate.parse(line.text("payment_date")),
              line.amount("paid_gbp_day"),
              line.amount("paid_last_90_days_gbp")));
    }
    return new RealControls(sections, gpiRunning, paid);
  }

  private static List<Line> lines(Path file) throws IOException {
    List<List<String>> all = RealDataLoader.lines(file);
    List<Line> lines = new ArrayList<>();
    for (List<String> values : all.subList(1, all.size())) {
      Map<String, String> byName = new HashMap<>();
      for (int column = 0; column < values.size(); column++) {
        byName.put(all.get(0).get(column), values.get(column));
      }
      lines.add(new Line(byName));
    }
    return lines;
  }

  private record Line(Map<String, String> values) {

    String text(String column) {
      String value = values.get(column);
      if (value == null) {
        throw new IllegalArgumentException("The control file has no column " + column + ".");
      }
      return value;
    }

    int count(String column) {
      return Integer.parseInt(text(column));
    }

    BigDecimal amount(String column) {
      return new BigDecimal(text(column));
    }
  }
}
