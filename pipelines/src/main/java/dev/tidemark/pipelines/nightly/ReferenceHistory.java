// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.history.ChangeColumns;
import dev.tidemark.transforms.history.ChangeCounts;
import dev.tidemark.transforms.history.Scd1;
import dev.tidemark.transforms.history.Scd2;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.beam.sdk.schemas.Schema;

/**
 * What the images of a reference table say: the versions of its keys, and their present in silver.
 * Both are functions of every image that is known, whenever and in whatever order these came, and
 * by the same rules: silver shows what the last version of a key does.
 */
final class ReferenceHistory implements Serializable {

  private static final long serialVersionUID = 1L;

  private final RowLayout images;
  private final ChangeColumns columns;
  private final ChangeColumns tracking;
  private final String historyName;
  private final String keyColumn;
  private final OneBucketTable silver;
  private final GoldTable current;
  private final boolean keepsPresent;
  private final boolean comparesKeys;

  private ReferenceHistory(ReferenceTable table, RunPlan plan, boolean isMerged) {
    String name = table.tableName();
    images = plan.tables().changes(name).layout();
    columns =
        ChangeColumns.keyedBy(table.key())
            .sequencedBy(ReferenceTable.SEQUENCE)
            .deletedWhen(Conformer.DELETED)
            .batchedBy(LakeTables.BATCH_ID);
    tracking = columns.tracking(trackedColumns(table, plan)).countingFrom(plan.batchId());
    historyName = table.historyName();
    keyColumn = table.key().get(0);
    silver = OneBucketTable.of(plan.tables().silver(name), plan);
    current = GoldTable.of(plan.tables().current(table), plan.snapshot(), plan.lakeRoot());
    // what is rebuilt may have been left by half
    keepsPresent = isMerged || !plan.rebuild().isEmpty();
    comparesKeys = isMerged && table != ReferenceTable.CONTRACT_SECTION;
  }

  /** Of images into which others were merged in this run. */
  static ReferenceHistory ofMerged(ReferenceTable table, RunPlan plan) {
    return new ReferenceHistory(table, plan, true);
  }

  /** Of images as they were stored: the versions that are there already. */
  static ReferenceHistory ofStored(ReferenceTable table, RunPlan plan) {
    return new ReferenceHistory(table, plan, false);
  }

  private static List<String> trackedColumns(ReferenceTable table, RunPlan plan) {
    List<String> tracked = plan.trackedColumns().get(table.dimension());
    if (tracked == null) {
      throw new IllegalArgumentException("no tracked columns for dimension " + table.dimension());
    }
    return tracked;
  }

  /** The schema of the versions. */
  Schema schema() {
    return Scd2.of(images.schema(), tracking).schema();
  }

  /**
   * What images make.
   *
   * @param present what silver changes to show the present of every key; empty where it stays
   * @param knowsOthers whether the dimension will know a coverholder or broker that it did not, or
   *     does not know one any more that it did
   */
  record Made(
      RowBlocks versions,
      Map<String, Long> figures,
      Optional<TableChange> present,
      boolean knowsOthers) {}

  /** Makes it of all images. */
  Made of(RowBlocks all) {
    RowBlocksBuilder rows = new RowBlocksBuilder();
    ChangeCounts counts =
        Scd2.of(images.schema(), tracking).apply(all, rows::append, rejected -> {});
    RowBlocks versions = rows.build();
    Map<String, Long> figures = new TreeMap<>();
    if (!all.isEmpty()) {
      counts.byName().forEach((name, count) -> figures.put(historyName + "." + name, count));
    }
    return new Made(
        versions,
        figures,
        keepsPresent ? silver.replaceWith(present(all)) : Optional.empty(),
        comparesKeys && !keysOf(versions).equals(knownKeys()));
  }

  private RowBlocks present(RowBlocks all) {
    RowBlocksBuilder rows = new RowBlocksBuilder();
    Scd1.of(images.schema(), columns).apply(all, rows::append, rejected -> {});
    return rows.build();
  }

  private Set<String> keysOf(RowBlocks versions) {
    RowLayout layout = RowLayout.of(schema());
    int key = layout.column(keyColumn);
    RowView row = new RowView(layout);
    Set<String> keys = new HashSet<>();
    for (long ref : versions.refs()) {
      keys.add(row.at(versions, ref).getString(key));
    }
    return keys;
  }

  /** The keys that the dimension has, but for inferred ones. */
  private Set<String> knownKeys() {
    RowLayout layout = current.spec().layout();
    int key = layout.column(keyColumn);
    int inferred = layout.column(Dimensions.INFERRED);
    Set<String> keys = new HashSet<>();
    current
        .after(List.of())
        .only(keyColumn, Dimensions.INFERRED)
        .forEach(
            row -> {
              if (!row.getBoolean(inferred)) {
                keys.add(row.getString(key));
              }
            });
    return keys;
  }
}
