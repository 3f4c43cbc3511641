// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.pipelines.parquet.ParquetBlockWriter;
import dev.tidemark.pipelines.parquet.ParquetFooter;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
   * Hands on the rows of some groups; the view is on a row until {@code rows} returns. Nothing is
   * held of them.
   *
   * @param columns what is wanted of a row; the others may be null
   */
  void forEachRowOf(KeySet groups, List<String> columns, Consumer<RowView> rows) {
    if (held != null) {
      RowView row = new RowView(spec.layout());
      for (byte[] block : held) {
        for (int at = 0; at < block.length; at += row.length()) {
          if (groups.contains(row.at(block, at))) {
            rows.accept(row);
          }
        }
      }
      return;
    }
    Set<String> read = new LinkedHashSet<>(groups.columns());
    read.addAll(columns);
    try (ParquetBlockReader reader =
        ParquetBlockReader.openColumns(footer, spec.layout(), List.copyOf(read))) {
      reader.readRowGroup(group, Set.copyOf(groups.columns()), groups::contains, rows);
    } catch (IOException failure) {
      throw unreadable(failure);
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
      throw unreadable(failure);
    }
  }

  private RuntimeException unreadable(IOException failure) {
    return DurableFile.failed("cannot read " + path + " of table " + spec, failure);
  }

  /** Copies it, as it is, into a file that is being written. */
  void copyTo(ParquetBlockWriter writer) throws IOException {
    writer.copy(footer, group);
  }
}
