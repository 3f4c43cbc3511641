// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.ReportingInterval;
import dev.tidemark.transforms.islands.MissingPeriods;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Tells whether missing bordereaux may be others as of a day than on the day that their mart was
 * made for: whether a known section has a due date between the two. Without one nobody has to look
 * at a bordereau.
 */
public final class DueDates {

  private final TableSpec sections;
  private final TableSnapshot pinned;
  private final String lakeRoot;
  private final Optional<LocalDate> madeFor;

  private DueDates(
      TableSpec sections, TableSnapshot pinned, String lakeRoot, Optional<LocalDate> madeFor) {
    this.sections = sections;
    this.pinned = pinned;
    this.lakeRoot = lakeRoot;
    this.madeFor = madeFor;
  }

  /** The due dates of the sections that a lake knows. */
  public static DueDates of(LakeTables tables, TableStore store, String lakeRoot) {
    TableSpec sections = tables.current(ReferenceTable.CONTRACT_SECTION);
    return new DueDates(
        sections,
        store.pin(sections),
        lakeRoot,
        madeFor(store.pin(tables.mart(Marts.MISSING_BORDEREAUX))));
  }

  /** The day that a mart was made for; empty when it was not kept, or there is no mart yet. */
  static Optional<LocalDate> madeFor(TableSnapshot mart) {
    return mart.property(Marts.AS_OF).map(LocalDate::parse);
  }

  /** Whether one lies between the day that the mart was made for and this one. */
  public boolean anyUntil(LocalDate asOf) {
    if (madeFor.isEmpty() || madeFor.get().equals(asOf)) {
      return false;
    }
    LocalDate made = madeFor.get();
    LocalDate from = made.isBefore(asOf) ? made : asOf;
    LocalDate before = made.isBefore(asOf) ? asOf : made;
    RowLayout layout = sections.layout();
    boolean[] any = {false};
    TableRows.of(sections, pinned, lakeRoot)
        .only(
            "period_from",
            "period_to",
            "bordereau_interval",
            "bordereau_due_days",
            "is_deleted",
            Dimensions.INFERRED)
        .forEach(row -> any[0] = any[0] || fallsDue(row, layout, from, before));
    return any[0];
  }

  private static boolean fallsDue(RowView row, RowLayout layout, LocalDate from, LocalDate before) {
    if (row.getBoolean(layout.column("is_deleted"))
        || row.getBoolean(layout.column(Dimensions.INFERRED))) {
      return false;
    }
    int dueDays = layout.column("bordereau_due_days");
    return MissingPeriods.anyFallsDue(
        new MissingPeriods.Contract(
            LocalDate.ofEpochDay(row.getInt(layout.column("period_from"))),
            LocalDate.ofEpochDay(row.getInt(layout.column("period_to"))),
            ReportingInterval.parse(row.getStringOrNull(layout.column("bordereau_interval"))),
            row.isNull(dueDays) ? null : row.getInt(dueDays)),
        from,
        before);
  }
}
