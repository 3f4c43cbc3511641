// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.reconcile.Digests;
import dev.tidemark.pipelines.reconcile.Reconciliation;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.Contracts;
import dev.tidemark.pipelines.run.RunJson;
import dev.tidemark.pipelines.run.TidemarkOptions;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.Intents;
import dev.tidemark.pipelines.table.PublishedCut;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** The jobs that only look at a lake: they read what is published and write nothing. */
final class LakeJobs {

  private final TidemarkConfig config;
  private final LakeTables tables;
  private final DeltaTableStore store;
  private final CutChoice cut;
  private final PrintStream out;
  private final PrintStream err;

  LakeJobs(TidemarkOptions options, PrintStream out, PrintStream err) {
    this(Requests.config(options), CutChoice.of(options), out, err);
  }

  LakeJobs(TidemarkConfig config, PrintStream out, PrintStream err) {
    this(config, new CutChoice(null, null, ""), out, err);
  }

  private LakeJobs(TidemarkConfig config, CutChoice cut, PrintStream out, PrintStream err) {
    this.config = config;
    this.cut = cut;
    this.out = out;
    this.err = err;
    store = DeltaTableStore.in(config.lake().root());
    tables = LakeTables.stored(config.lake(), Contracts.of(config), store);
  }

  /** Proves the whole lake against itself and the source; a difference is exit code 3. */
  ExitCode reconcile() {
    List<Check> checks = checks();
    checks.forEach(check -> err.println((check.holds() ? "ok     " : "WRONG  ") + check));
    boolean holds = checks.stream().allMatch(Check::holds);
    if (!holds) {
      err.println(
          RunLog.COMPLAINT
              + checks.stream().filter(check -> !check.holds()).count()
              + " of "
              + checks.size()
              + " identities do not hold in "
              + config.lake().root()
              + "; the lines marked WRONG name the rows");
    }
    out.println(RunJson.write(Map.of("holds", holds, "checks", checks)));
    return holds ? ExitCode.DONE : ExitCode.AUDIT_FAILED;
  }

  /** The identities of the published lake. */
  List<Check> checks() {
    requirePublished(config);
    try (ControlStore control = JdbcControlStore.open(config.control())) {
      return Reconciliation.of(config.lake().root(), tables, store)
          .against(JdbcSourceDatabase.of(config.source()), control, config.tables())
          .checks();
    }
  }

  /** Prints the fingerprint of every published table, as of the cut that was asked for. */
  ExitCode digest() {
    String root = config.lake().root();
    if (cut.isLatest()) {
      requirePublished(config);
    }
    Digests digests = Digests.of(cut.in(root), root, tables, store);
    digests.lines().forEach(out::println);
    return ExitCode.DONE;
  }

  /** Refuses a lake in which nothing is published, or a batch is published by half. */
  static void requirePublished(TidemarkConfig config) {
    String root = config.lake().root();
    requireBegun(config);
    Intents.in(root)
        .pending()
        .ifPresent(
            intent -> {
              throw new ConfigException(
                  "batch "
                      + intent.batchId()
                      + " of the lake "
                      + root
                      + " is not published wholly; run --pipeline=nightly, which ends it, then this again");
            });
  }

  /** Refuses a lake that has nothing, neither published nor on its way. */
  static void requireBegun(TidemarkConfig config) {
    String root = config.lake().root();
    if (PublishedCut.latest(root).isEmpty() && Intents.in(root).pending().isEmpty()) {
      throw new ConfigException(
          "nothing is published in the lake " + root + "; run --pipeline=nightly first");
    }
  }
}
