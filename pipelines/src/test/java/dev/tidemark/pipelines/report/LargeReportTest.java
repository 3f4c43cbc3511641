// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A lake of 500 sections over 36 months, 400 of whose coverholders are late or miss something, has
 * a report of the size of a small one. It stays under {@code target}, to be looked at.
 */
@Tag("thorough")
class LargeReportTest {

  private static final int SECTIONS = 500;
  private static final int MONTHS = 36;
  private static final int MOST_BYTES = 256 * 1024;
  private static final LocalDate FIRST = LocalDate.of(2021, 4, 1);

  private final ReportLake lake;

  LargeReportTest(@TempDir Path root) {
    lake = new ReportLake(root);
  }

  @Test
  void aLargeLakeHasASmallReport() throws IOException {
    write("gold/dim_coverholder", SECTIONS, LargeReportTest::coverholder);
    write("mart/gpi_utilisation", SECTIONS * MONTHS, LargeReportTest::use);
    write("mart/bordereau_timeliness", SECTIONS * MONTHS, LargeReportTest::sent);
    write("mart/missing_bordereaux", SECTIONS, LargeReportTest::missing);
    write("mart/premium_monthly", SECTIONS * MONTHS, LargeReportTest::premium);
    write("mart/loss_ratio", SECTIONS, LargeReportTest::account);
    lake.publish();

    ReportPage page = lake.page(lake.loaded(List.of(), List.of()));

    MartFigures marts = Objects.requireNonNull(page.marts(), String.valueOf(page.unreadable()));
    assertThat(marts.gpi().rows(), hasSize(ReportPage.SHOWN));
    assertThat(marts.gpi().others(), is(SECTIONS - ReportPage.SHOWN));
    assertThat("section 499 is furthest over", marts.gpi().rows().get(0).used(), is("177.7 %"));
    assertThat(marts.submissions().rows(), hasSize(ReportPage.SHOWN));
    assertThat(marts.submissions().others(), is(350));
    assertThat(marts.submissions().punctual(), is(100));
    assertThat(marts.loss().rows(), hasSize(ReportPage.SHOWN));
    assertThat(marts.premium().months(), hasSize(PremiumMonths.MONTHS));
    // 12 months of 500 sections with 1,000.00 to 1,499.00 each
    assertThat(Objects.requireNonNull(marts.premium().earlier()).premium(), is("7,497,000.00"));
    assertThat(
        marts.submissions().months().stream().map(Submissions.Month::missing).distinct().toList(),
        contains(0L, 400L));

    String html = page.toHtml();
    Html.parse(html);
    assertThat(html, startsWith("<!DOCTYPE html>"));
    assertThat(html.getBytes(StandardCharsets.UTF_8).length, is(lessThan(MOST_BYTES)));
    Path kept = Files.createDirectories(Path.of("target", "report"));
    Files.writeString(kept.resolve("large.html"), html);
  }

  private void write(String path, int rows, IntFunction<Row> row) {
    List<Row> all = new ArrayList<>(rows);
    IntStream.range(0, rows).mapToObj(row).forEach(all::add);
    lake.write(path, all);
  }

  private static int section(int row) {
    return row % SECTIONS;
  }

  private static LocalDate month(int row) {
    return FIRST.plusMonths(row / SECTIONS);
  }

  private static Row.FieldValueBuilder row(String path, int row) {
    Schema schema = ReportLake.schema(path);
    Row.FieldValueBuilder values = Row.withSchema(schema).withFieldValues(Map.of());
    if (schema.hasField("umr")) {
      values =
          values
              .withFieldValue("contract_section_key", "s" + section(row))
              .withFieldValue("umr", "B0501BINDER" + section(row))
              .withFieldValue("section_no", "S1");
    }
    return values;
  }

  private static String id(int row) {
    return "CH%03d".formatted(section(row));
  }

  private static Row coverholder(int row) {
    return row("gold/dim_coverholder", row)
        .withFieldValue("coverholder_key", "k" + row)
        .withFieldValue("coverholder_version_key", "v" + row)
        .withFieldValue("coverholder_id", id(row))
        .withFieldValue("coverholder_name", "Northern & Western Underwriting Agency No. " + row)
        .withFieldValue("valid_from", ReportLake.NIGHT)
        .withFieldValue("is_deleted", false)
        .withFieldValue("is_inferred", false)
        .build();
  }

  private static BigDecimal gwp(int row) {
    return new BigDecimal((1000 + section(row)) + ".00");
  }

  /** Section 499 ends with 36 × 1,499.00 of a limit that is the same for all, 30,351.35. */
  private static Row use(int row) {
    BigDecimal limit = new BigDecimal("30351.35");
    BigDecimal written = gwp(row).multiply(BigDecimal.valueOf(1 + row / SECTIONS));
    boolean isOver = written.compareTo(limit) >= 0;
    return row("mart/gpi_utilisation", row)
        .withFieldValue("coverholder_key", "k" + section(row))
        .withFieldValue("year_of_account", 2021)
        .withFieldValue("bordereau_month", month(row))
        .withFieldValue("month_gwp_gbp", gwp(row))
        .withFieldValue("cumulative_gwp_gbp", written)
        .withFieldValue("gpi_limit_gbp", limit)
        .withFieldValue(
            "utilisation_pct",
            written.multiply(BigDecimal.valueOf(100)).divide(limit, 6, RoundingMode.HALF_UP))
        .withFieldValue("alert_level", isOver ? "BREACH" : "OK")
        .withFieldValue("first_breach_month", isOver ? month(row) : null)
        .build();
  }

  /** The first hundred are punctual, the others late in every third month. */
  private static Row sent(int row) {
    LocalDate month = month(row);
    return row("mart/bordereau_timeliness", row)
        .withFieldValue("coverholder_key", "k" + section(row))
        .withFieldValue("coverholder_id", id(row))
        .withFieldValue("bordereau_month", month)
        .withFieldValue("month_end", month.plusMonths(1).minusDays(1))
        .withFieldValue("submission_count", 1L)
        .withFieldValue("due_date", month.plusMonths(1).plusDays(14))
        .withFieldValue("is_late", section(row) >= 100 && row / SECTIONS % 3 == 0)
        .build();
  }

  /** The last month is missing of 400; of the first hundred nothing is. */
  private static Row missing(int row) {
    return row("mart/missing_bordereaux", 100 + row % 400)
        .withFieldValue("coverholder_id", id(100 + row % 400))
        .withFieldValue("missing_month", FIRST.plusMonths(row < 400 ? MONTHS - 1L : -12L))
        .withFieldValue("due_date", FIRST.plusMonths(MONTHS))
        .withFieldValue("kind", "TRAILING")
        .build();
  }

  private static Row premium(int row) {
    return row("mart/premium_monthly", row)
        .withFieldValue("coverholder_id", id(row))
        .withFieldValue("bordereau_month", month(row))
        .withFieldValue("transaction_count", 3L)
        .withFieldValue("gwp_gbp", gwp(row))
        .withFieldValue("commission_gbp", BigDecimal.ZERO.setScale(2))
        .withFieldValue("net_gbp", gwp(row))
        .withFieldValue("paid_movement_gbp", BigDecimal.ZERO.setScale(2))
        .withFieldValue("incurred_change_gbp", BigDecimal.ZERO.setScale(2))
        .withFieldValue("rows_without_gbp", 0L)
        .build();
  }

  /** Every account has a class of its own, and costs more than its plan. */
  private static Row account(int row) {
    return row("mart/loss_ratio", row)
        .withFieldValue("coverholder_key", "k" + row)
        .withFieldValue("coverholder_id", id(row))
        .withFieldValue("coverholder_name", "Northern & Western Underwriting Agency No. " + row)
        .withFieldValue("year_of_account", 2021)
        .withFieldValue("class_of_business_key", "c" + row)
        .withFieldValue("class_of_business", "Class " + row)
        .withFieldValue("gwp_gbp", gwp(row))
        .withFieldValue("paid_gbp", gwp(row))
        .withFieldValue("outstanding_gbp", BigDecimal.ZERO.setScale(2))
        .withFieldValue("incurred_gbp", gwp(row))
        .withFieldValue("claim_count", 1L)
        .withFieldValue("incurred_loss_ratio", new BigDecimal("1.000000"))
        .withFieldValue("planned_loss_ratio", new BigDecimal("0.500000"))
        .build();
  }
}
