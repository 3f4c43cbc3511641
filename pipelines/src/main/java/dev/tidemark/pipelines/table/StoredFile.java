// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.pipelines.parquet.ParquetFooter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** A live file of a bucket, by its row groups; its footer is read when it is first asked for. */
final class StoredFile {

  private final DataFile file;
  private final Path path;
  private final TableSpec spec;
  private final StoredGroup.Room room;
  private @Nullable List<StoredGroup> groups;

  StoredFile(DataFile file, Path table, TableSpec spec, StoredGroup.Room room) {
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

  /** Whether its row groups are known. */
  boolean isOpen() {
    return groups != null;
  }

  /** All row groups, always in the same order. */
  List<StoredGroup> groups() {
    List<StoredGroup> known = groups;
    if (known == null) {
      known = new ArrayList<>();
      try {
        ParquetFooter footer = ParquetFooter.read(path);
        for (int group = 0; group < footer.rowGroupCount(); group++) {
          known.add(new StoredGroup(path, footer, group, spec, room));
        }
      } catch (IOException failure) {
        throw DurableFile.failed("cannot read " + path + " of table " + spec, failure);
      }
      groups = known;
    }
    return known;
  }
}
