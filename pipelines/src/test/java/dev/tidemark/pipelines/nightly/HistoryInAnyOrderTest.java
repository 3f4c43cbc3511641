// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsLast;
import static java.util.Comparator.reverseOrder;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.source.ContractColumn;
import dev.tidemark.pipelines.source.SqlType;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.pipelines.table.TableSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Any images of reference tables, in any order, split into any batches and with any repeats, give
 * the tables that one batch of them all gives, and those that the rules describe. In the second
 * half of the batches the sources have one more column.
 */
class HistoryInAnyOrderTest {

  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  private static final int LAST_HOUR = 6;
  private static final int BATCHES = 4;
  private static final int GROWN_FROM = BATCHES / 2;
  private static final ContractColumn REGION =
      new ContractColumn("Region", SqlType.parse("VARCHAR(10)"), true, false);
  private static final Map<String, List<String>> TRACKED =
      Map.of(
          "coverholder", List.of("status"),
          "broker", List.of("pseudonym"),
          "contract_section", List.of("risk_code", "coverholder_id"));
  private static final Map<ReferenceTable, String> UNTRACKED_COLUMN =
      Map.of(
          ReferenceTable.COVERHOLDER, "coverholder_name",
          ReferenceTable.BROKER, "broker_name",
          ReferenceTable.CONTRACT_SECTION, "agreement_no");
  private static final Map<ReferenceTable, String> TRACKED_COLUMN =
      Map.of(
          ReferenceTable.COVERHOLDER, "status",
          ReferenceTable.BROKER, "pseudonym",
          ReferenceTable.CONTRACT_SECTION, "risk_code");

  private static final Comparator<Image> SURVIVES =
      comparing(Image::isDelete, reverseOrder())
          .thenComparing(Image::untracked, nullsLast(naturalOrder()))
          .thenComparing(Image::tracked, nullsLast(naturalOrder()));

  /** A row of a source at an hour, or that it is gone since then. */
  record Image(
      ReferenceTable table,
      String key,
      int hour,
      @Nullable String untracked,
      @Nullable String tracked,
      boolean isDelete) {

    String keyOf() {
      return table + " " + key;
    }

    boolean isContestedBy(Image other) {
      return other.hour() == hour && !other.equals(this);
    }

    /** Images of one instant that differ come in one batch: between batches the later would win. */
    String instant() {
      return keyOf() + " " + hour + " " + isDelete;
    }
  }

  /** An image, the batch that brings it, and perhaps one that brings it again. */
  record Arrival(Image image, int batch, @Nullable Integer again) {}

  @Provide
  Arbitrary<List<Arrival>> arrivals() {
    Arbitrary<Image> images =
        Combinators.combine(
                Arbitraries.of(ReferenceTable.values()),
                Arbitraries.integers().between(1, 20).map("%04d"::formatted),
                Arbitraries.integers().between(1, LAST_HOUR),
                Arbitraries.of("x", "y").injectNull(0.2),
                Arbitraries.of("A", "B").injectNull(0.2),
                Arbitraries.of(true, false, false, false))
            .as(Image::new);
    return Combinators.combine(
            images,
            Arbitraries.integers().between(0, BATCHES - 1),
            Arbitraries.integers().between(0, BATCHES - 1).injectNull(0.6))
        .as(Arrival::new)
        .withoutEdgeCases()
        .list()
        .ofMinSize(300)
        .ofMaxSize(500);
  }

  @Property(tries = 1, shrinking = ShrinkingMode.OFF)
  void aLakeIsAFunctionOfTheImagesThatCame(@ForAll("arrivals") List<Arrival> arrivals)
      throws IOException {
    prove(arrivals);
  }

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  @Tag("thorough")
  void howeverManyOrdersAreTried(@ForAll("arrivals") List<Arrival> arrivals) throws IOException {
    prove(arrivals);
  }

  private static void prove(List<Arrival> arrivals) throws IOException {
    List<Map<ReferenceTable, List<Row>>> batches = batches(arrivals);
    Path folder = Files.createTempDirectory("any-order");
    ReferenceLake split = new ReferenceLake(folder.resolve("split"), TRACKED);
    for (int batch = 0; batch < BATCHES; batch++) {
      if (batch == GROWN_FROM) {
        split.grow(grown());
      }
      split.run(batches.get(batch));
    }
    ReferenceLake whole = new ReferenceLake(folder.resolve("whole"), TRACKED);
    whole.grow(grown());
    Map<ReferenceTable, List<Row>> all = new EnumMap<>(ReferenceTable.class);
    batches.forEach(
        batch ->
            batch.forEach(
                (table, rows) ->
                    all.computeIfAbsent(table, t -> new ArrayList<>()).addAll(0, rows)));
    Map<String, Long> counted = whole.run(all);

    for (ReferenceTable table : ReferenceTable.values()) {
      List<Image> images =
          arrivals.stream().map(Arrival::image).filter(i -> i.table() == table).toList();
      Model model = Model.of(images);
      assertThat(history(split, table), is(model.versions.stream().sorted().toList()));
      assertThat(silver(split, table), is(model.present.stream().sorted().toList()));
      String counts = table.historyName() + ".";
      assertThat(counted.getOrDefault(counts + "noop_updates", 0L), is(model.noops));
      assertThat(counted.getOrDefault(counts + "sequence_conflicts", 0L), is(model.conflicts));
    }
    Map<String, TableDigest> digests = split.digests();
    assertThat(digests, is(whole.digests()));
    assertThat("nothing is counted twice", totals(split.run(Map.of())), is(totals(counted)));
    assertThat("nothing came, nothing changed", split.digests(), is(digests));
  }

  /** The counts of everything, whatever of it is new. */
  private static Map<String, Long> totals(Map<String, Long> counts) {
    Map<String, Long> totals = new TreeMap<>(counts);
    totals.keySet().removeIf(name -> name.contains(".new_") || name.endsWith(".changes"));
    return totals;
  }

  private static Map<String, List<ContractColumn>> grown() {
    Map<String, List<ContractColumn>> columns = new HashMap<>();
    for (ReferenceTable table : ReferenceTable.values()) {
      columns.put(table.tableName(), List.of(REGION));
    }
    return columns;
  }

  private static List<Map<ReferenceTable, List<Row>>> batches(List<Arrival> arrivals) {
    List<Map<ReferenceTable, List<Row>>> batches = new ArrayList<>();
    for (int batch = 0; batch < BATCHES; batch++) {
      batches.add(new EnumMap<>(ReferenceTable.class));
    }
    Map<String, Integer> first = new HashMap<>();
    arrivals.forEach(arrival -> first.putIfAbsent(arrival.image().instant(), arrival.batch()));
    for (Arrival arrival : arrivals) {
      int batch = first.getOrDefault(arrival.image().instant(), 0);
      add(batches, batch, arrival.image());
      Integer again = arrival.again();
      if (again != null && again >= batch) {
        add(batches, again, arrival.image());
      }
    }
    return batches;
  }

  private static void add(List<Map<ReferenceTable, List<Row>>> batches, int batch, Image image) {
    batches
        .get(batch)
        .computeIfAbsent(image.table(), table -> new ArrayList<>())
        .add(row(image, batch >= GROWN_FROM));
  }

  private static Row row(Image image, boolean isGrown) {
    ReferenceTable table = image.table();
    LakeTables tables = LakeTables.of(1, Map.of());
    TableSpec spec = (isGrown ? tables.with(grown()) : tables).changes(table.tableName());
    Map<String, Object> values = new HashMap<>();
    values.put("modified_date", START.plus(Duration.ofHours(image.hour())));
    values.put("is_deleted", image.isDelete() ? true : null);
    values.put("coverholder_id", "CH1");
    values.put("broker_code", "0999");
    values.put("class_of_business", "Property");
    values.put("year_of_account", 2024);
    values.put("period_from", LocalDate.of(2024, 1, 1));
    values.put("period_to", LocalDate.of(2024, 12, 31));
    table.key().forEach(column -> values.put(column, image.key()));
    values.put(UNTRACKED_COLUMN.get(table), image.untracked());
    values.put(TRACKED_COLUMN.get(table), image.tracked());
    values.put("region", "R" + image.hashCode() % 3);
    return Row.withSchema(spec.schema())
        .attachValues(
            spec.schema().getFieldNames().stream()
                .map(values::get)
                .collect(Collectors.toCollection(ArrayList::new)));
  }

  private static List<String> history(ReferenceLake lake, ReferenceTable table) {
    return lake.rows(lake.tables().history(table)).stream()
        .map(
            row ->
                version(
                    row.getString(table.key().get(0)),
                    row.getString(UNTRACKED_COLUMN.get(table)),
                    row.getString(TRACKED_COLUMN.get(table)),
                    Objects.requireNonNull(hour(row, "valid_from")),
                    hour(row, "valid_to"),
                    Boolean.TRUE.equals(row.getBoolean("is_deleted"))))
        .sorted()
        .toList();
  }

  private static List<String> silver(ReferenceLake lake, ReferenceTable table) {
    return lake.rows(lake.tables().silver(table.tableName())).stream()
        .map(
            row ->
                present(
                    row.getString(table.key().get(0)),
                    row.getString(UNTRACKED_COLUMN.get(table)),
                    row.getString(TRACKED_COLUMN.get(table)),
                    Objects.requireNonNull(hour(row, "modified_date")),
                    Boolean.TRUE.equals(row.getBoolean("is_deleted"))))
        .sorted()
        .toList();
  }

  private static @Nullable Integer hour(Row row, String column) {
    Instant time = row.getLogicalTypeValue(column, Instant.class);
    return time == null ? null : (int) Duration.between(START, time).toHours();
  }

  private static String version(
      @Nullable String key,
      @Nullable String untracked,
      @Nullable String tracked,
      int from,
      @Nullable Integer to,
      boolean isDeleted) {
    return "%s %s %s [%s,%s)%s"
        .formatted(
            key, untracked, tracked, from, to == null ? "" : to, isDeleted ? " deleted" : "");
  }

  private static String present(
      @Nullable String key,
      @Nullable String untracked,
      @Nullable String tracked,
      int hour,
      boolean isDeleted) {
    return "%s %s %s at %s%s".formatted(key, untracked, tracked, hour, isDeleted ? " deleted" : "");
  }

  /** The rules once more, hour by hour. */
  private static final class Model {

    private final List<String> versions = new ArrayList<>();
    private final List<String> present = new ArrayList<>();
    private long noops;
    private long conflicts;

    static Model of(Collection<Image> images) {
      Model model = new Model();
      images.stream()
          .map(Image::key)
          .distinct()
          .forEach(key -> model.add(images.stream().filter(i -> i.key().equals(key)).toList()));
      return model;
    }

    private void add(List<Image> ofKey) {
      TreeMap<Integer, Image> survivors = new TreeMap<>();
      for (Image image : ofKey) {
        survivors.merge(image.hour(), image, (a, b) -> SURVIVES.compare(a, b) <= 0 ? a : b);
      }
      Image last = survivors.lastEntry().getValue();
      Image shown = last;
      for (Image survivor : survivors.values()) {
        if (!survivor.isDelete()) {
          shown = survivor;
          conflicts += ofKey.stream().anyMatch(survivor::isContestedBy) ? 1 : 0;
        }
      }
      present.add(
          HistoryInAnyOrderTest.present(
              last.key(), shown.untracked(), shown.tracked(), last.hour(), last.isDelete()));
      cut(survivors.values(), shown.untracked());
    }

    private void cut(Collection<Image> survivors, @Nullable String untracked) {
      Image open = null;
      for (Image next : survivors) {
        if (open != null && !next.isDelete() && Objects.equals(open.tracked(), next.tracked())) {
          noops++;
          continue;
        }
        if (open != null) {
          add(open, untracked, next.hour(), next.isDelete());
        }
        open = next.isDelete() ? null : next;
      }
      if (open != null) {
        add(open, untracked, null, false);
      }
    }

    private void add(
        Image open, @Nullable String untracked, @Nullable Integer to, boolean isDeleted) {
      versions.add(version(open.key(), untracked, open.tracked(), open.hour(), to, isDeleted));
    }
  }
}
