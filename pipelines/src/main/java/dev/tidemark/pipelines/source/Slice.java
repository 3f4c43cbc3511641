// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One read of one table. The slices of a {@link ReadScope} share no row and leave none out.
 *
 * @param number counts the slices of a table, from 0; it names the landed file
 * @param where the condition, the bounds of marks as parameters; null reads the whole table
 * @param marks the parameters
 * @param rows about how many rows it has, to spread the work by
 */
public record Slice(int number, @Nullable String where, List<Mark> marks, long rows)
    implements Serializable {
  public Slice {
    marks = List.copyOf(marks);
  }

  /** The whole scope in one read. */
  public static Slice whole(SourceTable table, ReadScope scope) {
    if (scope.isWhole()) {
      return new Slice(0, null, List.of(), 0);
    }
    MarkPredicate read = MarkPredicate.read(table, scope);
    return new Slice(0, read.sql(), read.marks(), 0);
  }
}
