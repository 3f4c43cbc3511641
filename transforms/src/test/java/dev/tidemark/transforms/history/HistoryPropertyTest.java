// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsLast;
import static java.util.Comparator.reverseOrder;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.beam.sdk.values.Row;

/** History is a pure function of the set of changes, and the one that the rules describe. */
class HistoryPropertyTest {

  private static final Comparator<Change> SURVIVES =
      comparing(Change::isDelete, reverseOrder())
          .thenComparing(Change::batch, nullsLast(reverseOrder()))
          .thenComparing(Change::phone, nullsLast(naturalOrder()))
          .thenComparing(Change::status, nullsLast(naturalOrder()))
          .thenComparing(Change::deleted, nullsLast(reverseOrder()));
  private static final long NEW_BATCH = 3;

  private long noops;
  private long newNoops;
  private long conflicts;
  private long newConflicts;

  @Provide
  Arbitrary<List<Change>> changes() {
    return Combinators.combine(
            Arbitraries.of("CH1", "CH2", "CH3"),
            Arbitraries.integers().between(1, 7).injectNull(0.05),
            Arbitraries.of("A", "B").injectNull(0.2),
            Arbitraries.of("1", "2").injectNull(0.2),
            Arbitraries.of(true, false, false, false, false).injectNull(0.1),
            Arbitraries.longs().between(1, 3).injectNull(0.1))
        .as(Change::new)
        .withoutEdgeCases()
        .list()
        .ofMaxSize(30);
  }

  @Property(tries = 400)
  void anyOrderRepeatsAndBlocksGiveTheHistoryOfTheReference(
      @ForAll("changes") List<Change> changes,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 12) int rowsPerBlock,
      @ForAll boolean isStatusTracked) {
    ChangeColumns columns = isStatusTracked ? Change.TYPE_2 : Change.TYPE_1.tracking();
    Scd2 scd2 = Scd2.of(Change.SCHEMA, columns.countingFrom(NEW_BATCH));
    List<Row> rejected = new ArrayList<>();
    BlockBuilder block = new BlockBuilder();
    ChangeCounts counts =
        scd2.apply(
            Change.pack(disordered(changes, seed), rowsPerBlock),
            version -> version.appendTo(block),
            change -> rejected.add(change.toRow()));
    RowBlocks history = RowBlocks.of(List.of(block.take()));
    List<String> versions = rows(history, scd2).map(Change::version).sorted().toList();

    assertThat(versions, equalTo(reference(changes, isStatusTracked)));
    assertThat(counts.rows(), is((long) versions.size()));
    assertThat(counts.noopUpdates(), is(noops));
    assertThat(counts.newNoopUpdates(), is(newNoops));
    assertThat(counts.sequenceConflicts(), is(conflicts));
    assertThat(counts.newSequenceConflicts(), is(newConflicts));
    assertThat(counts.rejected(), is((long) rejected.size()));
    assertThat(
        sorted(rejected),
        equalTo(
            sorted(
                changes.stream()
                    .distinct()
                    .filter(c -> c.day() == null)
                    .map(Change::toRow)
                    .toList())));

    List<Violation> violations = new ArrayList<>();
    HistoryRules.of(scd2.schema(), List.of("coverholder_id")).check(history, violations::add);
    assertThat(violations, empty());
  }

  @Property(tries = 200)
  void anyOrderRepeatsAndBlocksGiveThePresentOfTheReference(
      @ForAll("changes") List<Change> changes,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 12) int rowsPerBlock) {
    Scd1 scd1 = Scd1.of(Change.SCHEMA, Change.TYPE_1);
    BlockBuilder block = new BlockBuilder();
    scd1.apply(
        Change.pack(disordered(changes, seed), rowsPerBlock),
        row -> row.appendTo(block),
        change -> {});
    List<String> present =
        rows(RowBlocks.of(List.of(block.take())), scd1)
            .map(row -> row.getValues().toString())
            .sorted()
            .toList();

    List<String> expected = new ArrayList<>();
    for (TreeMap<Integer, Change> survivors : survivors(changes)) {
      Change last = survivors.lastEntry().getValue();
      Change image =
          survivors.descendingMap().values().stream()
              .filter(c -> !c.isDelete())
              .findFirst()
              .orElse(last);
      expected.add(
          new Change(
                  last.id(),
                  last.day(),
                  image.status(),
                  image.phone(),
                  last.deleted(),
                  last.batch())
              .toRow()
              .getValues()
              .toString());
    }
    assertThat(present, equalTo(expected.stream().sorted().toList()));
  }

  /** The rules once more, day by day: what was the state, and when did it become another? */
  private List<String> reference(Collection<Change> changes, boolean isStatusTracked) {
    noops = 0;
    newNoops = 0;
    conflicts = 0;
    newConflicts = 0;
    List<String> versions = new ArrayList<>();
    for (TreeMap<Integer, Change> survivors : survivors(changes)) {
      String phone = null;
      String status = null;
      for (Change change : survivors.values()) {
        if (!change.isDelete()) {
          phone = change.phone();
          status = change.status();
        }
      }
      Change state = null;
      int since = 0;
      for (int day = 1; day <= 8; day++) {
        Change next = day == 8 ? null : survivors.getOrDefault(day, state);
        boolean goesOn =
            state != null
                && next != null
                && state.isDelete() == next.isDelete()
                && (state.isDelete()
                    || !isStatusTracked
                    || Objects.equals(state.status(), next.status()));
        if (goesOn) {
          Change noop = survivors.get(day);
          if (noop != null && !noop.isDelete()) {
            noops++;
            newNoops += isNew(noop) ? 1 : 0;
          }
        } else {
          if (state != null && !state.isDelete()) {
            versions.add(
                Change.version(
                    state.id(),
                    isStatusTracked ? state.status() : status,
                    phone,
                    since,
                    next == null ? null : (Integer) day,
                    next != null && next.isDelete()));
          }
          state = next;
          since = day;
        }
      }
      for (Change survivor : survivors.values()) {
        if (!survivor.isDelete() && contested(changes, survivor)) {
          conflicts++;
          newConflicts +=
              changes.stream()
                      .filter(c -> c.id().equals(survivor.id()))
                      .filter(c -> Objects.equals(c.day(), survivor.day()))
                      .anyMatch(HistoryPropertyTest::isNew)
                  ? 1
                  : 0;
        }
      }
    }
    return versions.stream().sorted().toList();
  }

  private static boolean isNew(Change change) {
    Long batch = change.batch();
    return batch != null && batch >= NEW_BATCH;
  }

  private static boolean contested(Collection<Change> changes, Change survivor) {
    return changes.stream()
        .anyMatch(
            c ->
                c.id().equals(survivor.id())
                    && Objects.equals(c.day(), survivor.day())
                    && !(Objects.equals(c.status(), survivor.status())
                        && Objects.equals(c.phone(), survivor.phone())));
  }

  /** Per key the change that survives of each day. */
  private static List<TreeMap<Integer, Change>> survivors(Collection<Change> changes) {
    List<TreeMap<Integer, Change>> perKey = new ArrayList<>();
    for (String id : new TreeSet<>(changes.stream().map(Change::id).toList())) {
      TreeMap<Integer, Change> survivors = new TreeMap<>();
      for (Change change : changes) {
        Integer day = change.day();
        if (change.id().equals(id) && day != null) {
          survivors.merge(day, change, (a, b) -> SURVIVES.compare(a, b) <= 0 ? a : b);
        }
      }
      if (!survivors.isEmpty()) {
        perKey.add(survivors);
      }
    }
    return perKey;
  }

  private static List<Change> disordered(List<Change> changes, long seed) {
    Random random = new Random(seed);
    List<Change> disordered = new ArrayList<>(changes);
    for (Change change : changes) {
      if (random.nextInt(3) == 0) {
        disordered.add(change);
      }
    }
    Collections.shuffle(disordered, random);
    return disordered;
  }

  private static Stream<Row> rows(RowBlocks blocks, ChangeKernel kernel) {
    return blocks.toRows(RowLayout.of(kernel.schema())).stream();
  }

  private static List<String> sorted(List<Row> rows) {
    return rows.stream().map(Row::getValues).map(String::valueOf).sorted().toList();
  }
}
