// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What outlives a run: where each table's extract stands, what every run did, the batch ids, and
 * who works on which table. Only the launcher uses it. Every instant is passed in and kept to the
 * microsecond; every failure is a {@link ControlStoreException}.
 */
public interface ControlStore extends AutoCloseable {
  /** The table's mark; empty before its first load. */
  Optional<Mark> mark(String table);

  /** The marks of all tables that have one, by table name. */
  Map<String, Mark> marks();

  /** Every row of {@code etl.watermark}, by table name, also those without a mark. */
  Map<String, Watermark> watermarks();

  /** Every move of the table's mark, oldest first. */
  List<MarkMoved> history(String table);

  /**
   * The id of the batch to publish next: 1, then ever higher. A batch that was opened and whose run
   * never ended is opened again, so that a repeated run writes what the dead one would have.
   *
   * @param taken the highest id that the lake has seen, 0 if none: the id is higher, also in a
   *     store that never heard of it
   */
  long openBatch(long taken);

  /**
   * By table, the last batch that set the mark which the table has now; a mark that was set by hand
   * is of none.
   */
  Map<String, Long> markedBy();

  /**
   * Ends a run in one transaction: sets the marks, appends their history, and writes audits and run
   * down. A mark moves only if it still is what the move says was read. A move that this batch has
   * already made is a success and leaves no second line of history, so a run may be ended again
   * after it died without knowing.
   *
   * @throws MarkConflictException when a mark is another one; nothing is written then
   * @throws IllegalArgumentException when two moves name one table
   */
  void moveMarks(List<MarkMove> moves, List<LoadAudit> audits, RunRecord run);

  /**
   * Has the next run read a table again from a mark on. That is forgotten when its mark is set
   * next; a table without a row has nothing to read again.
   */
  void readAgainFrom(String table, String mark);

  /**
   * Takes all the tables for the owner until {@code now + ttl}, or none. A lease of the same owner
   * is prolonged, one that has expired by {@code now} is taken over.
   *
   * @throws LeaseHeldException when another owner holds one
   */
  void acquire(Collection<String> tables, String owner, Instant now, Duration ttl);

  /** Gives back every table of the owner; none is fine. */
  void release(String owner);

  /** Writes an audit down, in place of the one of the same run and table. */
  void recordAudit(LoadAudit audit);

  /** Writes a run down, in place of what was known of it. */
  void recordRun(RunRecord run);

  Optional<RunRecord> run(String runId);

  /** The run that was written down last; empty when none was. */
  Optional<RunRecord> lastRun();

  /** The run's audits by table name; empty for an unknown run. */
  List<LoadAudit> audits(String runId);

  @Override
  void close();
}
