// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

/** A file of the lake is missing or is not what was written; the message names it. */
public final class DamagedLakeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DamagedLakeException(String message, Throwable cause) {
    super(message, cause);
  }
}
