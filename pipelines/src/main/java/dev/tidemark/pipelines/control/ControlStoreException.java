// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import org.jspecify.annotations.Nullable;

/**
 * The control store could not do what it was asked. The message is one line, names the database and
 * holds no secret.
 */
public class ControlStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What kind of failure, for the choice of an exit code. */
  public enum Reason {
    /** Not there, not permitted, or in use by another process: worth a retry. */
    UNREACHABLE,
    /** Another run holds a table or has moved a mark. */
    CONFLICT,
    /** Anything else. */
    FAILED
  }

  private final Reason reason;

  public ControlStoreException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public final Reason reason() {
    return reason;
  }
}
