// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import dev.tidemark.transforms.block.RowLayout;
import java.io.Serializable;
import java.util.List;
import org.apache.beam.sdk.coders.DefaultCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.schemas.Schema;

/**
 * One table's landing of one run, complete: what its manifest names, and nothing else.
 *
 * @param table the table's name, e.g. {@code PremiumTransaction}
 * @param directory its folder; it does not exist when there are no rows
 * @param schema schema of its rows
 * @param files the files, by path
 * @param rows rows in all of them
 */
@DefaultCoder(SerializableCoder.class)
public record LandedTable(
    String table, String directory, Schema schema, List<LandedFile> files, long rows)
    implements Serializable {
  public LandedTable {
    files = List.copyOf(files);
  }

  /** Paths of the files. */
  public List<String> paths() {
    return files.stream().map(LandedFile::path).toList();
  }

  /** Layout of the rows once they are packed. */
  public RowLayout layout() {
    return RowLayout.of(schema);
  }

  /** Nothing was landed: there is no folder and no manifest. */
  public boolean isEmpty() {
    return files.isEmpty();
  }
}
