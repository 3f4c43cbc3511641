// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/** A mark, stored or of a row, with which a table cannot be loaded. It fails that table only. */
final class RefusedMarkException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedMarkException(String message) {
    super(message);
  }
}
