// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.pipelines.parquet.ParquetBlockWriter;
import dev.tidemark.pipelines.parquet.ParquetFooter;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * A row group of a live file: read when it is needed, and held if there is room, to be read once.
 */
final class StoredGroup {

  /** What a merge may hold of what it reads. */
  static final class Room {

    private long bytes;

    Room(long bytes) {
      this.bytes = bytes;
    }

    private boolean take(long wanted) {
      if (wanted > bytes) {
        return false;
      }
      bytes -= wanted;
      return true;
    }
  }

  private final Path path;
  private final ParquetFooter footer;
  private final int group;
  private final TableSpec spec;
  private final Room room;
  private @Nullable List<byte[]> held;

  StoredGroup(Path path, ParquetFooter footer, int group, TableSpec spec, Room room) {
    this.path = path;
    this.footer = footer;
    this.group = group;
    this.spec = spec;
    this.room = room;
  }

  long rowCount() {
    return footer.rowCount(group);
  }

  /** Bytes before they were compressed. */
  long byteCount() {
    return footer.byteCount(group);
  }

  /** Whether its file has the schema that is written today: it lacks no column that was added. */
  boolean isWrittenAsToday() {
    return footer.isWrittenAs(spec.layout());
  }

  /** Whether a key of a range may be in it. */
  boolean mayMeet(KeyRange range) {
    return range.mayMeet(footer, group);
  }

  /** Hands on all rows, always in the same order. */
  void forEachBlock(Consumer<byte[]> blocks) {
    if (held != null) {
      held.forEach(blocks);
      return;
    }
    List<byte[]> kept = new ArrayList<>();
    boolean[] hasRoom = {true};
    read(
        spec.schema().getFieldNames(),
        block -> {
          if (hasRoom[0] && room.take(block.length)) {
            kept.add(block);
          } else if (hasRoom[0]) {
            hasRoom[0] = false;
            giveBack(kept);
          }
          blocks.accept(block);
        });
    held = hasRoom[0] ? kept : null;
  }

  /**
   * Hands on all rows; the view is on a row until {@code rows} returns.
   *
   * @param columns what is read, if it is not held; the others are null then
   */
  void forEachRow(List<String> columns, Consumer<RowView> rows) {
    RowView row = new RowView(spec.layout());
    Consumer<byte[]> each =
        block -> {
          for (int at = 0; at < block.length; at += row.length()) {
            rows.accept(row.at(block, at));
          }
        };
    if (held != null || columns.size() == spec.layout().size()) {
      forEachBlock(each);
    } else {
      read(columns, each);
    }
  }

  /** Lets go of the rows. */
  void forget() {
    if (held != null) {
      giveBack(held);
      held = null;
    }
  }

  private void giveBack(List<byte[]> kept) {
    kept.forEach(block -> room.bytes += block.length);
    kept.clear();
  }

  /** Whether a row passes a test of some columns, which is all that is read. */
  boolean anyRow(List<String> columns, Predicate<RowView> test) {
    RowView row = new RowView(spec.layout());
    boolean[] met = {false};
    Consumer<byte[]> search =
        block -> {
          for (int at = 0; at < block.length && !met[0]; at += row.length()) {
            met[0] = test.test(row.at(block, at));
          }
        };
    if (held == null) {
      read(columns, search);
    } else {
      held.forEach(search);
    }
    return met[0];
  }

  private void read(List<String> columns, Consumer<byte[]> blocks) {
    try (ParquetBlockReader reader =
        ParquetBlockReader.openColumns(footer, spec.layout(), columns)) {
      reader.readRowGroup(group, blocks);
    } catch (IOException failure) {
      throw DurableFile.failed("cannot read " + path + " of table " + spec, failure);
    }
  }

  /** Copies it, as it is, into a file that is being written. */
  void copyTo(ParquetBlockWriter writer) throws IOException {
    writer.copy(footer, group);
  }
}
