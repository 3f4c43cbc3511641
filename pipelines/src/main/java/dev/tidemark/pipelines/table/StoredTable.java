// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import java.util.List;
import org.apache.beam.sdk.schemas.Schema;

/**
 * A table as it is stored, whatever its spec says.
 *
 * @param schema its columns without {@link TableSpec#BUCKET}
 * @param key its key columns
 * @param buckets into how many buckets its rows are spread
 * @param version its latest version
 */
public record StoredTable(Schema schema, List<String> key, int buckets, long version) {

  public StoredTable {
    key = List.copyOf(key);
  }
}
