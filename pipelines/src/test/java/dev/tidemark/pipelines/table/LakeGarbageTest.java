// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.blocks;
import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.RowBlocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One row that every day has another amount: each version has one file of its own. */
class LakeGarbageTest {

  private static final Instant DAY_0 = Instant.parse("2024-06-01T00:00:00Z");

  @TempDir private Path lake = Path.of("");
  private Orders orders = new Orders(Path.of(""), Orders.ONE_BUCKET);

  @BeforeEach
  void openTheLake() {
    orders = new Orders(lake, Orders.ONE_BUCKET);
  }

  @Test
  void whatWasReplacedBeforeTheRetentionBeganGoes() throws IOException {
    String first = write(1);
    String second = write(2);
    String third = write(3);

    // at noon of day 2 the version of day 2 was the latest
    assertThat(garbage(noon(2)), contains(first));
    assertThat(garbage(noon(3)), containsInAnyOrder(first, second));
    assertThat(garbage(noon(100)), containsInAnyOrder(first, second));
    assertThat(garbage(noon(1)), is(empty()));
    assertThat(orders.livePaths(), contains(third));
  }

  @Test
  void aVersionThatIsKeptByItsNumberKeepsItsFiles() throws IOException {
    write(1);
    long kept = orders.pin().version();
    String second = write(2);
    write(3);

    assertThat(garbage(noon(100), kept), contains(second));
    // a version that never was keeps nothing
    assertThat(garbage(noon(100), kept, 77, -1), contains(second));
  }

  @Test
  void filesThatNoVersionNamesGoWhenTheyAreOld() throws IOException {
    write(1);
    String orphan =
        orders
            .merge(0)
            .upsert(blocks(row(7, 1, "1.00", "x")), RowBlocks.empty())
            .added()
            .get(0)
            .path();
    setTime(directory().resolve(orphan), noon(2));

    assertThat(garbage(noon(2)), is(empty()));
    assertThat(garbage(noon(3)), contains(orphan));
  }

  @Test
  void aTableThatWasNeverCommittedIsAllOrphans() throws IOException {
    String orphan =
        orders
            .merge(0)
            .upsert(blocks(row(7, 1, "1.00", "x")), RowBlocks.empty())
            .added()
            .get(0)
            .path();
    setTime(directory().resolve(orphan), noon(2));

    assertThat(garbage(noon(3)), contains(orphan));
  }

  @Test
  void nothingOfAPendingIntentGoes() throws IOException {
    String first = write(1);
    long base = orders.pin().version();
    TableChange planned = orders.merge(0).upsert(blocks(row(1, 1, "5.00", "x")), RowBlocks.empty());
    setTime(directory().resolve(planned.added().get(0).path()), noon(1));
    Intents.in(lake.toString())
        .write(Intent.of(9, Map.of("gold/orders", base), List.of(planned), Json.object()));
    String second = write(2);
    write(3);

    assertThat(garbage(noon(100)), contains(second));
    Intents.in(lake.toString()).complete(9);
    assertThat(
        garbage(noon(100)), containsInAnyOrder(first, second, planned.added().get(0).path()));
  }

  @Test
  void dataThatAnotherEngineWroteIsDataAndTheRestIsLeftAlone() throws IOException {
    write(1);
    Path data = directory().resolve(orders.livePaths().get(0));
    Files.copy(data, data.resolveSibling("part 0 foreign.snappy.parquet"));
    DataFile foreign =
        new DataFile(
            "_bucket=0/part%200%20foreign.snappy.parquet", 0, Files.size(data), 1, 0, null);
    orders.commit(
        new TableChange(
            "gold/orders",
            0,
            orders.pin().version(),
            orders.livePaths(),
            List.of(foreign),
            orders.livePaths(),
            new TableChange.Counts()));
    for (String name : List.of("README.parquet.txt", "_hidden.parquet", ".part-1.parquet")) {
      Files.writeString(data.resolveSibling(name), "x");
    }
    Files.createDirectories(directory().resolve("_change_data"));
    Files.copy(data, directory().resolve("_change_data/cdc-1.parquet"));
    Files.writeString(data.resolveSibling("." + data.getFileName() + ".crc"), "x");
    setTimes(noon(1));

    Garbage garbage = LakeGarbage.in(lake.toString()).ofTable("gold/orders", noon(100), Set.of());
    assertThat(names(garbage), contains("_bucket=0/" + data.getFileName()));

    Set<String> expected = files();
    expected.remove(data.getFileName().toString());
    expected.remove("." + data.getFileName() + ".crc");
    LakeGarbage.delete(garbage);
    assertThat(files(), is(expected));
    assertThat(orders.rows().size(), is(1));
  }

  @Test
  void whatWasDeletedIsNamedWhenItIsReadAndTheRestIsRead() throws IOException {
    write(1);
    TableSnapshot first = orders.pin();
    write(2);
    TableDigest before = TableDigest.of(Orders.ONE_BUCKET, orders.pin(), lake.toString());

    LakeGarbage.delete(LakeGarbage.in(lake.toString()).ofTable("gold/orders", noon(100), Set.of()));

    assertThat(TableDigest.of(Orders.ONE_BUCKET, orders.pin(), lake.toString()), is(before));
    DeltaTableStore store = DeltaTableStore.in(lake.toString());
    TableSnapshot gone = store.pin(Orders.ONE_BUCKET, first.version());
    String message =
        assertThrows(
                GoneVersionException.class,
                () -> TableDigest.of(Orders.ONE_BUCKET, gone, lake.toString()))
            .getMessage();
    assertThat(message, containsString("gold/orders at version " + first.version()));
    assertThat(message, containsString("--pipeline=vacuum"));
    String unknown =
        assertThrows(GoneVersionException.class, () -> store.pin(Orders.ONE_BUCKET, 77))
            .getMessage();
    assertThat(unknown, containsString("version 77 of table"));
  }

  @Test
  void abandonedPlansAndHalfFilesGoWhenTheyAreOld() throws IOException {
    Path intents = Files.createDirectories(lake.resolve("_intents"));
    Intents.in(lake.toString()).write(Intent.of(9, Map.of(), List.of(), Json.object()));
    for (String name :
        List.of("000000000009.plan.json", "000000000008.plan.json", ".000000000009.json.abc")) {
      Files.writeString(intents.resolve(name), "x");
    }
    setTimes(noon(1));

    List<Garbage> leftovers = LakeGarbage.in(lake.toString()).leftovers(noon(2));

    assertThat(
        leftovers.get(0).files().stream().map(file -> file.getName()).toList(),
        containsInAnyOrder("000000000008.plan.json", ".000000000009.json.abc"));
    assertThat(leftovers.get(0).bytes(), is(2L));
    assertThat(LakeGarbage.in(lake.toString()).leftovers(noon(0)).get(0).files(), is(empty()));
  }

  private static Instant noon(int day) {
    return DAY_0.plus(Duration.ofDays(day)).plus(Duration.ofHours(12));
  }

  /** Gives the row another amount, in the morning of a day; gives the version's file. */
  private String write(int day) throws IOException {
    Set<String> before = files();
    orders.upsert(row(1, 1, day + ".00", "run"));
    Set<String> fresh = files();
    fresh.removeAll(before);
    try (Stream<Path> all = Files.walk(directory())) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (fresh.contains(String.valueOf(file.getFileName()))) {
          setTime(file, DAY_0.plus(Duration.ofDays(day)));
        }
      }
    }
    return orders.livePaths().get(0);
  }

  private List<String> garbage(Instant before, long... versions) {
    Set<Long> kept = new TreeSet<>();
    for (long version : versions) {
      kept.add(version);
    }
    return names(LakeGarbage.in(lake.toString()).ofTable("gold/orders", before, kept));
  }

  private List<String> names(Garbage garbage) {
    return garbage.files().stream()
        .map(file -> directory().relativize(Path.of(file.toUri().getPath())).toString())
        .toList();
  }

  private Path directory() {
    return lake.resolve("gold/orders");
  }

  private Set<String> files() throws IOException {
    if (!Files.exists(directory())) {
      return new TreeSet<>();
    }
    try (Stream<Path> all = Files.walk(directory())) {
      Set<String> names = new TreeSet<>();
      all.filter(Files::isRegularFile)
          .forEach(file -> names.add(String.valueOf(file.getFileName())));
      return names;
    }
  }

  private void setTimes(Instant time) throws IOException {
    try (Stream<Path> all = Files.walk(lake)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        setTime(file, time);
      }
    }
  }

  private static void setTime(Path file, Instant time) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(time));
  }
}
