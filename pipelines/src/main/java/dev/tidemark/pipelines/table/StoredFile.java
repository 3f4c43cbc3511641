// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** A live file of a bucket: read when it is needed, and held if there is room, to be read once. */
final class StoredFile {

  /** What a merge may hold of the files that it reads. */
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

  private final DataFile file;
  private final Path path;
  private final TableSpec spec;
  private final Room room;
  private @Nullable List<byte[]> held;

  StoredFile(DataFile file, Path table, TableSpec spec, Room room) {
    this.file = file;
    this.path = file.in(table);
    this.spec = spec;
    this.room = room;
  }

  DataFile file() {
    return file;
  }

  boolean isSmall() {
    return file.size() < BucketMerge.SMALL_FILE_BYTES;
  }

  /** Hands on all rows, always in the same order. */
  void forEachBlock(Consumer<byte[]> blocks) {
    if (held != null) {
      held.forEach(blocks);
      return;
    }
    List<byte[]> kept = new ArrayList<>();
    boolean[] hasRoom = {true};
    try (ParquetBlockReader reader =
        ParquetBlockReader.open(LakeFiles.inputFile(path), spec.layout())) {
      reader.read(
          block -> {
            if (hasRoom[0] && room.take(block.length)) {
              kept.add(block);
            } else if (hasRoom[0]) {
              hasRoom[0] = false;
              giveBack(kept);
            }
            blocks.accept(block);
          });
    } catch (IOException failure) {
      throw failed(failure);
    }
    held = hasRoom[0] ? kept : null;
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

  /** Whether a row's key passes a test; reads no more than the key columns. */
  boolean hasKey(Predicate<RowView> test) {
    RowLayout layout = spec.layout();
    RowView row = new RowView(layout);
    boolean[] met = {false};
    try (ParquetBlockReader reader =
        ParquetBlockReader.openColumns(LakeFiles.inputFile(path), layout, spec.key())) {
      for (int group = 0; group < reader.rowGroupCount() && !met[0]; group++) {
        reader.readRowGroup(
            group,
            block -> {
              for (int at = 0; at < block.length && !met[0]; at += row.length()) {
                met[0] = test.test(row.at(block, at));
              }
            });
      }
    } catch (IOException failure) {
      throw failed(failure);
    }
    return met[0];
  }

  private RuntimeException failed(IOException failure) {
    return DurableFile.failed("cannot read " + path + " of table " + spec, failure);
  }
}
