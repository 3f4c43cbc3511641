// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.nightly.FactKeys;
import dev.tidemark.pipelines.nightly.FactTables;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.TransactionTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * From the silver rows of a table of transactions to its facts, whichever they are: every row is a
 * fact or a superseded version whose winner is the fact of its key, and every fact points to rows
 * that exist.
 */
final class FactProof {

  private final Cut cut;
  private final TransactionTable table;
  private final FactTables derived;
  private final List<Pointer> pointers = new ArrayList<>();
  private final GroupedSums versions = new GroupedSums();
  private final GroupedSums rows = new GroupedSums();

  /** The superseded versions of each winner, until it is found among the facts. */
  private final Map<Winner, TreeSet<Long>> losers = new HashMap<>();

  private FactProof(Cut cut, TransactionTable table, DimensionKeys dimensions) {
    this.cut = cut;
    this.table = table;
    derived = cut.tables().facts(table);
    RowLayout layout = derived.facts().layout();
    for (FactKeys keys : FactKeys.of(cut.tables())) {
      if (keys.facts().path().equals(derived.facts().path())) {
        for (FactKeys.Reference reference : keys.references()) {
          pointers.add(
              new Pointer(
                  layout.column(reference.column()),
                  dimensions.of(reference.keys()),
                  new Checks.Exceptions(
                      derived.name()
                          + ": facts whose "
                          + reference.column()
                          + " is not in "
                          + reference.keys().table())));
        }
      }
    }
  }

  /**
   * Reads the superseded versions and the facts of a table.
   *
   * @param each takes every fact too
   */
  static FactProof of(
      Cut cut, TransactionTable table, DimensionKeys dimensions, Consumer<RowView> each) {
    FactProof proof = new FactProof(cut, table, dimensions);
    proof.readSuperseded();
    proof.readFacts(each);
    return proof;
  }

  /** That the silver rows are facts and superseded versions, one each, whose winners are facts. */
  List<Check> versions(TransactionProof silver) {
    String name = derived.name();
    Checks.Exceptions stray =
        new Checks.Exceptions(
            name + ": superseded versions whose winner is not the fact of their key");
    losers.forEach(
        (winner, ids) ->
            ids.forEach(id -> stray.add(table.idColumn() + " " + id + ": winner " + winner.id())));
    return List.of(
        silver
            .bySection()
            .mustEqual(name + ": silver rows are facts and superseded versions, by section", rows),
        silver
            .liveBySection()
            .mustEqual(
                name + ": silver live rows are the versions that the facts count, by section",
                versions),
        stray.check());
  }

  /** That the keys of the facts are in their dimensions. */
  List<Check> pointers() {
    return pointers.stream().map(pointer -> pointer.missing().check()).toList();
  }

  private void readSuperseded() {
    TableRows superseded = cut.rows(derived.superseded());
    RowLayout layout = superseded.layout();
    int id = layout.column(table.idColumn());
    int[] key = layout.columns(derived.facts().key());
    int umr = layout.column("umr");
    int sectionNo = layout.column("section_no");
    int winner = layout.column("winner_" + table.idColumn());
    List<String> columns = new ArrayList<>(derived.facts().key());
    columns.addAll(List.of(table.idColumn(), "umr", "section_no", "winner_" + table.idColumn()));
    superseded
        .only(columns.stream().distinct().toArray(String[]::new))
        .forEach(
            row -> {
              rows.add(Group.section(row.getString(umr), row.getString(sectionNo)), 1);
              if (!row.isNull(winner)) {
                losers
                    .computeIfAbsent(
                        new Winner(values(row, key), row.getLong(winner)), w -> new TreeSet<>())
                    .add(row.getLong(id));
              }
            });
  }

  private void readFacts(Consumer<RowView> each) {
    TableRows facts = cut.rows(derived.facts());
    RowLayout layout = facts.layout();
    int id = layout.column(table.idColumn());
    int[] key = layout.columns(derived.facts().key());
    int umr = layout.column("umr");
    int sectionNo = layout.column("section_no");
    int versionCount = layout.column("version_count");
    facts.forEach(
        row -> {
          Group section = Group.section(row.getString(umr), row.getString(sectionNo));
          versions.add(section, row.getInt(versionCount));
          rows.add(section, 1);
          losers.remove(new Winner(values(row, key), row.getLong(id)));
          for (Pointer pointer : pointers) {
            Object points = row.getValue(pointer.column());
            if (points != null && !pointer.keys().contains(points)) {
              pointer.missing().add(table.idColumn() + " " + row.getLong(id) + ": " + points);
            }
          }
          each.accept(row);
        });
  }

  private static List<@Nullable Object> values(RowView row, int[] columns) {
    List<@Nullable Object> values = new ArrayList<>(columns.length);
    for (int column : columns) {
      values.add(row.getValue(column));
    }
    return values;
  }

  /** A column of the facts, and the keys that it may hold. */
  private record Pointer(int column, Set<Object> keys, Checks.Exceptions missing) {}

  /** The version that won a natural key. */
  private record Winner(List<@Nullable Object> key, long id) {}
}
