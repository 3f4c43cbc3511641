// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.RunSummary.Outcome;
import dev.tidemark.pipelines.run.TableSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** A report of a lake that is small enough to be followed by hand. */
class ReportPageTest {

  private static final String SCRIPT = "<script>alert('x')</script> & \"Sons\"";

  private final ReportLake lake;
  private final Path root;

  ReportPageTest(@TempDir Path root) {
    this.root = root;
    lake = new ReportLake(root);
  }

  /**
   * Three sections: S1 at 84 % of 5,000 notifies, S2 is a penny below its limit, S3 has written it
   * wholly. CH001 was late in February; CH002 sent January and March, and owes February.
   */
  private ReportLake published() {
    return lake.write(
            "gold/dim_coverholder",
            """
            coverholder_key | coverholder_version_key | coverholder_id | coverholder_name | is_deleted | is_inferred | valid_from
            k1 | k1v | CH001 | "%s" | false | false | 2024-01-01T00:00:00Z
            k2 | k2v | CH002 | Second     | false | false | 2024-01-01T00:00:00Z
            """
                .formatted(SCRIPT.replace("\"", "\\\"")))
        .write(
            "gold/dim_contract_section",
            """
            contract_section_key | contract_section_version_key | umr | section_no | class_of_business | gpi_notifiable_pct | is_deleted | is_inferred | valid_from
            s1 | v1 | B1 | S1 | Property | null  | false | false | 2024-01-01T00:00:00Z
            s2 | v2 | B1 | S2 | Yacht    | 75.00 | false | false | 2024-01-01T00:00:00Z
            s3 | v3 | B1 | S3 | Yacht    | 80.00 | false | false | 2024-01-01T00:00:00Z
            """)
        .write(
            "mart/gpi_utilisation",
            """
            contract_section_key | umr | section_no | coverholder_key | year_of_account | bordereau_month | month_gwp_gbp | cumulative_gwp_gbp | gpi_limit_gbp | utilisation_pct | alert_level | first_notify_month | first_breach_month
            s1 | B1 | S1 | k1 | 2024 | 2024-02-01 | 2150.00 | 4200.00 | 5000.00 | 84.000000  | NOTIFY | 2024-02-01 | null
            s1 | B1 | S1 | k1 | 2024 | 2024-01-01 | 2050.00 | 2050.00 | 5000.00 | 41.000000  | OK     | null       | null
            s2 | B1 | S2 | k2 | 2024 | 2024-03-01 | 9999.99 | 9999.99 | 10000.00 | 99.999900 | NOTIFY | 2024-03-01 | null
            s3 | B1 | S3 | k2 | 2023 | 2024-03-01 | 1234567.80 | 1234567.80 | 1234567.80 | 100.000000 | BREACH | 2024-03-01 | 2024-03-01
            """)
        .write(
            "mart/bordereau_timeliness",
            """
            contract_section_key | coverholder_key | coverholder_id | umr | section_no | bordereau_month | month_end | submission_count | due_date | is_late
            s1 | k1 | CH001 | B1 | S1 | 2024-01-01 | 2024-01-31 | 1 | 2024-02-15 | false
            s1 | k1 | CH001 | B1 | S1 | 2024-02-01 | 2024-02-29 | 1 | 2024-03-15 | true
            s2 | k2 | CH002 | B1 | S2 | 2024-01-01 | 2024-01-31 | 1 | 2024-02-15 | false
            s2 | k2 | CH002 | B1 | S2 | 2024-03-01 | 2024-03-31 | 1 | 2024-04-15 | null
            """)
        .write(
            "mart/missing_bordereaux",
            """
            contract_section_key | coverholder_id | umr | section_no | missing_month | due_date | kind
            s2 | CH002 | B1 | S2 | 2024-02-01 | 2024-03-15 | GAP
            s3 | CH002 | B1 | S3 | 2021-02-01 | 2021-03-15 | LEADING
            """)
        .write(
            "mart/loss_ratio",
            """
            coverholder_key | coverholder_id | coverholder_name | year_of_account | class_of_business_key | class_of_business | gwp_gbp | paid_gbp | outstanding_gbp | incurred_gbp | claim_count | incurred_loss_ratio | planned_loss_ratio
            k1 | CH001 | First | 2024 | c1 | Property | 4200.00 | 1000.00 | 450.00 | 1450.00 | 1 | 0.345238 | 0.300000
            k3 | CH003 | Third | 2024 | c1 | Property | 93.00   | 0.00    | 0.00   | 0.00    | 0 | 0.000000 | 0.300000
            k9 | CH009 | Ninth | 2024 | c1 | Property | null    | 15.00   | 0.00   | 15.00   | 1 | null     | 0.300000
            """)
        .write(
            "mart/premium_monthly",
            """
            contract_section_key | coverholder_id | umr | section_no | bordereau_month | transaction_count | gwp_gbp | commission_gbp | net_gbp | paid_movement_gbp | incurred_change_gbp | rows_without_gbp
            s1 | CH001 | B1 | S1 | 2024-01-01 | 2 | 2050.00 | 0.00 | 2050.00 | 0.00   | 0.00   | 0
            s2 | CH002 | B1 | S2 | 2024-01-01 | 1 | 5000.00 | 0.00 | 5000.00 | 0.00   | 0.00   | 1
            s1 | CH001 | B1 | S1 | 2024-02-01 | 2 | 2150.00 | 0.00 | 2150.00 | 100.00 | -20.00 | 0
            """)
        .write("gold/dim_coverholder_history", history("ACTIVE", "null", "true"))
        .publish()
        .write(
            "gold/dim_coverholder_history",
            history("ACTIVE", "2024-04-19T10:00:00Z", "false")
                + "k1 | k1v3 | CH001 | RUN_OFF | 2024-04-19T10:00:00Z | null | true | false | false\n")
        .publish();
  }

  private static String history(String status, String to, String current) {
    return """
    coverholder_key | coverholder_version_key | coverholder_id | status | valid_from | valid_to | is_current | is_deleted | is_inferred
    k1 | k1v2 | CH001 | %s | 2024-01-01T00:00:00Z | %s | %s | false | false
    k2 | k2v1 | CH002 | ACTIVE | 2024-01-01T00:00:00Z | null | true | false | false
    """
        .formatted(status, to, current);
  }

  private static MartFigures marts(ReportPage page) {
    return Objects.requireNonNull(page.marts());
  }

  @Test
  void sectionsStandAsTheirLatestMonthSaysTheFurthestFirst() {
    GpiUse gpi = marts(published().page(lake.loaded(List.of(), List.of()))).gpi();

    assertThat(
        gpi.rows().stream()
            .map(s -> s.name() + " " + s.level() + " " + s.used() + " " + s.written())
            .toList(),
        contains(
            "B1 S3 BREACH 100.0 % 1,234,567.80",
            "B1 S2 NOTIFY 99.9 % 9,999.99", "B1 S1 NOTIFY 84.0 % 4,200.00"));
    assertThat(List.of(gpi.sections(), gpi.breached(), gpi.notifying()), contains(3, 1, 2));
    GpiUse.Section s2 = gpi.rows().get(1);
    assertThat("75 of 150", s2.notifyAt(), is("50.00"));
    assertThat("100 of 150", s2.limitAt(), is("66.67"));
    assertThat(s2.since(), is("Mar 2024"));
    assertThat(s2.coverholder() + " " + s2.coverholderName(), is("CH002 Second"));
  }

  @Test
  void aMonthsLetterIsTheWorstThatBecameOfIt() {
    Submissions sent = marts(published().page(lake.loaded(List.of(), List.of()))).submissions();

    assertThat(
        "March is the last month that anything came of",
        sent.months().get(11).name() + sent.months().get(11).year(),
        is("Mar2024"));
    assertThat(
        sent.rows().stream()
            .map(who -> who.id() + " " + letters(who) + " " + who.missing() + " " + who.late())
            .toList(),
        contains("CH002 .........✓M? 2 0", "CH001 .........✓L. 0 1"));
    assertThat(sent.rows().get(0).cells().get(10).told(), is("Feb 2024: 1 missing"));
    assertThat(
        List.of(sent.missing(), (long) sent.missingOf(), sent.late(), (long) sent.lateOf()),
        contains(2L, 1L, 1L, 1L));
    assertThat(sent.asOf(), is("20 April 2024"));
  }

  private static String letters(Submissions.Reporter who) {
    StringBuilder letters = new StringBuilder();
    who.cells().forEach(cell -> letters.append(cell.letter().isEmpty() ? "." : cell.letter()));
    return letters.toString();
  }

  @Test
  void anAccountIsAbovePlanByWhatItsClaimsCostMore() {
    LossRatios loss = marts(published().page(lake.loaded(List.of(), List.of()))).loss();

    // 1,450.00 − 0.30 × 4,200.00
    assertThat(
        loss.rows().stream().map(a -> a.coverholder() + " " + a.above()).toList(),
        contains("CH001 190.00"));
    assertThat(List.of(loss.abovePlan(), loss.accounts()), contains(1, 3));
    // (1,450.00 + 15.00) ÷ (4,200.00 + 93.00) = 0.341253
    LossRatios.ClassYear property = loss.classes().get(0);
    assertThat(
        List.of(property.premium(), property.incurred(), property.ratio(), property.variance()),
        contains("4,293.00", "1,465.00", "34.1 %", "+4.1 pts"));
  }

  @Test
  void monthsAreSumsOfAllSections() {
    PremiumMonths premium = marts(published().page(lake.loaded(List.of(), List.of()))).premium();

    assertThat(
        premium.months().stream()
            .map(m -> m.name() + " " + m.premium() + " " + m.paid() + " " + m.incurred())
            .toList(),
        contains("Jan 2024 7,050.00 0.00 0.00", "Feb 2024 2,150.00 100.00 −20.00"));
    assertThat(
        premium.grid().stream().map(PremiumMonths.GridLine::label).toList(),
        contains("£0", "£5k", "£10k"));
    assertThat(premium.earlier(), is(nullValue()));
  }

  @Test
  void aNewVersionTellsWhatIsAnother() {
    ReportPage page = published().page(lake.loaded(List.of(), List.of()));

    assertThat(
        Objects.requireNonNull(page.histories()).versions().stream()
            .map(v -> v.key() + ": " + v.change() + ", " + v.since())
            .toList(),
        contains("CH001: status ACTIVE → RUN_OFF, 19 April 2024, 10:00:00 UTC"));
  }

  @Test
  void whatToLookAtBeginsWithWhatSomebodyHasToDo() {
    TableSummary failed =
        new TableSummary(
            "Broker", LoadStatus.FAILED, null, null, LoadCounts.NONE, 0, 0, "column gone");
    List<Check> checks =
        List.of(new Check("rows", "1", "1", true), new Check("pounds", "2.00", "3.00", false));
    ReportPage page = published().page(lake.loaded(List.of(failed), checks));

    assertThat(
        page.attention().stream().map(a -> a.level() + " " + a.text()).toList(),
        contains(
            "ACT 1 check does not hold",
            "ACT Broker: column gone",
            "ACT 1 section has written its premium limit or more; furthest over is B1 S3 at 100.0 %",
            "ACT 2 bordereaux are missing, of 1 coverholder",
            "LOOK 2 sections have reached the notifiable part of their premium limit",
            "LOOK 1 account costs more than planned",
            "LOOK 1 premium row has no amount in sterling; the totals are short of it",
            "NOTE 1 bordereau came late, of 1 coverholder"));
    assertThat(page.loaded().held(), is("1 of 2"));
    assertThat(page.toHtml(), containsString("<td class=\"n bad\">2.00</td>"));
  }

  @Test
  void whatSomebodyTypedIsTextAndNeverMarkup() {
    String html = published().page(lake.loaded(List.of(), List.of())).toHtml();

    assertThat(html, not(containsString("<script>alert")));
    assertThat(html, containsString("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp;"));
    Document page = Html.parse(html);
    assertThat("its own script", page.getElementsByTagName("script").getLength(), is(1));
    assertThat(Html.texts(page, "span"), hasItem(SCRIPT));
  }

  @Test
  void charactersThatNoPageMayHoldAreReplaced() {
    RunSummary failed =
        ReportLake.unpublished(Outcome.FAILED, List.of(), "a\u0000b\u001Bc\uD800d\uFFFFe");

    Document page = Html.parse(lake.page(failed).toHtml());

    assertThat(Html.texts(page, "p"), hasItem("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe"));
  }

  @Test
  void nothingIsAskedOfANetwork() {
    String html = published().page(lake.loaded(List.of(), List.of())).toHtml();

    String withoutNamespace = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    assertThat(withoutNamespace, not(containsString("http:")));
    assertThat(withoutNamespace, not(containsString("https:")));
    assertThat(withoutNamespace, not(containsString("url(")));
    assertThat(withoutNamespace, not(containsString("@import")));
    assertThat(html, containsString("content=\"default-src 'none';"));
  }

  @Test
  void everyTableAndPictureIsToldToThoseWhoHearIt() {
    Document page = Html.parse(published().page(lake.loaded(List.of(), List.of())).toHtml());

    assertThat(page.getDocumentElement().getAttribute("lang"), is("en"));
    assertThat(Html.headings(page), is(Html.headingsInOrder(page)));
    assertThat("tables without a caption", Html.tablesWithoutCaption(page), is(empty()));
    assertThat("headings without a scope", Html.headersWithoutScope(page), is(empty()));
    assertThat("pictures without words", Html.picturesWithoutWords(page), is(empty()));
    assertThat("anchors that lead nowhere", Html.deadAnchors(page), is(empty()));
    assertThat("ids that stand twice", Html.idsGivenTwice(page), is(empty()));
  }

  @Test
  void aFailedRunShowsItsMessageAndWhatStoodBefore() {
    ReportPage page =
        published()
            .page(
                ReportLake.unpublished(
                    Outcome.FAILED,
                    List.of(new Check("pounds", "2.00", "3.00", false)),
                    "1 check fails\nsee the rows"));

    assertThat(page.verdict().word(), is("Failed"));
    assertThat(page.verdict().sentence(), is("1 check fails see the rows"));
    assertThat(
        page.verdict().standing(),
        is(
            "This run published nothing. The figures are those of batch 2, published by run"
                + " night-2 on 20 April 2024, 02:00:00 UTC."));
    assertThat(marts(page).gpi().sections(), is(3));
    Html.parse(page.toHtml());
  }

  @Test
  void beforeAnythingIsPublishedThereAreNoFigures() {
    ReportPage page = lake.page(ReportLake.unpublished(Outcome.EMPTY, List.of(), null));

    assertThat(page.marts(), is(nullValue()));
    assertThat(page.verdict().word(), is("Nothing new"));
    Document html = Html.parse(page.toHtml());
    assertThat(
        Html.texts(html, "h2"),
        contains("What to look at", "What was loaded", "Reconciliation", "Histories"));
    assertThat("anchors that lead nowhere", Html.deadAnchors(html), is(empty()));
  }

  @Test
  void aRunThatWasNotUnderstoodHasAReportToo() {
    RunSummary summary = RunSummary.failed(null, List.of(), List.of(), "--config is missing");

    ReportPage page = ReportPage.of(new ReportedRun(null, summary, ReportLake.NIGHT));

    assertThat(
        page.verdict().facts().stream().map(Verdict.Fact::value).toList(),
        hasItems("not known", "20 April 2024, 02:00:00 UTC"));
    Html.parse(page.toHtml());
  }

  @Test
  void aLakeThatCannotBeReadIsSaidInTheReport() throws IOException {
    published();
    try (Stream<Path> files = Files.walk(root.resolve("mart/loss_ratio"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".parquet")).toList()) {
        Files.delete(file);
      }
    }

    ReportPage page = lake.page(lake.loaded(List.of(), List.of()));

    assertThat(page.unreadable(), startsWith("table mart/loss_ratio at version"));
    assertThat(
        Html.texts(Html.parse(page.toHtml()), "p"),
        hasItem("The published tables cannot be read: " + page.unreadable()));
  }
}
