// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import dev.tidemark.pipelines.config.FindingKind;
import dev.tidemark.pipelines.control.Observation;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.totals.AlertLevel;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sections that have written the notifiable part of their premium limit, or all of it: by their
 * last month, so that what was given back is over.
 */
final class GpiFindings {

  static final String MART = "mart/gpi_utilisation";

  private record Use(int month, String level, BigDecimal percent) {}

  private GpiFindings() {}

  static List<Observation> of(TableRows mart) {
    TableRows rows =
        mart.only("umr", "section_no", "bordereau_month", "alert_level", "utilisation_pct");
    int umr = rows.layout().column("umr");
    int section = rows.layout().column("section_no");
    int month = rows.layout().column("bordereau_month");
    int level = rows.layout().column("alert_level");
    int percent = rows.layout().column("utilisation_pct");
    Map<String, Use> last = new TreeMap<>();
    rows.forEach(
        row ->
            last.merge(
                row.getString(umr) + "/" + row.getString(section),
                new Use(
                    row.getInt(month),
                    row.getString(level),
                    row.isNull(percent) ? BigDecimal.ZERO : row.getNumber(percent)),
                (one, other) -> one.month() > other.month() ? one : other));
    List<Observation> found = new ArrayList<>();
    last.forEach(
        (about, use) -> {
          if (use.level().equals(AlertLevel.BREACH.name())) {
            found.add(MartFindings.observation(FindingKind.GPI_BREACH, about, text(about, use)));
          } else if (use.level().equals(AlertLevel.NOTIFY.name())) {
            found.add(MartFindings.observation(FindingKind.GPI_NOTIFY, about, text(about, use)));
          }
        });
    return found;
  }

  private static String text(String about, Use use) {
    return "section "
        + about
        + " has written "
        + use.percent().setScale(1, RoundingMode.DOWN).toPlainString()
        + " % of its premium limit up to "
        + LocalDate.ofEpochDay(use.month()).toString().substring(0, 7);
  }
}
