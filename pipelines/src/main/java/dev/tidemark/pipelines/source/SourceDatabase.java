// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The launcher's view of a source: what it holds, asked before the graph is built. It never writes,
 * and each question is a short read-only transaction. Every method fails with {@link
 * SourceUnavailableException} when the source cannot be reached.
 */
public interface SourceDatabase {

  /**
   * Finds the contract's table and matches its columns, names without case and underscores.
   *
   * @throws ContractViolation when the table or a column is missing, or a type cannot be read as
   *     the contract's
   */
  SourceTable check(TableContract contract, TableRef ref);

  /** As {@link #check(TableContract, TableRef)}, where the contract says that the table stands. */
  default SourceTable check(TableContract contract) {
    return check(contract, TableRef.of(contract));
  }

  /** The source's own clock, in micros. */
  Instant clock();

  /** The new high mark and the counts around it. Only for a table with a watermark. */
  Capture capture(SourceTable table, @Nullable Mark last, Duration upperBoundLag);

  /** How many rows have {@code low < mark <= high} now. */
  long count(SourceTable table, MarkWindow window);

  /**
   * Cuts a load into the reads that it is made of: every row of the scope is in exactly one. A
   * small load is one read.
   *
   * @param rows about how many rows the scope's window has, or the whole table
   */
  List<Slice> slices(SourceTable table, ReadScope scope, long rows);

  /**
   * The statement that gives the watermark column the index which it has not; empty when one begins
   * with it, where the source has no indexes, and for a query in a table's place. A view's own
   * tables are not looked at: it counts as one without.
   */
  Optional<String> missingIndex(SourceTable table);

  /** How many rows a load of that scope reads now. */
  long count(SourceTable table, ReadScope scope);

  /** What stands in the part of a table that a window reads, its overlap too. */
  Probe probe(SourceTable table, MarkWindow window);

  /** The rows that are later than a mark. */
  FutureRows futureRows(SourceTable table, Mark after);

  /**
   * The earliest mark, not later than {@code upTo}, of the rows with these keys; empty when none of
   * them is there. Keys of types that cannot be bound as text find every row.
   */
  Optional<Mark> earliest(SourceTable table, List<List<String>> keys, Mark upTo);

  /** Rows and digest of what a load of that scope reads. */
  TableContent content(SourceTable table, ReadScope scope);

  /** Rows and digest of the whole table. */
  default TableContent content(SourceTable table) {
    return content(table, ReadScope.whole());
  }
}
