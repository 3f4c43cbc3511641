// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.transforms.block.RowLayout;
import io.delta.kernel.Operation;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.defaults.internal.json.JsonUtils;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.CommitStateUnknownException;
import io.delta.kernel.exceptions.ConcurrentWriteException;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.MaxCommitRetryLimitReachedException;
import io.delta.kernel.exceptions.TableAlreadyExistsException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.hook.PostCommitHook;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TransactionImpl;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.actions.SetTransaction;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.transaction.DataLayoutSpec;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of one Delta table. The only class that uses Delta Kernel's internals: Kernel has no
 * public way to remove files or to commit actions that were planned elsewhere.
 */
final class DeltaLog {

  private static final Logger LOG = LoggerFactory.getLogger(DeltaLog.class);
  private static final String ENGINE_INFO = "tidemark";

  /** Of a file that was written by something that does not know buckets. */
  private static final int NO_BUCKET = -1;

  private static final int NO_LOG_COMPACTION = 0;

  private final Engine engine;
  private final String table;
  private final String name;

  private DeltaLog(Engine engine, String table, String name) {
    this.engine = engine;
    this.table = table;
    this.name = name;
  }

  /** The log of a table in a directory, which need not exist; messages name it. */
  static DeltaLog of(Path table, String name) {
    try {
      String qualified = LakeFiles.fileSystem(table).makeQualified(table).toString();
      return new DeltaLog(DefaultEngine.create(LakeFiles.configuration()), qualified, name);
    } catch (IOException failure) {
      throw DurableFile.failed("cannot open table " + table, failure);
    }
  }

  /** The latest version, empty if there is no table. */
  Optional<State> latest() {
    try {
      return Optional.of(new State(TableManager.loadSnapshot(table).build(engine)));
    } catch (TableNotFoundException absent) {
      return Optional.empty();
    } catch (RuntimeException unreadable) {
      throw damaged("its log", unreadable);
    }
  }

  /** A version; one that the log does not have is a {@link GoneVersionException}. */
  State at(long version) {
    try {
      return new State(TableManager.loadSnapshot(table).atVersion(version).build(engine));
    } catch (KernelException absent) {
      throw new GoneVersionException(
          String.format(
              "version %d of table %s is not in its log, which is kept for"
                  + " delta.logRetentionDuration, 30 days unless that says otherwise; read a later"
                  + " version",
              version, name),
          absent);
    } catch (RuntimeException unreadable) {
      throw damaged("its version " + version, unreadable);
    }
  }

  /** The version that a batch made, of a table that has it. */
  long versionOf(State latest, long baseVersion, String appId, long batchId) {
    long version = latest.version();
    while (version - 1 > baseVersion && at(version - 1).lastBatch(appId) == batchId) {
      version--;
    }
    return version;
  }

  private DamagedLakeException damaged(String what, Exception failure) {
    return new DamagedLakeException(
        String.format(
            "table %s: %s cannot be read (%s); restore the files of its log",
            name, what, failure.getMessage()),
        failure);
  }

  /** Creates the table, unless somebody else does. */
  void create(RowLayout layout, Map<String, String> properties) {
    try {
      TableManager.buildCreateTableTransaction(table, DeltaTypes.of(layout), ENGINE_INFO)
          .withTableProperties(properties)
          .withDataLayoutSpec(DataLayoutSpec.partitioned(List.of(new Column(TableSpec.BUCKET))))
          .withMaxRetries(0)
          .build(engine)
          .commit(engine, CloseableIterable.emptyIterable());
    } catch (TableAlreadyExistsException
        | ConcurrentWriteException
        | MaxCommitRetryLimitReachedException other) {
      requireAnotherCommit(other);
      LOG.info("table {} was created by another process", table);
    }
  }

  /**
   * Commits changes right after a version, and with them the columns of a layout that the table
   * does not have yet and properties that it has otherwise; gives the new version, or nothing if
   * another commit came first.
   */
  OptionalLong tryCommit(
      State base,
      RowLayout layout,
      List<String> newColumns,
      Map<String, String> properties,
      List<TableChange> changes,
      String appId,
      long batchId) {
    Transaction transaction =
        newColumns.isEmpty() && properties.isEmpty()
            ? base.snapshot
                .buildUpdateTableTransaction(ENGINE_INFO, Operation.WRITE)
                .withTransactionId(appId, batchId)
                .withMaxRetries(0)
                .build(engine)
            : base.withMetadata(layout, newColumns, properties, appId, batchId);
    return tryCommit(transaction, base.actions(changes), batchId);
  }

  /**
   * Commits right after a version that its rows lie in other files, all of them, and what the
   * table's properties say now; gives the new version, or nothing if another commit came first.
   */
  OptionalLong tryRewrite(
      State base,
      RowLayout layout,
      Map<String, String> properties,
      List<TableChange> changes,
      String appId,
      long batchId) {
    return tryCommit(
        base.withMetadata(layout, List.of(), properties, appId, batchId),
        base.rearrangement(changes),
        batchId);
  }

  private OptionalLong tryCommit(Transaction transaction, List<Row> actions, long batchId) {
    try {
      TransactionCommitResult committed =
          transaction.commit(
              engine,
              CloseableIterable.inMemoryIterable(Utils.toCloseableIterator(actions.iterator())));
      runHooks(committed);
      return OptionalLong.of(committed.getVersion());
    } catch (ConcurrentWriteException
        | MaxCommitRetryLimitReachedException
        | CommitStateUnknownException lost) {
      requireAnotherCommit(lost);
      // the caller looks again: this batch may be there by now
      LOG.info("commit of batch {} to {} lost a race: {}", batchId, table, lost.getMessage());
      return OptionalLong.empty();
    }
  }

  /** A log that cannot be written fails as if others had been faster. */
  private void requireAnotherCommit(RuntimeException lost) {
    if (lost.getCause() instanceof CommitFailedException failed && !failed.isConflict()) {
      IOException cause =
          failed.getCause() instanceof IOException io ? io : new IOException(failed.getMessage());
      throw DurableFile.failed("cannot write the log of " + table, cause);
    }
  }

  /** Checkpoints and checksums make readers faster; the commit stands without them. */
  private void runHooks(TransactionCommitResult committed) {
    for (PostCommitHook hook : committed.getPostCommitHooks()) {
      try {
        hook.threadSafeInvoke(engine);
      } catch (IOException | RuntimeException failure) {
        LOG.warn("{} of {} was skipped: {}", hook.getType(), table, failure.getMessage());
      }
    }
  }

  /** The table at one version. */
  final class State {

    private final Snapshot snapshot;

    private State(Snapshot snapshot) {
      this.snapshot = snapshot;
    }

    /**
     * Refuses a table that others made one of those that cannot be written, or whose rows would not
     * be found.
     */
    void requireWritable() {
      Protocol protocol = snapshot.getProtocol();
      new ForeignSettings(name)
          .requireProtocol(
              protocol.getMinReaderVersion(),
              protocol.getMinWriterVersion(),
              protocol.getReaderAndWriterFeatures())
          .requireProperties(snapshot.getTableProperties())
          .requireColumns(snapshot.getSchema(), snapshot.getPartitionColumnNames());
    }

    long version() {
      return snapshot.getVersion();
    }

    Map<String, String> properties() {
      return snapshot.getTableProperties();
    }

    /** The columns without the bucket. */
    Schema schema() {
      return DeltaTypes.toBeam(name, snapshot.getSchema());
    }

    /** The highest batch of an application, −1 if there is none. */
    long lastBatch(String appId) {
      return snapshot.getLatestTransactionVersion(engine, appId).orElse(-1L);
    }

    /** The live files, by path. */
    List<DataFile> liveFiles() {
      List<DataFile> files = new ArrayList<>();
      for (AddFile file : addFiles()) {
        Map<String, @Nullable String> partition = VectorUtils.toJavaMap(file.getPartitionValues());
        String bucket = partition.get(TableSpec.BUCKET);
        files.add(
            new DataFile(
                file.getPath(),
                bucket == null ? NO_BUCKET : Integer.parseInt(bucket),
                file.getSize(),
                file.getNumRecords().orElse(-1L),
                file.getModificationTime(),
                file.getStatsJson().orElse(null)));
      }
      files.sort(Comparator.comparing(DataFile::path));
      return files;
    }

    private List<AddFile> addFiles() {
      List<AddFile> files = new ArrayList<>();
      try (CloseableIterator<FilteredColumnarBatch> batches =
          snapshot.getScanBuilder().build().getScanFiles(engine, true)) {
        while (batches.hasNext()) {
          try (CloseableIterator<Row> rows = batches.next().getRows()) {
            while (rows.hasNext()) {
              files.add(new AddFile(rows.next().getStruct(0)));
            }
          }
        }
      } catch (IOException | RuntimeException failure) {
        throw damaged("its log", failure);
      }
      return files;
    }

    /**
     * A transaction that adds columns and sets properties too. Kernel's builder adds columns only
     * under column mapping, which would raise the protocol; its transaction takes the table's new
     * metadata as it is.
     */
    private Transaction withMetadata(
        RowLayout layout,
        List<String> newColumns,
        Map<String, String> properties,
        String appId,
        long batchId) {
      SnapshotImpl read = (SnapshotImpl) snapshot;
      return new TransactionImpl(
          false,
          read.getDataPath(),
          Optional.of(read),
          ENGINE_INFO,
          Operation.WRITE,
          Optional.empty(),
          Optional.of(
              read.getMetadata()
                  .withNewSchema(DeltaTypes.with(read.getSchema(), layout, newColumns))
                  .withMergedConfiguration(properties)),
          read.getCommitter(),
          Optional.of(new SetTransaction(appId, batchId, Optional.empty())),
          Optional.empty(),
          Optional.of(0),
          NO_LOG_COMPACTION,
          System::currentTimeMillis);
    }

    private List<Row> actions(List<TableChange> changes) {
      Map<String, AddFile> live = new HashMap<>();
      addFiles().forEach(file -> live.put(file.getPath(), file));
      List<Row> actions = new ArrayList<>();
      for (TableChange change : changes) {
        for (String path : change.removed()) {
          AddFile file = live.get(path);
          if (file == null) {
            throw new IllegalStateException(path + " is not a live file of " + table);
          }
          actions.add(
              SingleAction.createRemoveFileSingleAction(
                  file.toRemoveFileRow(true, Optional.empty())));
        }
        for (DataFile file : change.added()) {
          actions.add(JsonUtils.rowFromJson(file.addAction(), SingleAction.FULL_SCHEMA));
        }
      }
      return actions;
    }

    /** Every live file goes, and others come: no reader who follows changes sees any. */
    private List<Row> rearrangement(List<TableChange> changes) {
      List<Row> actions = new ArrayList<>();
      for (AddFile file : addFiles()) {
        actions.add(
            SingleAction.createRemoveFileSingleAction(
                file.toRemoveFileRow(false, Optional.empty())));
      }
      for (TableChange change : changes) {
        for (DataFile file : change.added()) {
          actions.add(JsonUtils.rowFromJson(file.rearrangeAction(), SingleAction.FULL_SCHEMA));
        }
      }
      return actions;
    }
  }
}
