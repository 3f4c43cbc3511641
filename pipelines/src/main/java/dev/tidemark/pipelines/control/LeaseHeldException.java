// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.time.Instant;

/** Another run holds a table. */
public final class LeaseHeldException extends ControlStoreException {
  private static final long serialVersionUID = 1L;

  private final String table;
  private final String owner;
  private final Instant expiresAt;

  public LeaseHeldException(String table, String owner, Instant expiresAt) {
    super(
        Reason.CONFLICT,
        "table "
            + table
            + " is held by run "
            + owner
            + " until "
            + expiresAt
            + "; wait for that run to end, or for the lease to expire",
        null);
    this.table = table;
    this.owner = owner;
    this.expiresAt = expiresAt;
  }

  public String table() {
    return table;
  }

  public String owner() {
    return owner;
  }

  public Instant expiresAt() {
    return expiresAt;
  }
}
