// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

/**
 * A rule that the history of a key breaks, or the table of its current rows.
 *
 * @param key the key, as {@code column=value, ...}
 * @param kind which rule
 * @param detail which version breaks it, and how
 */
public record Violation(String key, Kind kind, String detail) {

  /** The rules of a history, by what goes against them. */
  public enum Kind {
    /** A version has no {@code valid_from}. */
    NO_START,
    /** A version ends where it begins, or before. */
    EMPTY_WINDOW,
    /** {@code is_current} is not the same as an open end. */
    CURRENT_FLAG,
    /** Two versions begin at the same instant: their version keys are the same. */
    DUPLICATE_VERSION,
    /** A version begins before the previous one ends. */
    OVERLAP,
    /** A version begins after the previous one ended, and no delete ended that. */
    GAP,
    /** A version begins where the previous one ended by a delete. */
    NO_GAP_AFTER_DELETE,
    /** More than one version is open. */
    SEVERAL_OPEN,
    /** No delete ended the last version, and it is not open. */
    NONE_OPEN,
    /** A version is open and is deleted. */
    OPEN_AND_DELETED,
    /** The durable key is not the one of the key columns. */
    WRONG_KEY,
    /** The version key is not the one of the durable key and {@code valid_from}. */
    WRONG_VERSION_KEY,
    /** Two versions have the same version key. */
    REPEATED_VERSION_KEY,
    /** A key has versions and no current row. */
    NO_CURRENT_ROW,
    /** A current row differs from the last version of its key. */
    STALE_CURRENT_ROW,
    /** A current row has no version. */
    STRAY_CURRENT_ROW,
    /** A key has more than one current row. */
    SEVERAL_CURRENT_ROWS
  }

  @Override
  public String toString() {
    return kind + " " + key + ": " + detail;
  }
}
