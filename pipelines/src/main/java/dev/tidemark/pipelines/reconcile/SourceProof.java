// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.config.Mode;
import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.Contracts;
import dev.tidemark.pipelines.source.Capture;
import dev.tidemark.pipelines.source.Mark;
import dev.tidemark.pipelines.source.MarkWindow;
import dev.tidemark.pipelines.source.SourceDatabase;
import dev.tidemark.pipelines.source.SourceTable;
import dev.tidemark.pipelines.source.TableContract;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The rows that a source has up to the stored mark, against the keys that were landed.
 *
 * <p>The source goes on: a row that was landed and then changed lies beyond the mark until the next
 * run. So there may be more keys landed than rows up to the mark, but no more than rows beyond it.
 * A row that a comparison of keys found gone is not expected there any more, and one that the
 * source flagged deleted may have been removed.
 */
final class SourceProof {

  private final SourceDatabase source;
  private final Map<String, dev.tidemark.pipelines.control.Mark> marks;
  private final Map<String, TableConfig> configs;

  SourceProof(SourceDatabase source, ControlStore control, Map<String, TableConfig> configs) {
    this.source = source;
    this.configs = configs;
    // before anything is counted: a mark that moves meanwhile belongs to another cut
    marks = control.marks();
  }

  /**
   * The check of a table; none if it is not configured or read whole.
   *
   * @param everLanded distinct keys landed
   * @param gone those of them that a comparison of keys did not find at the source any more
   * @param flagged those that the source itself flagged deleted
   */
  Optional<Check> check(TableContract contract, long everLanded, long gone, long flagged) {
    TableConfig config = configs.get(contract.table());
    if (config == null || !config.enabled() || config.mode() == Mode.FULL) {
      return Optional.empty();
    }
    String name = contract.table() + ": distinct keys landed are the source's rows up to the mark";
    long landedKeys = everLanded - gone;
    String left =
        gone == 0
            ? Long.toString(everLanded)
            : landedKeys + " (" + everLanded + " less " + gone + " found gone)";
    dev.tidemark.pipelines.control.Mark stored = marks.get(contract.table());
    if (stored == null) {
      return Optional.of(new Check(name, left, "0, it has no mark", landedKeys == 0));
    }
    Mark mark =
        stored.equals(dev.tidemark.pipelines.control.Mark.NONE)
            ? null
            : new Mark(Mark.Type.valueOf(stored.type()), stored.text());
    SourceTable table = source.check(contract, Contracts.ref(contract, config));
    long rows = mark == null ? 0 : source.count(table, MarkWindow.exact(null, mark));
    long missing = landedKeys - rows;
    String right = Long.toString(rows);
    if (missing <= 0) {
      return Optional.of(new Check(name, left, right, missing == 0));
    }
    Capture since = source.capture(table, mark, Duration.ZERO);
    long beyond = since.rows() + since.futureRows() + since.nullRows();
    if (beyond > 0) {
      right += " and at most " + beyond + " that changed since";
    }
    if (missing > beyond && flagged > 0) {
      right += " and at most " + flagged + " flagged deleted that were removed";
    }
    boolean holds = missing <= beyond + flagged;
    return Optional.of(new Check(name, left, right, holds));
  }
}
