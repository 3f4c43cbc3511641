// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.sql.SQLException;

/**
 * A source that cannot be reached or lets nobody in: worth a retry, once the remedy in its one-line
 * message is done.
 */
public final class SourceUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SourceUnavailableException(String message, SQLException cause) {
    super(message, cause);
  }
}
