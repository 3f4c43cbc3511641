// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The control store in a database: the schema {@code etl} of H2, PostgreSQL or SQL Server, created
 * when it is first opened. Each call is one transaction at READ COMMITTED; tables are taken in name
 * order, so that two runs cannot wait for each other. An embedded database is held until {@link
 * #close()}: a second process is told so in one line, a process that was killed is not in the way
 * of the next.
 */
public final class JdbcControlStore implements ControlStore {
  private final ControlConnection connection;
  private final String url;
  private boolean isOpen = true;

  private JdbcControlStore(ControlConnection connection, String url) {
    this.connection = connection;
    this.url = url;
  }

  /**
   * Connects, and creates the schema if it is not there. The leases of an embedded database that
   * nobody else can have open are those of killed processes: they go.
   *
   * @throws ControlStoreException when the database cannot be reached, or was written by a later
   *     product
   */
  public static JdbcControlStore open(DatabaseConfig config) {
    ControlConnection connection = ControlConnection.writing(config);
    boolean isAlone = EmbeddedFiles.open(config.url());
    try {
      connection.transact(
          sql -> {
            ControlSchema.install(sql, connection.dialect());
            if (isAlone) {
              LeaseTable.releaseAll(sql);
            }
            return true;
          });
    } catch (RuntimeException e) {
      EmbeddedFiles.close(config.url());
      connection.close();
      throw e;
    }
    return new JdbcControlStore(connection, config.url());
  }

  /**
   * The store as it is, to be looked at only: nothing is created, upgraded or taken over. Empty
   * when no run has made one yet.
   *
   * @throws ControlStoreException when the database cannot be reached, is in use by another
   *     process, or was written by another version of the product
   */
  public static Optional<JdbcControlStore> look(DatabaseConfig config) {
    ControlConnection connection = ControlConnection.reading(config);
    try {
      int version = connection.transact(ControlSchema::version);
      if (version == 0) {
        connection.close();
        return Optional.empty();
      }
      ControlSchema.requireKnown(version);
      if (version < ControlSchema.VERSION) {
        throw new ControlStoreException(
            ControlStoreException.Reason.FAILED,
            "control database "
                + config.displayUrl()
                + " is at schema version "
                + version
                + ", this program works with version "
                + ControlSchema.VERSION
                + "; run --pipeline=nightly, which upgrades it, then this again",
            null);
      }
      JdbcControlStore store = new JdbcControlStore(connection, config.url());
      // it was not counted among those that hold an embedded file
      store.isOpen = false;
      return Optional.of(store);
    } catch (ControlStoreException e) {
      connection.close();
      if (ControlConnection.isAbsent(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** An empty store that is gone once it is closed, in place of one that no run has made yet. */
  public static JdbcControlStore inMemory() {
    return open(DatabaseConfig.of("jdbc:h2:mem:" + UUID.randomUUID()));
  }

  /** The version of the schema that this product works with. */
  public static int schemaVersion() {
    return ControlSchema.VERSION;
  }

  /** The leases that are held at an instant, by table. */
  public List<HeldLease> leases(Instant now) {
    return connection.transact(sql -> LeaseTable.held(sql, now));
  }

  @Override
  public Optional<Mark> mark(String table) {
    return Optional.ofNullable(marks().get(table));
  }

  @Override
  public Map<String, Mark> marks() {
    Map<String, Mark> marks = new LinkedHashMap<>();
    for (Watermark watermark : watermarks().values()) {
      Mark mark = watermark.mark();
      if (mark != null) {
        marks.put(watermark.table(), mark);
      }
    }
    return marks;
  }

  @Override
  public Map<String, Watermark> watermarks() {
    Map<String, Watermark> watermarks = new LinkedHashMap<>();
    connection
        .transact(WatermarkTable::all)
        .forEach(watermark -> watermarks.put(watermark.table(), watermark));
    return watermarks;
  }

  @Override
  public List<MarkMoved> history(String table) {
    return connection.transact(sql -> WatermarkTable.history(sql, table));
  }

  @Override
  public long openBatch(long taken) {
    return connection.transact(sql -> RunTables.openBatch(sql, taken));
  }

  @Override
  public Map<String, Long> markedBy() {
    return connection.transact(WatermarkTable::markedBy);
  }

  @Override
  public void moveMarks(List<MarkMove> moves, List<LoadAudit> audits, RunRecord run) {
    Set<String> seen = new HashSet<>();
    for (MarkMove move : moves) {
      if (!seen.add(move.table())) {
        throw new IllegalArgumentException("table " + move.table() + " is moved twice in one run");
      }
    }
    List<MarkMove> ordered = moves.stream().sorted(Comparator.comparing(MarkMove::table)).toList();
    connection.transact(
        sql -> {
          for (MarkMove move : ordered) {
            WatermarkTable.move(sql, move, run);
          }
          for (LoadAudit audit : audits) {
            RunTables.record(sql, audit);
          }
          RunTables.record(sql, run);
          return true;
        });
  }

  @Override
  public void readAgainFrom(String table, String mark) {
    connection.transact(
        sql -> {
          WatermarkTable.readAgainFrom(sql, table, mark);
          return true;
        });
  }

  @Override
  public void acquire(Collection<String> tables, String owner, Instant now, Duration ttl) {
    connection.transact(
        sql -> {
          for (String table : new TreeSet<>(tables)) {
            LeaseTable.acquire(sql, table, owner, now, now.plus(ttl));
          }
          return true;
        });
  }

  @Override
  public void release(String owner) {
    connection.transact(
        sql -> {
          LeaseTable.release(sql, owner);
          return true;
        });
  }

  @Override
  public void recordAudit(LoadAudit audit) {
    connection.transact(
        sql -> {
          RunTables.record(sql, audit);
          return true;
        });
  }

  @Override
  public void recordRun(RunRecord run) {
    connection.transact(
        sql -> {
          RunTables.record(sql, run);
          return true;
        });
  }

  @Override
  public Optional<RunRecord> run(String runId) {
    return connection.transact(sql -> RunTables.run(sql, runId));
  }

  @Override
  public Optional<RunRecord> lastRun() {
    return connection.transact(RunTables::lastRun);
  }

  @Override
  public List<LoadAudit> audits(String runId) {
    return connection.transact(sql -> RunTables.audits(sql, runId));
  }

  @Override
  public void close() {
    if (isOpen) {
      isOpen = false;
      EmbeddedFiles.close(url);
    }
    connection.close();
  }
}
