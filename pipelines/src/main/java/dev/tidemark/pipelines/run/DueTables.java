// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.Mode;
import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.control.Mark;
import dev.tidemark.pipelines.control.MarkMove;
import dev.tidemark.pipelines.control.Watermark;
import dev.tidemark.pipelines.landing.LandedTable;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.nightly.TableLoad;
import dev.tidemark.pipelines.source.ContractColumn;
import dev.tidemark.pipelines.source.ContractViolation;
import dev.tidemark.pipelines.source.ReadScope;
import dev.tidemark.pipelines.source.SourceDatabase;
import dev.tidemark.pipelines.source.SourceQueryException;
import dev.tidemark.pipelines.source.SourceTable;
import dev.tidemark.pipelines.source.TableContent;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.source.TableRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds what is due: captures each table's new mark and counts, before anything is read. */
final class DueTables {

  /** The type of the mark of a table that is read whole: a digest of its content. */
  private static final String CONTENT = "CONTENT";

  /**
   * A table that is due.
   *
   * @param load what to read
   * @param move the mark's step, once everything is published; null when nothing is kept of it
   * @param rowsToRead rows at the source that the load reads, overlap included; of a comparison of
   *     keys, the rows that were found gone
   */
  record Due(TableLoad load, @Nullable MarkMove move, long rowsToRead) {}

  private final SourceDatabase source;
  private final Map<String, Watermark> watermarks;
  private final Map<String, TableContract> contracts;
  private final RunListener listener;
  private final Map<String, Due> due = new LinkedHashMap<>();
  private final List<TableSummary> summaries = new ArrayList<>();
  private final Map<String, dev.tidemark.pipelines.source.Mark> readTo = new HashMap<>();
  private final Map<String, Drift> drifts = new HashMap<>();

  DueTables(
      SourceDatabase source,
      Map<String, Watermark> watermarks,
      Map<String, TableContract> contracts,
      RunListener listener) {
    this.source = source;
    this.watermarks = watermarks;
    this.contracts = contracts;
    this.listener = listener;
  }

  /**
   * What a look at a table found.
   *
   * @param due null when nothing of it is to be read
   */
  private record Looked(TableSummary summary, @Nullable Due due, Drift drift) {

    static Looked found(TableSummary summary, @Nullable Due due, Drift drift) {
      return new Looked(summary.with(drift), due, drift);
    }
  }

  /** Looks at a table; one that breaks its contract or cannot be asked is noted and left. */
  void capture(TableConfig table) {
    note(look(table));
  }

  /**
   * Looks at tables, at several at once, and notes them in their order. The first is looked at by
   * itself: a source that does not answer is waited for once.
   */
  void capture(List<TableConfig> tables, int atOnce) {
    if (!tables.isEmpty()) {
      capture(tables.get(0));
      SeveralAtOnce.each(atOnce, tables.subList(1, tables.size()), this::look, this::note);
    }
  }

  private void note(Looked looked) {
    TableSummary summary = looked.summary();
    String table = summary.table();
    if (looked.due() != null) {
      due.put(table, looked.due());
    }
    drifts.put(table, looked.drift());
    summaries.add(summary);
    if (summary.status() == LoadStatus.FAILED) {
      listener.tableFailed(summary);
    } else {
      listener.tableCaptured(summary);
    }
  }

  /** Asks the source of a table; what is noted of others is neither looked at nor changed. */
  private Looked look(TableConfig table) {
    String name = table.name();
    if (isLeftOut(table)) {
      return Looked.found(TableSummary.disabled(name), null, Drift.NONE);
    }
    Drift drift = Drift.NONE;
    try {
      TableContract known = contract(table);
      boolean isWhole = table.mode() == Mode.FULL;
      SourceTable found = source.check(known, isWhole ? ref(table).whole() : ref(table));
      drift = Drift.of(known, found, source.missingIndex(found));
      WindowCapture.Found what =
          isWhole
              ? captureWhole(table, found)
              : new WindowCapture(source, table, found, watermarks.get(name)).run();
      return Looked.found(what.summary(), what.due(), drift);
    } catch (ContractViolation | SourceQueryException | RefusedMarkException broken) {
      return Looked.found(
          TableSummary.failed(name, String.valueOf(broken.getMessage())), null, drift);
    }
  }

  /** Whether an operator took a table out of the runs. */
  private boolean isLeftOut(TableConfig table) {
    Watermark stored = watermarks.get(table.name());
    return stored != null && !stored.enabled();
  }

  /** Finds a table whose keys are to be compared; one that cannot be is noted and left. */
  void compare(TableConfig table, LakeTables lake) {
    if (isLeftOut(table)) {
      note(look(table));
      return;
    }
    TableSummary summary;
    try {
      summary = captureKeys(table, lake);
    } catch (ContractViolation | SourceQueryException | RefusedMarkException broken) {
      summary = TableSummary.failed(table.name(), String.valueOf(broken.getMessage()));
    }
    summaries.add(summary);
    if (summary.status() == LoadStatus.FAILED) {
      listener.tableFailed(summary);
    }
  }

  private TableSummary captureKeys(TableConfig table, LakeTables lake) {
    if (!lake.flagsDeleted(table.name())) {
      return TableSummary.failed(
          table.name(),
          table.name()
              + ": silver cannot flag its deleted rows; give its contract a watermark, and an"
              + " IsDeleted column only if that is a BIT");
    }
    SourceTable found = source.check(contract(table), ref(table));
    noteReadTo(table, found);
    // the clock before the keys: what changes while they are read is later than a deletion
    TableLoad load = new TableLoad(table.name(), found, ReadScope.whole(), source.clock());
    due.put(table.name(), new Due(load, null, 0));
    return TableSummary.compared(table.name(), LoadStatus.NEW, LoadCounts.NONE);
  }

  /** Keeps those tables due that rows are gone of. */
  void compared(KeyComparison comparison) {
    for (int i = 0; i < summaries.size(); i++) {
      String table = summaries.get(i).table();
      Due looked = due.get(table);
      if (looked == null) {
        continue;
      }
      LandedTable tombstones = comparison.tombstones(table);
      if (tombstones == null) {
        due.remove(table);
      } else {
        due.put(
            table,
            new Due(
                looked.load().withTombstones(tombstones),
                null,
                comparison.counts(table).deleted()));
      }
      summaries.set(i, comparison.summary(table));
    }
  }

  /** Notes up to where a table that is read by watermark was read. */
  private void noteReadTo(TableConfig table, SourceTable found) {
    if (table.mode() == Mode.FULL) {
      return;
    }
    dev.tidemark.pipelines.source.Mark last =
        new StoredMark(table, watermarks.get(table.name())).last();
    if (last != null && last.type() != found.markType()) {
      throw new RefusedMarkException(
          table.name()
              + ": its mark is a "
              + last
              + ", but "
              + table.watermark()
              + " is a "
              + found.markType()
              + " now; correct it in etl.watermark, or remove the row to load the table anew");
    }
    if (last != null) {
      readTo.put(table.name(), last);
    }
  }

  /** The marks up to which the tables were read whose keys are compared, by table. */
  Map<String, dev.tidemark.pipelines.source.Mark> readTo() {
    return readTo;
  }

  /** What is to be loaded, by table. */
  Map<String, TableLoad> loads() {
    Map<String, TableLoad> loads = new LinkedHashMap<>();
    due.forEach((table, what) -> loads.put(table, what.load()));
    return loads;
  }

  /** The due tables by name. */
  Map<String, Due> due() {
    return due;
  }

  /** The columns that due tables are read with for the first time, by table. */
  Map<String, List<ContractColumn>> newColumns() {
    Map<String, List<ContractColumn>> columns = new LinkedHashMap<>();
    for (String table : due.keySet()) {
      List<ContractColumn> found = drift(table).newColumns();
      if (!found.isEmpty()) {
        columns.put(table, found);
      }
    }
    return columns;
  }

  private Drift drift(String table) {
    return drifts.getOrDefault(table, Drift.NONE);
  }

  /** Every table that was looked at. */
  List<TableSummary> summaries() {
    return summaries;
  }

  /** The rows that the load of each due table would read now, several of them counted at once. */
  Map<String, Long> countAgain(int atOnce) {
    Map<String, Long> rows = new LinkedHashMap<>();
    List<Long> counted = SeveralAtOnce.each(atOnce, due.values(), this::countAgain);
    for (String table : due.keySet()) {
      rows.put(table, counted.get(rows.size()));
    }
    return rows;
  }

  private long countAgain(Due table) {
    if (table.load().tombstones() != null) {
      return table.rowsToRead();
    }
    return source.count(table.load().source(), table.load().scope());
  }

  private WindowCapture.Found captureWhole(TableConfig table, SourceTable found) {
    Watermark stored = watermarks.get(table.name());
    Mark last = stored == null ? null : stored.mark();
    TableContent content = source.content(found);
    Mark mark = new Mark(content.digest(), CONTENT);
    boolean isDue = !mark.equals(last);
    Due what =
        isDue
            ? new Due(
                new TableLoad(table.name(), found, ReadScope.whole(), source.clock()),
                new MarkMove(
                    table.name(),
                    last,
                    mark,
                    found.ref().schema(),
                    null,
                    found.contract().key(),
                    content.rows(),
                    null,
                    null,
                    null),
                content.rows())
            : null;
    TableSummary summary =
        new TableSummary(
            table.name(),
            isDue ? LoadStatus.NEW : LoadStatus.EMPTY,
            null,
            null,
            LoadCounts.NONE.withSource(content.rows(), content.rows()),
            0,
            0,
            null);
    return new WindowCapture.Found(summary, what);
  }

  private TableContract contract(TableConfig table) {
    TableContract contract = contracts.get(table.name());
    if (contract == null) {
      throw new IllegalStateException("no contract was loaded for table " + table.name());
    }
    return contract;
  }

  private TableRef ref(TableConfig table) {
    return Contracts.ref(contract(table), table);
  }
}
