// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import java.util.List;
import org.apache.beam.sdk.schemas.Schema;

/**
 * A table as it is stored, whatever its spec says.
 *
 * @param schema its columns without {@link TableSpec#BUCKET}
 * @param key its key columns
 */
public record StoredTable(Schema schema, List<String> key) {

  public StoredTable {
    key = List.copyOf(key);
  }
}
