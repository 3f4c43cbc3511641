// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.beam.sdk.values.Row;

/**
 * A dimension with history: its versions and its current rows, compared with what is stored, so
 * that only what changed is written.
 */
record HistoryStage(ReferenceTable table, OneBucketTable history, OneBucketTable current)
    implements DimensionStage {

  static HistoryStage of(ReferenceTable table, RunPlan plan) {
    return new HistoryStage(
        table,
        OneBucketTable.of(plan.tables().history(table), plan),
        OneBucketTable.of(plan.tables().current(table), plan));
  }

  @Override
  public String name() {
    return table.dimension();
  }

  @Override
  public List<TableChange> build(Sources sources) {
    RowBlocks versions = versions(sources);
    List<TableChange> changes = new ArrayList<>();
    history.replaceWith(versions).ifPresent(changes::add);
    current.replaceWith(currentOf(versions)).ifPresent(changes::add);
    return changes;
  }

  /** Every known version, and a row for each key that only facts know. */
  private RowBlocks versions(Sources sources) {
    RowLayout layout = history.spec().layout();
    Dimensions.Builder builder = new Dimensions.Builder(table, layout.schema());
    RowWriter writer = new RowWriter(layout);
    RowBlocksBuilder versions = new RowBlocksBuilder();
    for (Row version : sources.versions(table)) {
      versions.append(writer.clear().set(builder.version(version, sources.reference())));
    }
    RowBlocksBuilder inferred = new RowBlocksBuilder();
    forEachInferred(sources.parties(), builder, row -> inferred.append(writer.clear().set(row)));
    LatestPerKey.of(layout, List.of(table.keyColumn()), List.of(firstInferred()))
        .forEachWinner(inferred.build(), (winner, rows, ambiguous) -> versions.append(winner));
    return versions.build();
  }

  private void forEachInferred(
      List<UnknownParties> parties, Dimensions.Builder builder, Consumer<Row> rows) {
    for (UnknownParties unknown : parties) {
      List<String> key = unknown.keyOf(table);
      if (key != null) {
        rows.accept(builder.inferred(key, unknown.coverholderId(), unknown.brokerCode()));
      }
    }
  }

  /** Of a section that some facts name a coverholder for, and others do not, the first that is. */
  private Order firstInferred() {
    return Order.asc(
        table == ReferenceTable.CONTRACT_SECTION ? "coverholder_key" : table.keyColumn());
  }

  /** The latest version of every key, with the columns of current rows. */
  private RowBlocks currentOf(RowBlocks versions) {
    RowLayout layout = current.spec().layout();
    RowWriter writer = new RowWriter(layout);
    RowBlocksBuilder rows = new RowBlocksBuilder();
    LatestPerKey.of(
            history.spec().layout(), List.of(table.keyColumn()), List.of(Order.desc("valid_from")))
        .forEachWinner(
            versions,
            (winner, count, ambiguous) ->
                rows.append(
                    writer.clear().set(Dimensions.current(layout.schema(), winner.toRow()))));
    return rows.build();
  }
}
