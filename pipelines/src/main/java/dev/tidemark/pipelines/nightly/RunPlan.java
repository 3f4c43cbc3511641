// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.config.SecretRef;
import dev.tidemark.pipelines.landing.LandedTable;
import dev.tidemark.pipelines.source.Slice;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.source.TableRead;
import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a graph is built from: fixed by the launcher before the graph, so that nothing
 * below it asks a clock, a mark or a table's latest version.
 *
 * @param runId stamped on what the run writes
 * @param batchId orders the batches of the lake
 * @param logicalTime the time the run is for
 * @param landingTime dates the landing folders: the logical time, or the next second that has none
 *     yet
 * @param asOf the day on which missing bordereaux are judged
 * @param source the database that due tables are read from
 * @param lakeRoot where the lake lies
 * @param tables every table of the lake
 * @param snapshot the pinned versions of these tables
 * @param loads the due source tables, by name
 * @param slices the reads of each due table, by its name
 * @param trackedColumns per dimension, the columns whose change opens a version
 * @param rebuild what is derived again although nothing of it came
 * @param salt of the keyed hash of people's names; null hashes nothing
 */
public record RunPlan(
    String runId,
    long batchId,
    Instant logicalTime,
    Instant landingTime,
    LocalDate asOf,
    DatabaseConfig source,
    String lakeRoot,
    LakeTables tables,
    LakeSnapshot snapshot,
    Map<String, TableLoad> loads,
    Map<String, List<Slice>> slices,
    Map<String, List<String>> trackedColumns,
    Rebuild rebuild,
    @Nullable SecretRef salt) {

  /** Whether a source table is due. */
  boolean isDue(String table) {
    return loads.containsKey(table);
  }

  /** A due source table. */
  TableLoad load(String table) {
    TableLoad load = loads.get(table);
    if (load == null) {
      throw new IllegalArgumentException("table " + table + " is not due");
    }
    return load;
  }

  /** The schema that a due table's landing is read with. */
  Schema landedSchema(String table) {
    TableContract contract = tables.contract(table);
    return load(table).tombstones() == null ? contract.landingSchema() : contract.tombstoneSchema();
  }

  /** Whether silver or the quarantine holds rows of a source table. */
  public boolean hasRowsOf(String table) {
    return !pinned(tables.silver(table)).files().isEmpty()
        || !pinned(tables.quarantine(table)).files().isEmpty();
  }

  /** The same plan with other loads. */
  public RunPlan withLoads(Map<String, TableLoad> other) {
    return new RunPlan(
        runId,
        batchId,
        logicalTime,
        landingTime,
        asOf,
        source,
        lakeRoot,
        tables,
        snapshot,
        other,
        slices,
        trackedColumns,
        rebuild,
        salt);
  }

  /** The landings of a comparison of keys: nothing is read then. */
  List<LandedTable> tombstones() {
    return loads.values().stream().map(TableLoad::tombstones).filter(Objects::nonNull).toList();
  }

  /** What to read of the due source tables. */
  List<TableRead> reads() {
    return loads.values().stream()
        .map(
            load ->
                new TableRead(
                    load.table(),
                    load.source(),
                    load.scope(),
                    load.capturedAt(),
                    slices.getOrDefault(load.table(), List.of())))
        .toList();
  }

  /** The pinned version of a table. */
  TableSnapshot pinned(TableSpec spec) {
    return snapshot.table(spec);
  }
}
