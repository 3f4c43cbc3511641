// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.nightly.Rebuild;
import dev.tidemark.pipelines.table.Intents;
import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import dev.tidemark.pipelines.table.VoidedBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What was last published in a lake, to compare with what is there and with what the control store
 * knows: a run must not go on from marks that the lake does not have, and derives anew what others,
 * or a batch that is void, changed since.
 */
final class PublishedState {

  private static final long ABSENT = -1;

  private final String lakeRoot;
  private final @Nullable PublishedCut cut;
  private final List<VoidedBatch> voided;

  private PublishedState(String lakeRoot, @Nullable PublishedCut cut, List<VoidedBatch> voided) {
    this.lakeRoot = lakeRoot;
    this.cut = cut;
    this.voided = List.copyOf(voided);
  }

  /** The state of a lake without a pending intent. */
  static PublishedState of(String lakeRoot) {
    return new PublishedState(
        lakeRoot, PublishedCut.latest(lakeRoot).orElse(null), Intents.in(lakeRoot).voided());
  }

  /** The void batches that the next published one replaces. */
  List<Long> voided() {
    return voided.stream().map(VoidedBatch::batchId).toList();
  }

  /**
   * Requires the lake to have every batch that a mark is of.
   *
   * @param markedBy by source table, the last batch that set its mark
   */
  void requireAllOf(Map<String, Long> markedBy) {
    long published = cut == null ? 0 : cut.batchId();
    for (Map.Entry<String, Long> table : markedBy.entrySet()) {
      if (table.getValue() > published) {
        throw new LakeBehindException(
            String.format(
                "the lake %s ends with %s, but the mark of %s in etl.watermark is of batch %d: an"
                    + " older copy was restored, or lake.root or control.url names another one;"
                    + " restore the lake as of then, or remove the rows of etl.watermark, so that"
                    + " every table is read from the start",
                lakeRoot,
                published == 0 ? "no batch" : "batch " + published,
                table.getKey(),
                table.getValue()));
      }
    }
  }

  /** What void batches had touched. */
  Rebuild ofVoided(LakeTables tables) {
    Rebuild rebuild = Rebuild.none();
    for (VoidedBatch batch : voided) {
      Set<Integer> buckets = new TreeSet<>();
      for (TableSpec table : tables.ofSections()) {
        buckets.addAll(batch.touched().getOrDefault(table.path(), Set.of()));
      }
      String reason =
          "batch "
              + batch.batchId()
              + " is void ("
              + batch.reason()
              + "); what it touched is built anew from silver";
      rebuild = rebuild.and(Rebuild.ofBuckets(buckets, reason));
    }
    return rebuild;
  }

  /** What others, or a batch that no cut has, changed in the tables since the cut. */
  Rebuild ofOthers(LakeTables tables, LakeSnapshot snapshot, TableStore store) {
    Rebuild rebuild = Rebuild.none();
    for (TableSpec table : tables.ofReferences()) {
      if (!changed(table, snapshot, store).isEmpty()) {
        return Rebuild.ofEverything(reason(table, snapshot));
      }
    }
    for (TableSpec table : tables.ofSections()) {
      Set<Integer> buckets = changed(table, snapshot, store);
      if (!buckets.isEmpty()) {
        rebuild = rebuild.and(Rebuild.ofBuckets(buckets, reason(table, snapshot)));
      }
    }
    List<TableSpec> kept = new ArrayList<>(tables.marts());
    kept.addAll(tables.writtenOnce());
    for (TableSpec table : kept) {
      if (!changed(table, snapshot, store).isEmpty()) {
        rebuild = rebuild.and(Rebuild.ofDimensions(reason(table, snapshot)));
      }
    }
    return rebuild;
  }

  /**
   * Requires the tables to hold what is published and no more: whoever publishes them as they are
   * would publish that as well.
   */
  void requireNothingElse(LakeTables tables, LakeSnapshot snapshot, TableStore store) {
    boolean isTouched = voided.stream().anyMatch(batch -> !batch.touched().isEmpty());
    List<String> reasons = ofOthers(tables, snapshot, store).reasons();
    if (isTouched || !reasons.isEmpty()) {
      throw new UnpublishedChangesException(
          (isTouched
                  ? "batch "
                      + voided.get(0).batchId()
                      + " is void; what it touched is to be built anew from silver"
                  : reasons.get(0))
              + "; run the nightly run first, which does so");
    }
  }

  private Set<Integer> changed(TableSpec table, LakeSnapshot snapshot, TableStore store) {
    long since = versionOf(table);
    TableSnapshot now = snapshot.table(table);
    return now.version() == since ? Set.of() : store.changedBuckets(table, since, now.version());
  }

  private String reason(TableSpec table, LakeSnapshot snapshot) {
    return String.format(
        "%s is at version %d, and the published cut has %s; what was changed since then is built"
            + " anew from silver",
        table.path(),
        snapshot.table(table).version(),
        versionOf(table) == ABSENT ? "none" : "version " + versionOf(table));
  }

  private long versionOf(TableSpec table) {
    return cut == null ? ABSENT : cut.versions().getOrDefault(table.path(), ABSENT);
  }

  /**
   * Requires every table to be at the published version or a later one.
   *
   * @param marked the source tables that have a mark: their tables of silver and quarantine cannot
   *     be made anew from it on
   * @return what is to be made anew of tables that are gone, and can be
   */
  Rebuild requireTables(LakeTables tables, LakeSnapshot snapshot, Set<String> marked) {
    Rebuild rebuild = Rebuild.none();
    for (TableSpec table : tables.all()) {
      TableSnapshot now = snapshot.table(table);
      if (now.version() < versionOf(table)) {
        if (now.exists() && !isMadeAnew(table)) {
          throw new LakeBehindException(
              String.format(
                  "table %s is at version %d, but the published cut has version %d: an older copy"
                      + " or another table is in its place; put back the one that was published, or"
                      + " move this one away as well",
                  table.path(), now.version(), versionOf(table)));
        }
        requireNoMark(table, tables, now, marked);
        if (tables.ofSections().contains(table)) {
          rebuild = Rebuild.ofEverything(table.path() + " is gone; all is built anew from silver");
        }
      }
    }
    return rebuild;
  }

  /** Whether a table was gone when a batch that is void by now created it again. */
  private boolean isMadeAnew(TableSpec table) {
    return voided.stream()
        .anyMatch(batch -> batch.baseVersions().getOrDefault(table.path(), 0L) == ABSENT);
  }

  private static void requireNoMark(
      TableSpec table, LakeTables tables, TableSnapshot now, Set<String> marked) {
    String source = tables.sourceOf(table).filter(marked::contains).orElse(null);
    if (source != null && !now.exists()) {
      throw new LakeBehindException(
          String.format(
              "table %s is gone, but etl.watermark has a mark of %s, before which nothing is read"
                  + " again; put the table back, or remove the row of %s, so that it is read from"
                  + " the start",
              table.path(), source, source));
    }
  }

  /** The highest batch id that the lake has seen, published or not. */
  long lastBatch(LakeTables tables, LakeSnapshot snapshot, TableStore store) {
    long last = cut == null ? 0 : cut.batchId();
    for (VoidedBatch batch : voided) {
      last = Math.max(last, batch.batchId());
    }
    for (TableSpec table : tables.all()) {
      if (snapshot.table(table).version() != versionOf(table)) {
        last = Math.max(last, store.lastBatch(table, Publication.appId(table.path())));
      }
    }
    return last;
  }
}
