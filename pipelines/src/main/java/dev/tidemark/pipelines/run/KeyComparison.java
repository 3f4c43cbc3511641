// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.landing.LandedTable;
import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.landing.LandingManifest;
import dev.tidemark.pipelines.nightly.CompareKeys;
import dev.tidemark.pipelines.nightly.KeyCompare;
import dev.tidemark.pipelines.nightly.KeyCounts;
import dev.tidemark.pipelines.nightly.LostKeys;
import dev.tidemark.pipelines.nightly.RunPlan;
import dev.tidemark.pipelines.nightly.TableLoad;
import dev.tidemark.pipelines.source.Mark;
import dev.tidemark.pipelines.table.PlanFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;
import org.jspecify.annotations.Nullable;

/**
 * Runs the comparison of keys before the nightly graph, and judges it: where the fuse of one table
 * blows, or the source holds nothing of the scope, the run ends with nothing changed for any table.
 */
final class KeyComparison {

  private final RunPlan plan;
  private final KeyCompare compare;
  private final RunListener listener;
  private final Map<String, Mark> readTo;
  private final Map<String, KeyCounts> counts = new LinkedHashMap<>();
  private final Map<String, LostKeys> lost = new LinkedHashMap<>();

  private KeyComparison(
      RunPlan plan, KeyCompare compare, Map<String, Mark> readTo, RunListener listener) {
    this.plan = plan;
    this.compare = compare;
    this.readTo = readTo;
    this.listener = listener;
  }

  /**
   * Compares the loads of a plan. A table that the lake has nothing of is not compared.
   *
   * @param readTo the mark up to which each table was read
   * @throws AuditFailedException when the counts of a table do not allow its deletions
   */
  static KeyComparison run(
      RunPlan plan,
      KeyCompare compare,
      Map<String, Mark> readTo,
      PipelineOptions options,
      Stop stop,
      RunListener listener) {
    KeyComparison comparison = new KeyComparison(plan, compare, readTo, listener);
    comparison.count(options, stop);
    comparison.judge();
    return comparison;
  }

  private void count(PipelineOptions options, Stop stop) {
    Map<String, TableLoad> loaded = new LinkedHashMap<>(plan.loads());
    loaded.keySet().removeIf(table -> !plan.hasRowsOf(table));
    if (loaded.isEmpty()) {
      return;
    }
    Pipeline pipeline = Pipeline.create(options);
    CompareKeys.build(pipeline, plan.withLoads(loaded), compare, readTo);
    stop.run(pipeline);
    PlanFile counted = PlanFile.read(plan.lakeRoot(), plan.batchId());
    PlanFile.delete(plan.lakeRoot(), plan.batchId());
    for (String table : loaded.keySet()) {
      KeyCounts ofTable = CompareKeys.counts(table, counted.figures());
      counts.put(table, ofTable);
      listener.keysCompared(table, ofTable);
      Mark mark = readTo.get(table);
      if (mark != null) {
        CompareKeys.lost(table, mark, counted.figures())
            .ifPresent(
                keys -> {
                  lost.put(table, keys);
                  listener.keysLost(table, keys.warning(table, mark));
                });
      }
    }
  }

  private void judge() {
    List<Check> checks = new ArrayList<>();
    List<String> refusals = new ArrayList<>();
    counts.forEach(
        (table, keys) -> {
          boolean allowed = compare.allows(keys);
          checks.add(
              compare.scope() == null
                  ? new Check(
                      table + ": keys that are gone from the source are few",
                      Long.toString(keys.deleted()),
                      "at most " + KeyCompare.Fuse.PERCENT + " % of " + keys.live() + " live",
                      allowed)
                  : new Check(
                      table + ": the source holds rows of the scope",
                      Long.toString(keys.inScope()),
                      "1 or more",
                      allowed));
          if (!allowed) {
            refusals.add(refusal(table, keys));
          }
        });
    if (!refusals.isEmpty()) {
      throw new AuditFailedException("nothing was changed; " + String.join("; ", refusals), checks);
    }
  }

  private String refusal(String table, KeyCounts keys) {
    if (compare.scope() != null) {
      return table
          + ": the source holds no row of "
          + compare.scope()
          + "; load the bordereau there first, or compare the whole table";
    }
    return table
        + ": "
        + keys.deleted()
        + " of "
        + keys.live()
        + " live keys ("
        + percent(keys)
        + " %) are gone from the source, which is more than "
        + KeyCompare.Fuse.PERCENT
        + " %; see whether this is the right source and its table is whole, then run again with"
        + " --liftFuse";
  }

  private static String percent(KeyCounts keys) {
    return BigDecimal.valueOf(keys.deleted())
        .movePointRight(2)
        .divide(BigDecimal.valueOf(keys.live()), 2, RoundingMode.HALF_UP)
        .toPlainString();
  }

  /** What was counted of a table. */
  KeyCounts counts(String table) {
    return counts.getOrDefault(table, KeyCounts.NONE);
  }

  /** The tables with keys that never landed. */
  Map<String, LostKeys> lost() {
    return lost;
  }

  /** How a table was compared. */
  TableSummary summary(String table) {
    KeyCounts keys = counts(table);
    TableSummary compared =
        TableSummary.compared(
            table,
            keys.deleted() == 0 ? LoadStatus.EMPTY : LoadStatus.NEW,
            LoadCounts.NONE.withSource(keys.source(), keys.source()));
    Mark mark = readTo.get(table);
    LostKeys keysLost = lost.get(table);
    return mark == null || keysLost == null
        ? compared
        : compared.withLostKeys(keysLost.count(), keysLost.warning(table, mark));
  }

  /** The landed images of a table's deleted rows; null when there are none. */
  @Nullable LandedTable tombstones(String table) {
    if (counts(table).deleted() == 0) {
      return null;
    }
    String directory = new LandingLayout(plan.lakeRoot()).directory(table, plan.landingTime());
    try {
      return LandingManifest.read(directory).landed(directory);
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "cannot read the landing " + directory + ": " + failure.getMessage(), failure);
    }
  }
}
