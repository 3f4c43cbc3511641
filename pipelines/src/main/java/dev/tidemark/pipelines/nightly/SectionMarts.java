// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.calendar.ReportingCalendar;
import dev.tidemark.transforms.calendar.ReportingInterval;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.facts.SectionMonths;
import dev.tidemark.transforms.islands.BordereauIslands;
import dev.tidemark.transforms.islands.MissingPeriods;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.premium.UnfitAmountException;
import dev.tidemark.transforms.totals.GpiLimit;
import dev.tidemark.transforms.totals.GpiUtilisation;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The marts of whole sections, from their section months: use of the premium limit, runs of
 * reported periods, and what is missing. All three look at the same rows in the same order, so they
 * share one grouping.
 *
 * <p>A section month without a live or quarantined version is no submission, and one without facts
 * has no premium. A section that never reported comes as one row of zeros.
 */
final class SectionMarts implements MartStage {

  private static final RowLayout LAYOUT = RowLayout.of(SectionMonths.SCHEMA);
  private static final RowKey SECTION = RowKey.of(LAYOUT, "umr", "section_no");
  private static final int UMR = LAYOUT.column("umr");
  private static final int SECTION_NO = LAYOUT.column("section_no");
  private static final int COVERHOLDER = LAYOUT.column("coverholder_id");
  private static final int MONTH = LAYOUT.column("bordereau_month");
  private static final int LIVE = LAYOUT.column("live_versions");
  private static final int QUARANTINED = LAYOUT.column("quarantined_versions");
  private static final int FACTS = LAYOUT.column("fact_rows");
  private static final int GWP = LAYOUT.column("gwp_gbp");
  private static final long MICROS_PER_SECOND = 1_000_000L;

  @Override
  public List<String> marts() {
    return List.of(Marts.GPI_UTILISATION, Marts.ISLANDS_BY_SECTION, Marts.MISSING_BORDEREAUX);
  }

  @Override
  public RowKey key() {
    return SECTION;
  }

  @Override
  public void select(AffectedPartials partials, RowBlocksBuilder selected) {
    partials.months(MartScope.SECTION, (row, section) -> selected.append(row));
  }

  /** A month of zeros of every known section, so that one that never reported has a row to miss. */
  @Override
  public RowBlocks others(ReferenceData reference, AffectedGroups affected) {
    SectionMonths months = new SectionMonths();
    for (Section section : reference.sections()) {
      if (affected.contains(MartScope.SECTION, Arrays.asList(section.umr(), section.sectionNo()))) {
        months.of(
            section.umr(),
            section.sectionNo(),
            section.coverholderId(),
            MonthIndex.of(section.periodFrom()));
      }
    }
    return months.toBlocks();
  }

  @Override
  public void make(RowBlocks selected, Context context, MartRows made) {
    KeyGroups sections = KeyGroups.of(selected, SECTION);
    Making making = new Making(context, made);
    for (int s = 0; s < sections.groupCount(); s++) {
      Reported reported = new Reported(selected, sections, s);
      try {
        making.ofSection(reported);
      } catch (ArithmeticException unfit) {
        throw new UnfitAmountException("section " + reported.umr + " " + reported.sectionNo, unfit);
      }
    }
  }

  /** By what a section reports: month by month when it is not known. */
  static ReportingCalendar calendar(@Nullable Section section) {
    return section == null
        ? new ReportingCalendar(ReportingInterval.MONTHLY, 0)
        : ReportingCalendar.of(section.interval(), section.periodFrom());
  }

  /** What a section's contract says about its reporting. */
  static MissingPeriods.Contract contract(Section section) {
    return new MissingPeriods.Contract(
        section.periodFrom(), section.periodTo(), section.interval(), section.bordereauDueDays());
  }

  /** Whether a row of {@link SectionMonths} is a submission. */
  static boolean isSubmitted(RowView month) {
    return month.getLong(LIVE) + month.getLong(QUARANTINED) > 0;
  }

  /** The month that a row of {@link SectionMonths} is of, see {@link MonthIndex}. */
  static int month(RowView month) {
    return MonthIndex.ofEpochDay(month.getInt(MONTH));
  }

  /** Whom a row of {@link SectionMonths} names. */
  static @Nullable String coverholder(RowView month) {
    return month.getStringOrNull(COVERHOLDER);
  }

  /** Makes the rows of sections. */
  private static final class Making {

    private final ReferenceData reference;
    private final LocalDate asOf;
    private final MartRows made;
    private final DurableKey keys = new DurableKey();

    Making(Context context, MartRows made) {
      reference = context.reference();
      asOf = context.asOf();
      this.made = made;
    }

    void ofSection(Reported reported) {
      Section section = reference.section(reported.umr, reported.sectionNo);
      String key = keys.of(reported.umr, reported.sectionNo);
      addUtilisation(reported, section, key);
      addIslands(reported, calendar(section), key);
      if (section != null && !section.isDeleted()) {
        addMissing(reported, section, key);
      }
    }

    private void addUtilisation(Reported reported, @Nullable Section section, String key) {
      List<GpiUtilisation.Month> months = new ArrayList<>();
      reported.gwpByMonth.forEach(
          (month, gwp) -> months.add(new GpiUtilisation.Month(month, gwp, limit(section, month))));
      String coverholder = Section.coverholderOf(section, reported.coverholder);
      String coverholderKey = coverholder == null ? null : keys.of(coverholder);
      for (GpiUtilisation.Utilisation month : GpiUtilisation.of(months)) {
        GpiLimit.Flag flag = month.limit().flag();
        made.add(
            Marts.GPI_UTILISATION,
            key,
            reported.umr,
            reported.sectionNo,
            coverholderKey,
            section == null ? null : section.yearOfAccount(),
            MonthIndex.firstDay(month.month()),
            month.monthGwpGbp(),
            month.cumulativeGwpGbp(),
            month.limit().limitGbp(),
            month.utilisationPct(),
            month.alertLevel().name(),
            flag == null ? null : flag.name(),
            firstDay(month.firstNotifyMonth()),
            firstDay(month.firstBreachMonth()));
      }
    }

    private static @Nullable LocalDate firstDay(@Nullable Integer month) {
      return month == null ? null : MonthIndex.firstDay(month);
    }

    /** The limit of the version open at the month's last instant, else of the first. */
    private GpiLimit limit(@Nullable Section section, int month) {
      if (section == null) {
        return GpiLimit.of(null, null, null);
      }
      long lastInstant =
          MonthIndex.firstDay(month + 1).atStartOfDay(ZoneOffset.UTC).toEpochSecond()
                  * MICROS_PER_SECOND
              - 1;
      Section.Version open = section.versionAt(lastInstant);
      Section.Version version = open == null ? section.firstVersion() : open;
      return GpiLimit.of(
          version.gpiLimit(),
          version.gpiNotifiablePct(),
          reference.rateOf(version.gpiCurrency(), MonthIndex.of(version.periodFrom())));
    }

    private void addIslands(Reported reported, ReportingCalendar calendar, String key) {
      int[] months = reported.submitted.stream().mapToInt(Integer::intValue).toArray();
      for (BordereauIslands.Run run : BordereauIslands.ofSection(calendar, months)) {
        made.add(
            Marts.ISLANDS_BY_SECTION,
            key,
            reported.umr,
            reported.sectionNo,
            run.islandNo(),
            MonthIndex.firstDay(run.runStart()),
            MonthIndex.firstDay(run.runEnd()),
            run.monthsInRun());
      }
    }

    private void addMissing(Reported reported, Section section, String key) {
      for (MissingPeriods.Missing missing :
          MissingPeriods.find(contract(section), reported.submitted, asOf)) {
        made.add(
            Marts.MISSING_BORDEREAUX,
            key,
            section.coverholderId(),
            reported.umr,
            reported.sectionNo,
            missing.missingMonth(),
            missing.dueDate(),
            missing.kind().name());
      }
    }
  }

  /** What one section reported. */
  private static final class Reported {

    private final String umr;
    private final String sectionNo;
    private final @Nullable String coverholder;
    private final TreeMap<Integer, BigDecimal> gwpByMonth = new TreeMap<>();
    private final TreeSet<Integer> submitted = new TreeSet<>();
    private final TreeSet<String> submittedBy = new TreeSet<>();

    Reported(RowBlocks months, KeyGroups sections, int group) {
      RowView row = new RowView(LAYOUT);
      row.at(months, sections.ref(group, 0));
      umr = row.getString(UMR);
      sectionNo = row.getString(SECTION_NO);
      for (int i = 0; i < sections.groupSize(group); i++) {
        add(row.at(months, sections.ref(group, i)));
      }
      coverholder = submittedBy.isEmpty() ? null : submittedBy.first();
    }

    private void add(RowView row) {
      int month = month(row);
      if (row.getLong(FACTS) > 0) {
        gwpByMonth.merge(month, row.getDecimal(GWP), BigDecimal::add);
      }
      if (isSubmitted(row)) {
        submitted.add(month);
        if (!row.isNull(COVERHOLDER)) {
          submittedBy.add(row.getString(COVERHOLDER));
        }
      }
    }
  }
}
