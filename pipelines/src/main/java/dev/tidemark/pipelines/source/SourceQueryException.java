// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.sql.SQLException;

/**
 * A source that answered with an error. The message is one line that names the source and what was
 * asked.
 */
public final class SourceQueryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SourceQueryException(String message, SQLException cause) {
    super(message, cause);
  }
}
