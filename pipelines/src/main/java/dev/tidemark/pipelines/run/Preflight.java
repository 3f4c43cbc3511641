// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.Mode;
import dev.tidemark.pipelines.config.SecretRef;
import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.ControlPrivileges;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.ControlStoreException;
import dev.tidemark.pipelines.control.HeldLease;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.source.ContractViolation;
import dev.tidemark.pipelines.source.KeyState;
import dev.tidemark.pipelines.source.SourceDatabase;
import dev.tidemark.pipelines.source.SourceQueryException;
import dev.tidemark.pipelines.source.SourceTable;
import dev.tidemark.pipelines.source.SourceUnavailableException;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.table.DamagedLakeException;
import dev.tidemark.pipelines.table.Intents;
import dev.tidemark.pipelines.table.TableMismatchException;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import dev.tidemark.pipelines.table.VoidedBatch;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all that a nightly run needs, and tells everything that is wrong at once. It writes
 * nothing: neither the control schema nor the lake's folder is created.
 */
public final class Preflight {

  private static final String SECRETS = "secrets";
  private static final String CONTROL = "control";
  private static final String SOURCE = "source";
  private static final String LAKE = "lake";

  private final TidemarkConfig config;
  private final Set<String> only;
  private final SourceDatabase source;
  private final TableStore store;
  private final Clock clock;
  private final Consumer<Finding> listener;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * A look at an installation.
   *
   * @param only the tables to look at, empty for all that are enabled
   * @param clock ours, to compare with the source's
   * @param listener hears of each finding as it is made
   */
  public Preflight(
      TidemarkConfig config,
      Set<String> only,
      SourceDatabase source,
      TableStore store,
      Clock clock,
      Consumer<Finding> listener) {
    this.config = config;
    this.only = Set.copyOf(only);
    this.source = source;
    this.store = store;
    this.clock = clock;
    this.listener = listener;
  }

  /** Looks, and gives every finding in the order of the run. */
  public List<Finding> findings() {
    secrets();
    Map<String, TableContract> contracts = contracts();
    LakeTables tables = lake(contracts);
    try (ControlStore control = control()) {
      source(control, contracts.keySet(), tables);
    }
    return List.copyOf(findings);
  }

  private void secrets() {
    int known = 0;
    List<@Nullable SecretRef> secrets = new ArrayList<>();
    secrets.add(config.source().password());
    secrets.add(config.control().password());
    secrets.add(config.personalDataSalt());
    config.alerts().forEach(channel -> secrets.add(channel.secret()));
    for (SecretRef secret : secrets) {
      if (secret == null) {
        continue;
      }
      try {
        secret.reveal();
        known++;
      } catch (ConfigException e) {
        add(Finding.fail(SECRETS, e.getMessage(), Finding.Cause.CONFIGURATION));
      }
    }
    add(Finding.ok(SECRETS, known + " references are known"));
    if (config.personalDataSalt() == null) {
      add(
          Finding.warn(
              SECRETS,
              "personalData.salt is not set: silver has null where names of people were; set it to"
                  + " count and join them"));
    }
  }

  private Map<String, TableContract> contracts() {
    Map<String, TableContract> contracts = new LinkedHashMap<>();
    for (TableConfig table : config.tables().values()) {
      try {
        contracts.put(table.name(), Contracts.of(table));
      } catch (ConfigException e) {
        add(Finding.fail(table.name(), e.getMessage(), Finding.Cause.CONFIGURATION));
      }
    }
    if (contracts.size() == config.tables().size()) {
      try {
        LakeTables.of(config.lake(), Contracts.of(config))
            .tracking(config.trackedColumns())
            .ranking(config.largestRisks());
      } catch (ConfigException e) {
        add(Finding.fail("contracts", e.getMessage(), Finding.Cause.CONFIGURATION));
      }
    }
    return contracts;
  }

  private LakeTables lake(Map<String, TableContract> contracts) {
    LakeTables plain = LakeTables.of(config.lake(), contracts);
    Finding place = new LakePlace(config.lake().root()).look();
    add(place);
    if (place.isFailure()) {
      return plain;
    }
    try {
      LakeTables stored = LakeTables.stored(config.lake(), contracts, store);
      stored = stored.withBuckets(buckets(stored));
      stored.all().forEach(this::storedTable);
      Intents.in(config.lake().root())
          .pending()
          .ifPresent(
              intent ->
                  add(
                      Finding.warn(
                          LAKE,
                          "batch "
                              + intent.batchId()
                              + " is not published wholly; the next nightly run ends it first")));
      for (VoidedBatch batch : Intents.in(config.lake().root()).voided()) {
        add(
            Finding.warn(
                LAKE,
                "batch "
                    + batch.batchId()
                    + " is void ("
                    + batch.reason()
                    + "); the next nightly run builds anew what it touched"));
      }
      return stored;
    } catch (DamagedLakeException e) {
      add(Finding.fail(LAKE, e.getMessage(), Finding.Cause.OTHER));
    } catch (ConfigException e) {
      add(Finding.fail(LAKE, e.getMessage(), Finding.Cause.CONFIGURATION));
    } catch (UncheckedIOException e) {
      add(Finding.fail(LAKE, e.getMessage(), Finding.Cause.UNREACHABLE));
    }
    return plain;
  }

  /** The number of the stored tables, if they agree. */
  private int buckets(LakeTables stored) {
    try {
      return Bucketing.stored(config.lake(), stored, store).orElse(stored.buckets());
    } catch (TableMismatchException e) {
      add(Finding.fail(LAKE, e.getMessage(), Finding.Cause.CONFIGURATION));
      return Bucketing.stored(stored, store).firstKey();
    }
  }

  private void storedTable(TableSpec table) {
    try {
      store.pin(table);
    } catch (TableMismatchException e) {
      add(Finding.fail(LAKE, e.getMessage(), Finding.Cause.CONFIGURATION));
    }
  }

  /**
   * The store to compare marks with: an empty one where there is none yet, or none that answers.
   */
  private ControlStore control() {
    try {
      List<String> missing = ControlPrivileges.missing(config.control());
      Optional<JdbcControlStore> found = JdbcControlStore.look(config.control());
      String name = "control database " + config.control().displayUrl();
      missing.forEach(
          privilege ->
              add(
                  Finding.fail(
                      CONTROL,
                      name + ": its user may not " + privilege + "; grant it",
                      Finding.Cause.OTHER)));
      if (found.isEmpty()) {
        add(Finding.ok(CONTROL, name + " has no schema etl yet, the first run creates it"));
        return JdbcControlStore.inMemory();
      }
      JdbcControlStore control = found.get();
      add(
          Finding.ok(
              CONTROL,
              name
                  + " is at schema version "
                  + JdbcControlStore.schemaVersion()
                  + ", with "
                  + control.marks().size()
                  + " marks"));
      runsUnderWay(control);
      return control;
    } catch (ControlStoreException e) {
      add(
          Finding.fail(
              CONTROL,
              e.getMessage(),
              e.reason() == ControlStoreException.Reason.UNREACHABLE
                  ? Finding.Cause.UNREACHABLE
                  : Finding.Cause.OTHER));
    } catch (ConfigException e) {
      add(Finding.fail(CONTROL, e.getMessage(), Finding.Cause.CONFIGURATION));
    }
    return JdbcControlStore.inMemory();
  }

  private void runsUnderWay(JdbcControlStore control) {
    Map<String, List<HeldLease>> byRun = new TreeMap<>();
    for (HeldLease lease : control.leases(clock.instant())) {
      byRun.computeIfAbsent(lease.owner(), run -> new ArrayList<>()).add(lease);
    }
    byRun.forEach(
        (run, leases) ->
            add(
                Finding.warn(
                    CONTROL,
                    "run "
                        + run
                        + " is under way and holds "
                        + leases.stream().map(HeldLease::table).collect(Collectors.joining(", "))
                        + " until "
                        + leases.get(0).expiresAt())));
  }

  private void source(ControlStore control, Set<String> known, LakeTables tables) {
    try {
      String product = source.describe();
      Instant before = clock.instant();
      Duration apart = Duration.between(before, source.clock());
      add(
          Finding.ok(
              SOURCE,
              config.source().displayUrl()
                  + " answers: "
                  + product
                  + "; its clock is "
                  + apart.abs().toSeconds()
                  + (apart.isNegative() ? " s behind ours" : " s ahead of ours")
                  + ", and only the source's counts"));
      DueTables due =
          new DueTables(source, control.watermarks(), tables.contracts(), new Silence());
      for (TableConfig table : config.tables().values()) {
        boolean isWanted = only.isEmpty() || only.contains(table.name());
        if (table.enabled() && isWanted && known.contains(table.name())) {
          table(table, tables.contract(table.name()), due);
        }
      }
    } catch (SourceUnavailableException e) {
      add(
          Finding.fail(
              SOURCE,
              e.getMessage() + "; its tables are not looked at",
              Finding.Cause.UNREACHABLE));
    } catch (ConfigException e) {
      add(
          Finding.fail(
              SOURCE,
              e.getMessage() + "; its tables are not looked at",
              Finding.Cause.CONFIGURATION));
    }
  }

  private void table(TableConfig table, TableContract contract, DueTables due) {
    String name = table.name();
    try {
      SourceTable found =
          source.check(
              contract,
              table.mode() == Mode.FULL
                  ? Contracts.ref(contract, table).whole()
                  : Contracts.ref(contract, table));
      int before = findings.size();
      Drift.of(contract, found, source.missingIndex(found))
          .warnings()
          .forEach(warning -> add(Finding.warn(name, warning)));
      key(name, contract, source.key(found));
      if (table.mode() != Mode.FULL) {
        due.capture(table);
        mark(due.summaries().get(due.summaries().size() - 1));
      }
      if (findings.subList(before, findings.size()).stream().noneMatch(Finding::isFailure)) {
        add(
            Finding.ok(
                name,
                found + " has all " + contract.columns().size() + " columns of its contract"));
      }
    } catch (ContractViolation | SourceQueryException e) {
      add(Finding.fail(name, e.getMessage(), Finding.Cause.OTHER));
    }
  }

  private void key(String table, TableContract contract, KeyState key) {
    String columns = String.join(", ", contract.key());
    if (key.rowsWithout() > 0) {
      add(
          Finding.fail(
              table,
              table
                  + ": "
                  + key.rowsWithout()
                  + " rows have NULL in the key ("
                  + columns
                  + "); give them one, or read a view without them",
              Finding.Cause.OTHER));
    }
    if (!key.isKeptUnique()) {
      add(
          Finding.warn(
              table,
              table
                  + ": no primary key or unique index keeps ("
                  + columns
                  + ") unique; of two rows with one key silver keeps one: ask the DBA for a unique"
                  + " index"));
    }
  }

  /** What the capture of a table's mark has to say beyond its columns and indexes. */
  private void mark(TableSummary table) {
    String name = table.table();
    String message = table.message();
    if (table.status() == LoadStatus.FAILED) {
      add(Finding.fail(name, message, Finding.Cause.OTHER));
      return;
    }
    if (message != null) {
      add(Finding.warn(name, message));
    }
    if (table.futureRows() > 0) {
      add(
          Finding.warn(
              name,
              name
                  + ": "
                  + table.futureRows()
                  + " rows have a mark later than the source's clock; they wait until it is reached"
                  + " or corrected"));
    }
    if (table.nullRows() > 0) {
      add(
          Finding.warn(
              name,
              name
                  + ": "
                  + table.nullRows()
                  + " rows have no mark; nullWatermark says what becomes of them"));
    }
  }

  private void add(Finding finding) {
    findings.add(finding);
    listener.accept(finding);
  }
}
