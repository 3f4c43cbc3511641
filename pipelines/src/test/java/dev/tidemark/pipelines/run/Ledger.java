// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.InMemoryControlStore;
import dev.tidemark.pipelines.control.RunRecord;
import dev.tidemark.pipelines.control.RunStatus;
import dev.tidemark.pipelines.control.Watermark;
import dev.tidemark.pipelines.source.ClockedSource;
import dev.tidemark.pipelines.source.ContractColumn;
import dev.tidemark.pipelines.source.SqlType;
import dev.tidemark.pipelines.source.TableContract;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A table {@code t.Entry} (Id, Changed, Note), and loads of it by the launcher's own capture, each
 * row that is read kept under its id. What the graph would do in between is left out.
 */
final class Ledger {

  /** Stands in for what a test does between the capture and the read. */
  interface Interference {
    void now() throws SQLException;
  }

  private final ClockedSource source;
  private final InMemoryControlStore control = new InMemoryControlStore();
  private final Map<Long, String> rows = new TreeMap<>();
  private final TableContract contract;
  private String settings;
  private long batch;
  private long lastRead;

  private Ledger(ClockedSource source, String markType, String settings) {
    this.source = source;
    this.settings = settings;
    this.contract =
        new TableContract(
            "Entry",
            "t",
            List.of("id"),
            "changed",
            List.of(
                new ContractColumn("Id", SqlType.parse("BIGINT"), false, false),
                new ContractColumn("Changed", SqlType.parse(markType), true, false),
                new ContractColumn("Note", SqlType.parse("VARCHAR(20)"), true, false)));
  }

  /** An empty table with a mark of that type. */
  static Ledger of(ClockedSource source, String markType, String settings) throws SQLException {
    source.fresh(
        "CREATE TABLE t.Entry (Id BIGINT PRIMARY KEY, Changed " + markType + ", Note VARCHAR(20))");
    return new Ledger(source, markType, settings);
  }

  /** From now on the table is configured so. */
  void configure(String otherSettings) {
    settings = otherSettings;
  }

  void put(long id, @Nullable String changed, String note) throws SQLException {
    source.run(
        "DELETE FROM t.Entry WHERE Id = " + id,
        "INSERT INTO t.Entry VALUES ("
            + id
            + ", "
            + (changed == null ? "NULL" : "'" + changed + "'")
            + ", '"
            + note
            + "')");
  }

  TableSummary runAt(String clock) throws SQLException {
    return runAt(clock, () -> {});
  }

  TableSummary runAt(String clock, Interference beforeReading) throws SQLException {
    source.setClock(Instant.parse(clock));
    TableConfig config =
        TidemarkConfig.parse(
                "source: {url: 'jdbc:h2:mem:none'}\nlake: {root: lake}\ntables: {Entry: {contract:"
                    + " entry.yaml"
                    + (settings.contains("watermark:") ? "" : ", watermark: Changed")
                    + settings
                    + "}}")
            .table("Entry");
    DueTables due =
        new DueTables(
            source.database(), control.watermarks(), Map.of("Entry", contract), new Silence());
    due.capture(config);
    beforeReading.now();
    DueTables.Due what = due.due().get("Entry");
    lastRead = 0;
    if (what != null) {
      for (List<@Nullable Object> row : source.read(what.load().source(), what.load().scope())) {
        rows.put((Long) row.get(0), String.valueOf(row.get(2)));
        lastRead++;
      }
      batch++;
      control.moveMarks(
          List.of(what.move()),
          List.of(),
          new RunRecord(
              "run-" + batch, batch, Instant.EPOCH, RunStatus.SUCCEEDED, Instant.EPOCH, "{}"));
    }
    return due.summaries().get(0);
  }

  /** What was read of each id last. */
  Map<Long, String> rows() {
    return rows;
  }

  /** How many rows the last run read. */
  long lastRead() {
    return lastRead;
  }

  @Nullable Watermark watermark() {
    return control.watermarks().get("Entry");
  }

  /** The mark's text; {@code none} as long as no row had one. */
  String mark() {
    Watermark row = watermark();
    return row == null || row.mark() == null ? "not loaded" : row.mark().text();
  }

  int moves() {
    return control.history("Entry").size();
  }
}
