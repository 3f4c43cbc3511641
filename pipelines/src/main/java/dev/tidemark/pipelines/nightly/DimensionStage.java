// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.facts.ReferenceData;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.values.Row;

/** Makes a dimension anew, and plans what its tables change. */
interface DimensionStage extends Serializable {

  /** What dimensions are made of. */
  interface Sources {

    ReferenceData reference();

    /** Every version of a reference table's keys, with the source's columns. */
    List<Row> versions(ReferenceTable table);

    /** Who stands behind facts, each of them once or more. */
    List<UnknownParties> parties();
  }

  /** In words. */
  String name();

  /** Plans what the dimension's tables change. */
  List<TableChange> build(Sources sources);

  /** The dimensions of a run: all of them, but days once they are written. */
  static List<DimensionStage> of(RunPlan plan) {
    List<DimensionStage> stages = new ArrayList<>(histories(plan));
    stages.add(Type1Stages.contracts(plan));
    stages.add(Type1Stages.classes(plan));
    if (Type1Stages.needsDays(plan)) {
      stages.add(Type1Stages.days(plan));
    }
    return stages;
  }

  /** Those with history. */
  static List<DimensionStage> histories(RunPlan plan) {
    List<DimensionStage> stages = new ArrayList<>();
    for (ReferenceTable table : ReferenceTable.values()) {
      stages.add(HistoryStage.of(table, plan));
    }
    return stages;
  }
}
