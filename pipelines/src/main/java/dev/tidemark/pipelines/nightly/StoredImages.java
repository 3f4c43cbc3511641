// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.parquet.ColumnValues;
import dev.tidemark.pipelines.parquet.ParquetFooter;
import dev.tidemark.pipelines.parquet.ParquetRows;
import dev.tidemark.pipelines.table.DataFile;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.conform.QuarantineReason;
import dev.tidemark.transforms.conform.TransactionTable;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.hadoop.fs.Path;

/**
 * The images of a table of transactions that are stored at the pinned versions, in silver and in
 * quarantine: their ids, update times and places. Reads no other columns.
 */
final class StoredImages implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final String TIME = "modified_date";

  private final String id;
  private final TableSpec silver;
  private final TableSnapshot silverPinned;
  private final TableSpec quarantine;
  private final TableSnapshot quarantinePinned;
  private final Places places;
  private final String lakeRoot;

  StoredImages(TransactionTable table, RunPlan plan) {
    id = table.idColumn();
    silver = plan.tables().silver(table.tableName());
    silverPinned = plan.pinned(silver);
    quarantine = plan.tables().quarantine(table.tableName());
    quarantinePinned = plan.pinned(quarantine);
    places = Places.of(silver);
    lakeRoot = plan.lakeRoot();
  }

  /** The number of images. */
  long count() {
    return count(silverPinned) + count(quarantinePinned);
  }

  private static long count(TableSnapshot pinned) {
    return pinned.files().stream().mapToLong(file -> Math.max(0, file.rows())).sum();
  }

  boolean isEmpty() {
    return silverPinned.files().isEmpty() && quarantinePinned.files().isEmpty();
  }

  /** The files of a bucket of silver, or of the quarantine. */
  List<DataFile> files(int place) {
    return place == places.quarantine() ? quarantinePinned.files() : silverPinned.files(place);
  }

  /** No ids yet, to rule out what has none of them. */
  ColumnValues noIds() {
    return new ColumnValues(silver.layout(), silver.layout().column(id));
  }

  /** Hands on the images of a file of a place. */
  void forEach(int place, DataFile file, PlacedImages.Images images) throws IOException {
    if (place == places.quarantine()) {
      forEachEntry(file, images);
    } else {
      forEachStored(place, ParquetFooter.read(path(silver, file)), group -> true, images);
    }
  }

  /** Hands on the images of a file of a place, at least those that have one of these ids. */
  void forEachOf(ColumnValues ids, int place, DataFile file, PlacedImages.Images images)
      throws IOException {
    if (place == places.quarantine()) {
      forEachEntry(file, images);
    } else if (file.mayHold(ids)) {
      ParquetFooter footer = ParquetFooter.read(path(silver, file));
      forEachStored(place, footer, group -> footer.mayHold(group, ids), images);
    }
  }

  private void forEachStored(
      int place, ParquetFooter footer, IntPredicate groups, PlacedImages.Images images)
      throws IOException {
    RowLayout layout = silver.layout();
    int idColumn = layout.column(id);
    int time = layout.column(TIME);
    ParquetRows.forEach(
        footer,
        groups,
        layout,
        List.of(id, TIME),
        row ->
            images.accept(
                row.getLong(idColumn),
                row.isNull(time) ? PlacedImages.NO_TIME : row.getLong(time),
                place));
  }

  private void forEachEntry(DataFile file, PlacedImages.Images images) throws IOException {
    RowLayout layout = quarantine.layout();
    int sourceKey = layout.column("source_key");
    int reason = layout.column("reason");
    int time = layout.column(TIME);
    ParquetRows.forEach(
        path(quarantine, file),
        layout,
        List.of("source_key", "reason", TIME),
        row ->
            images.accept(
                Long.parseLong(row.getString(sourceKey)),
                row.isNull(time) ? PlacedImages.NO_TIME : row.getLong(time),
                QuarantineReason.valueOf(row.getString(reason)).waits()
                    ? places.waiting()
                    : places.quarantine()));
  }

  private Path path(TableSpec table, DataFile file) {
    return file.in(new Path(lakeRoot, table.path()));
  }
}
