// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

/**
 * The row counts of one table in one run.
 *
 * @param sourceBefore rows of the window at the source before reading
 * @param sourceAfter the same after reading
 * @param landedRows rows landed
 * @param landedKeys distinct keys landed
 * @param reRead rows read again that changed nothing
 * @param inserted rows new in silver
 * @param updated rows changed in silver, moved ones too
 * @param unchanged rows that changed nothing: they were there already, or a later image of them was
 * @param deleted rows flagged deleted in silver
 * @param quarantined rows set aside
 * @param lateRows rows landed that were committed behind the mark of the run before
 * @param maxLatenessMicros how far behind it the latest of them is
 */
public record LoadCounts(
    long sourceBefore,
    long sourceAfter,
    long landedRows,
    long landedKeys,
    long reRead,
    long inserted,
    long updated,
    long unchanged,
    long deleted,
    long quarantined,
    long lateRows,
    long maxLatenessMicros) {
  /** Nothing counted yet. */
  public static final LoadCounts NONE = new LoadCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  public LoadCounts withSource(long before, long after) {
    return new LoadCounts(
        before,
        after,
        landedRows,
        landedKeys,
        reRead,
        inserted,
        updated,
        unchanged,
        deleted,
        quarantined,
        lateRows,
        maxLatenessMicros);
  }

  public LoadCounts withLanded(long rows, long keys, long again) {
    return new LoadCounts(
        sourceBefore,
        sourceAfter,
        rows,
        keys,
        again,
        inserted,
        updated,
        unchanged,
        deleted,
        quarantined,
        lateRows,
        maxLatenessMicros);
  }

  public LoadCounts withMerged(
      long newRows, long changedRows, long sameRows, long deletedRows, long badRows) {
    return new LoadCounts(
        sourceBefore,
        sourceAfter,
        landedRows,
        landedKeys,
        reRead,
        newRows,
        changedRows,
        sameRows,
        deletedRows,
        badRows,
        lateRows,
        maxLatenessMicros);
  }

  public LoadCounts withLate(long rows, long maxMicros) {
    return new LoadCounts(
        sourceBefore,
        sourceAfter,
        landedRows,
        landedKeys,
        reRead,
        inserted,
        updated,
        unchanged,
        deleted,
        quarantined,
        rows,
        maxMicros);
  }
}
