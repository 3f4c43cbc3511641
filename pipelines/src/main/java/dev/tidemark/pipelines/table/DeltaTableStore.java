// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.Buckets;
import dev.tidemark.transforms.block.RowLayout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;

/**
 * Tables in the Delta Lake format, protocol reader 1 / writer 2, through Delta Kernel.
 *
 * <p>A table's bucket count, bucket columns, key and hash version are table properties: a spec that
 * says otherwise would look for rows in the wrong place, and is refused.
 */
public final class DeltaTableStore implements TableStore {

  private static final String BUCKETS = "tidemark.buckets";
  private static final String BUCKET_BY = "tidemark.bucketBy";
  private static final String KEY = "tidemark.key";
  private static final String HASH_VERSION = "tidemark.hashVersion";

  /** What a rewrite changes, and an older version may have otherwise. */
  private static final Set<String> LAYOUT = Set.of(BUCKETS, BUCKET_BY);

  /** Foreign commits that may get in between, one after another, before it is given up. */
  private static final int ATTEMPTS = 20;

  private static final long FIRST_PAUSE_MILLIS = 10;
  private static final long ABSENT = -1;
  private static final long NO_BATCH = -1;

  private final String lakeRoot;

  private DeltaTableStore(String lakeRoot) {
    this.lakeRoot = lakeRoot;
  }

  /** The tables of a lake. */
  public static DeltaTableStore in(String lakeRoot) {
    return new DeltaTableStore(lakeRoot);
  }

  @Override
  public TableSnapshot pin(TableSpec spec) {
    Optional<DeltaLog.State> latest = log(spec.path()).latest();
    return latest.isPresent() ? snapshot(spec, latest.get()) : TableSnapshot.absent(spec);
  }

  @Override
  public Optional<StoredTable> stored(String path) {
    return log(path)
        .latest()
        .map(
            state ->
                new StoredTable(
                    state.schema(),
                    List.of(state.properties().getOrDefault(KEY, "").split(",")),
                    Integer.parseInt(state.properties().getOrDefault(BUCKETS, "1")),
                    state.version()));
  }

  @Override
  public TableSnapshot pin(TableSpec spec, long version) {
    DeltaLog.State state = log(spec.path()).at(version);
    requireAsSpecified(spec, state, LAYOUT);
    return snapshot(spec.path(), state);
  }

  @Override
  public long commit(
      TableSpec spec, long baseVersion, List<TableChange> changes, String appId, long batchId) {
    List<TableChange> real = withFiles(spec, changes);
    DeltaLog log = log(spec.path());
    if (latest(log, spec, baseVersion).isEmpty()) {
      log.create(spec.layout(), properties(spec));
    }
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      DeltaLog.State latest = latest(log, spec, baseVersion).orElseThrow();
      requireAsSpecified(spec, latest);
      if (isThere(spec, latest, appId, batchId)) {
        return log.versionOf(latest, baseVersion, appId, batchId);
      }
      List<String> missing = missingColumns(spec, latest);
      Map<String, String> changed = changedSettings(spec, latest);
      if (real.isEmpty() && missing.isEmpty() && changed.isEmpty()) {
        return Math.max(baseVersion, 0);
      }
      requireAsPlanned(spec, baseVersion, real, latest);
      OptionalLong committed =
          log.tryCommit(latest, spec.layout(), missing, changed, real, appId, batchId);
      if (committed.isPresent()) {
        return committed.getAsLong();
      }
      pause(attempt);
    }
    throw new TableBusyException(spec.path(), ATTEMPTS);
  }

  @Override
  public long rewrite(
      TableSpec spec, long baseVersion, List<TableChange> changes, String appId, long batchId) {
    List<TableChange> real = withFiles(spec, changes);
    DeltaLog log = log(spec.path());
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      DeltaLog.State latest = latest(log, spec, baseVersion).orElseThrow();
      requireAsSpecified(spec, latest, LAYOUT);
      if (isThere(spec, latest, appId, batchId)) {
        return log.versionOf(latest, baseVersion, appId, batchId);
      }
      if (!paths(latest).equals(paths(log.at(baseVersion)))) {
        throw new ConcurrentTableChangeException(
            spec.path(), baseVersion, latest.version(), "it has other files than planned");
      }
      OptionalLong committed =
          log.tryRewrite(latest, spec.layout(), properties(spec), real, appId, batchId);
      if (committed.isPresent()) {
        return committed.getAsLong();
      }
      pause(attempt);
    }
    throw new TableBusyException(spec.path(), ATTEMPTS);
  }

  @Override
  public void requireAsPlanned(
      TableSpec spec, long baseVersion, List<TableChange> changes, String appId, long batchId) {
    List<TableChange> real = withFiles(spec, changes);
    if (real.isEmpty()) {
      return;
    }
    Optional<DeltaLog.State> found = latest(log(spec.path()), spec, baseVersion);
    if (found.isPresent()) {
      DeltaLog.State latest = found.get();
      requireAsSpecified(spec, latest);
      if (isThere(spec, latest, appId, batchId)) {
        throw new OvertakenBatchException(spec.path(), batchId, batchId);
      }
      requireAsPlanned(spec, baseVersion, real, latest);
    }
  }

  @Override
  public long lastBatch(TableSpec spec, String appId) {
    return log(spec.path()).latest().map(state -> state.lastBatch(appId)).orElse(NO_BATCH);
  }

  @Override
  public Set<Integer> changedBuckets(TableSpec spec, long since, long until) {
    return CommittedBuckets.of(new Path(lakeRoot, spec.path()), spec.buckets())
        .changed(since, until);
  }

  /** The latest version; one that comes before what was planned on is another table. */
  private static Optional<DeltaLog.State> latest(DeltaLog log, TableSpec spec, long baseVersion) {
    Optional<DeltaLog.State> latest = log.latest();
    long version = latest.map(DeltaLog.State::version).orElse(ABSENT);
    if (version < baseVersion) {
      throw new ConcurrentTableChangeException(
          spec.path(),
          baseVersion,
          version,
          latest.isEmpty() ? "it is gone" : "an older copy or another table is in its place");
    }
    return latest;
  }

  /** Whether a table has a batch; one that has a later batch is not to get it any more. */
  private static boolean isThere(
      TableSpec spec, DeltaLog.State latest, String appId, long batchId) {
    long last = latest.lastBatch(appId);
    if (last > batchId) {
      throw new OvertakenBatchException(spec.path(), batchId, last);
    }
    return last == batchId;
  }

  private static List<String> paths(DeltaLog.State state) {
    return state.liveFiles().stream().map(DataFile::path).toList();
  }

  /** The columns that the stored table is still to get. */
  private static List<String> missingColumns(TableSpec spec, DeltaLog.State state) {
    List<String> missing = new ArrayList<>(spec.schema().getFieldNames());
    missing.removeAll(state.schema().getFieldNames());
    return missing;
  }

  /** The settings that the content is now made by and that the stored table does not name. */
  private static Map<String, String> changedSettings(TableSpec spec, DeltaLog.State state) {
    Map<String, String> changed = new TreeMap<>(spec.derivedBy());
    changed.entrySet().removeAll(state.properties().entrySet());
    return changed;
  }

  private static List<TableChange> withFiles(TableSpec spec, List<TableChange> changes) {
    List<TableChange> real = new ArrayList<>();
    for (TableChange change : changes) {
      if (!change.table().equals(spec.path())) {
        throw new IllegalArgumentException(
            "a change of table " + change.table() + " cannot be committed to " + spec.path());
      }
      if (!change.isEmpty()) {
        real.add(change);
      }
    }
    return real;
  }

  private static void requireAsPlanned(
      TableSpec spec, long baseVersion, List<TableChange> changes, DeltaLog.State latest) {
    TableSnapshot now = snapshot(spec, latest);
    for (TableChange change : changes) {
      Collection<String> live = new TreeSet<>();
      now.files(change.bucket()).forEach(file -> live.add(file.path()));
      if (!live.equals(new TreeSet<>(change.planned()))) {
        throw new ConcurrentTableChangeException(
            spec.path(),
            baseVersion,
            latest.version(),
            "bucket " + change.bucket() + " has other files than planned");
      }
    }
  }

  private static TableSnapshot snapshot(TableSpec spec, DeltaLog.State state) {
    requireAsSpecified(spec, state);
    TableSnapshot snapshot = snapshot(spec.path(), state);
    for (DataFile file : snapshot.files()) {
      if (file.bucket() < 0 || file.bucket() >= spec.buckets()) {
        throw refused(
            spec,
            String.format(
                "its file %s is in no bucket from 0 to %d", file.path(), spec.buckets() - 1),
            "delete the rows that something else wrote there");
      }
    }
    return snapshot;
  }

  private static TableSnapshot snapshot(String path, DeltaLog.State state) {
    return new TableSnapshot(
        path, state.version(), state.schema(), state.properties(), state.liveFiles());
  }

  /** Sorted by name: of several that disagree, every run names the same one. */
  private static Map<String, String> properties(TableSpec spec) {
    Map<String, String> properties = new TreeMap<>();
    properties.put(BUCKETS, Integer.toString(spec.buckets()));
    properties.put(BUCKET_BY, String.join(",", spec.bucketBy()));
    properties.put(KEY, String.join(",", spec.key()));
    properties.put(HASH_VERSION, Integer.toString(Buckets.HASH_VERSION));
    return properties;
  }

  private static void requireAsSpecified(TableSpec spec, DeltaLog.State state) {
    requireAsSpecified(spec, state, Set.of());
  }

  private static void requireAsSpecified(
      TableSpec spec, DeltaLog.State state, Set<String> whateverTheyAre) {
    state.requireWritable();
    Map<String, String> stored = state.properties();
    Map<String, String> specified = properties(spec);
    specified.keySet().removeAll(whateverTheyAre);
    specified.forEach(
        (property, wanted) -> {
          String there = stored.getOrDefault(property, "");
          if (!there.equals(wanted)) {
            throw refused(
                spec, String.format("it is stored with %s=%s, not %s", property, there, wanted));
          }
        });
    RowLayout there = RowLayout.of(state.schema());
    RowLayout wanted = spec.layout();
    for (String name : spec.schema().getFieldNames()) {
      if (!there.has(name)) {
        if (spec.growing().contains(name)) {
          continue;
        }
        throw refused(spec, "it is stored without the column " + name);
      }
      int s = there.column(name);
      int w = wanted.column(name);
      if (there.type(s) != wanted.type(w)
          || there.precision(s) != wanted.precision(w)
          || there.scale(s) != wanted.scale(w)) {
        throw refused(
            spec,
            String.format(
                "its column %s is stored as %s, not %s, and a stored column keeps its type",
                name, DeltaTypes.name(there, s), DeltaTypes.name(wanted, w)));
      }
      if (wanted.nullable(w) && !there.nullable(s)) {
        throw refused(spec, "its column " + name + " is stored as NOT NULL");
      }
    }
    for (String name : state.schema().getFieldNames()) {
      if (!wanted.has(name)) {
        throw refused(spec, "it is stored with a column " + name + " that is not known");
      }
    }
  }

  private static TableMismatchException refused(TableSpec spec, String why) {
    return refused(spec, why, "move the stored table away so that it is built anew");
  }

  private static TableMismatchException refused(TableSpec spec, String why, String remedy) {
    return new TableMismatchException("table " + spec + ": " + why + "; " + remedy);
  }

  private static void pause(int attempt) {
    try {
      Thread.sleep(FIRST_PAUSE_MILLIS << Math.min(attempt, 5));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a commit was retried", stopped);
    }
  }

  private DeltaLog log(String path) {
    return DeltaLog.of(new Path(lakeRoot, path), path);
  }
}
