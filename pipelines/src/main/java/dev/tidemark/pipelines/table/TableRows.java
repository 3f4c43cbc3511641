// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.pipelines.parquet.ParquetFooter;
import dev.tidemark.pipelines.parquet.ParquetRows;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;

/**
 * All rows of a table at a pinned version, one after another, without a pipeline: for what the
 * launcher or one worker looks at itself. No more than one block of rows is held; an absent table
 * has none.
 *
 * <pre>{@code
 * TableRows.of(spec, snapshot, lakeRoot).only("umr", "section_no").forEach(row -> ...);
 * }</pre>
 */
public final class TableRows {

  private final TableSpec spec;
  private final TableSnapshot snapshot;
  private final String lakeRoot;
  private final List<String> columns;
  private final List<DataFile> files;
  private final Copies copies;

  /** Whether row groups are read that were copied into a file. */
  private enum Copies {
    READ,
    LEFT_OUT
  }

  private TableRows(
      TableSpec spec,
      TableSnapshot snapshot,
      String lakeRoot,
      List<String> columns,
      List<DataFile> files,
      Copies copies) {
    this.spec = spec;
    this.snapshot = snapshot;
    this.lakeRoot = lakeRoot;
    this.columns = columns;
    this.files = files;
    this.copies = copies;
  }

  /** The rows of a table, all columns. */
  public static TableRows of(TableSpec spec, TableSnapshot snapshot, String lakeRoot) {
    return new TableRows(
        spec, snapshot, lakeRoot, spec.schema().getFieldNames(), snapshot.files(), Copies.READ);
  }

  /**
   * The rows that changes would write: those of the files that they add, without the row groups
   * that were copied as they were.
   */
  public static TableRows written(
      TableSpec spec, TableSnapshot snapshot, List<TableChange> changes, String lakeRoot) {
    return new TableRows(
        spec,
        snapshot.with(changes),
        lakeRoot,
        spec.schema().getFieldNames(),
        changes.stream().flatMap(change -> change.added().stream()).toList(),
        Copies.LEFT_OUT);
  }

  /** Reads some columns; the others are null in every row. */
  public TableRows only(String... wanted) {
    spec.layout().columns(List.of(wanted));
    return new TableRows(spec, snapshot, lakeRoot, List.of(wanted), files, copies);
  }

  /** Reads one bucket. */
  public TableRows ofBucket(int bucket) {
    return new TableRows(
        spec,
        snapshot,
        lakeRoot,
        columns,
        files.stream().filter(file -> file.bucket() == bucket).toList(),
        copies);
  }

  /** The layout of the rows. */
  public RowLayout layout() {
    return spec.layout();
  }

  /** Hands on every row, by bucket and file. The view is on a row until {@code row} returns. */
  public void forEach(Consumer<RowView> row) {
    Path table = new Path(lakeRoot, spec.path());
    for (DataFile file : files) {
      Path path = file.in(table);
      try {
        ParquetRows.forEach(
            ParquetFooter.read(path),
            group -> copies == Copies.READ || !file.copiedGroups().contains(group),
            spec.layout(),
            columns,
            row);
      } catch (IOException failure) {
        if (failure.getCause() instanceof FileNotFoundException) {
          throw new GoneVersionException(
              "table "
                  + snapshot
                  + " cannot be read: its file "
                  + path
                  + " is gone; --pipeline=vacuum deletes what only older versions need: read the"
                  + " latest cut, or, if this is that, restore the file from a copy of the lake",
              failure);
        }
        throw DurableFile.failed("cannot read " + path + " of table " + snapshot, failure);
      }
    }
  }
}
