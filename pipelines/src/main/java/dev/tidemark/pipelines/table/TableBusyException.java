// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

/** Others commit to a table so often that a batch found no gap; the batch is not refused. */
public final class TableBusyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TableBusyException(String table, int attempts) {
    super(
        String.format(
            "table %s could not be committed to, %d commits of others came first; stop what writes"
                + " there and run again",
            table, attempts));
  }
}
