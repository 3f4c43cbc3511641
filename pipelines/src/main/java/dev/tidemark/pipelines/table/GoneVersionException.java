// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

/** A version of a table that can be read no more, since its files or its log were cleared away. */
public final class GoneVersionException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  GoneVersionException(String message, Throwable cause) {
    super(message, cause);
  }
}
