// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import java.time.Instant;
import java.util.List;

/**
 * What to read of a table.
 *
 * @param name its name in the lake, e.g. {@code PremiumTransaction}
 * @param table where it stands at the source
 * @param scope which of its rows
 * @param extractedAt the source's own clock when the scope was captured
 * @param slices the reads that make up the scope
 */
public record TableRead(
    String name, SourceTable table, ReadScope scope, Instant extractedAt, List<Slice> slices)
    implements Serializable {
  public TableRead {
    MarkWindow window = scope.window();
    if (window != null && window.high().type() != table.markType()) {
      throw new IllegalArgumentException(
          table
              + " has a mark of type "
              + table.markType()
              + ", not "
              + window.high()
              + "; use its own capture's window");
    }
    slices = List.copyOf(slices);
  }

  /** The scope in one read. */
  public static TableRead of(String name, SourceTable table, ReadScope scope, Instant extractedAt) {
    return new TableRead(name, table, scope, extractedAt, List.of(Slice.whole(table, scope)));
  }
}
