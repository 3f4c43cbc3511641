// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The SQL of {@code etl.lease}. */
final class LeaseTable {
  private record Lease(String owner, Instant expiresAt) {}

  private LeaseTable() {}

  static void acquire(Sql sql, String table, String owner, Instant now, Instant until)
      throws SQLException {
    Optional<Lease> held =
        sql.first(
            "SELECT owner_run_id, expires_utc FROM etl.lease WHERE table_name = ?",
            row -> new Lease(row.getString("owner_run_id"), Sql.knownInstant(row, "expires_utc")),
            table);
    if (held.isEmpty()) {
      sql.update(
          "INSERT INTO etl.lease (table_name, owner_run_id, expires_utc) VALUES (?, ?, ?)",
          table,
          owner,
          until);
      return;
    }
    Lease lease = held.get();
    if (!lease.owner().equals(owner) && lease.expiresAt().isAfter(now)) {
      throw new LeaseHeldException(table, lease.owner(), lease.expiresAt());
    }
    int taken =
        sql.update(
            "UPDATE etl.lease SET owner_run_id = ?, expires_utc = ?"
                + " WHERE table_name = ? AND owner_run_id = ? AND expires_utc = ?",
            owner,
            until,
            table,
            lease.owner(),
            lease.expiresAt());
    if (taken == 0) {
      // Another run was quicker; the transaction is done again and meets that run's lease.
      throw new SQLTransactionRollbackException(
          "lease of " + table + " changed meanwhile", "40001");
    }
  }

  /** The leases that have not expired. */
  static List<HeldLease> held(Sql sql, Instant now) throws SQLException {
    return sql.list(
        "SELECT table_name, owner_run_id, expires_utc FROM etl.lease WHERE expires_utc > ?"
            + " ORDER BY table_name",
        row ->
            new HeldLease(
                row.getString("table_name"),
                row.getString("owner_run_id"),
                Sql.knownInstant(row, "expires_utc")),
        now);
  }

  static void releaseAll(Sql sql) throws SQLException {
    sql.update("DELETE FROM etl.lease");
  }

  static void release(Sql sql, String owner) throws SQLException {
    sql.update("DELETE FROM etl.lease WHERE owner_run_id = ?", owner);
  }
}
