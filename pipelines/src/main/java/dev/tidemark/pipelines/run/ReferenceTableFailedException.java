// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import java.util.List;

/**
 * A table without which nothing can be derived broke its contract: nothing was read or published.
 */
public final class ReferenceTableFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<TableSummary> tables;

  ReferenceTableFailedException(String message, List<TableSummary> tables) {
    super(message);
    this.tables = List.copyOf(tables);
  }

  /** The tables that were looked at. */
  public List<TableSummary> tables() {
    return tables;
  }
}
