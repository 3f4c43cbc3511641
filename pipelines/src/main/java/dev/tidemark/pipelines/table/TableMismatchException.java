// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

/** A stored table that is not what the configuration and the contracts say; nothing was changed. */
public final class TableMismatchException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  /** With what differs, and the remedy. */
  public TableMismatchException(String message) {
    super(message);
  }
}
