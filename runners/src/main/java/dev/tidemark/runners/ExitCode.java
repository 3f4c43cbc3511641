// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

/** How the process ends. */
enum ExitCode {
  /** Done, also when nothing was new. */
  DONE(0),
  /** Failed, wholly or for some tables. */
  FAILED(1),
  /** Bad arguments or configuration. */
  BAD_ARGUMENTS(2),
  /** An audit or a reconciliation failed, or a fuse blew: nothing was published. */
  AUDIT_FAILED(3),
  /** The source or the target cannot be reached: worth a retry. */
  UNREACHABLE(4),
  /** Stopped from the keyboard before anything was published. */
  INTERRUPTED(130),
  /** Told to end, by a scheduler as a rule, before anything was published: worth a retry. */
  TERMINATED(143);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
