// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import java.util.List;

/** What would have been published does not add up: nothing was published. */
public final class AuditFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<Check> checks;

  AuditFailedException(String message, List<Check> checks) {
    super(message);
    this.checks = List.copyOf(checks);
  }

  /** Every check of the run. */
  public List<Check> checks() {
    return checks;
  }
}
