// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.landing.LandingManifest;
import dev.tidemark.pipelines.nightly.TableLoad;
import dev.tidemark.pipelines.run.Contracts;
import dev.tidemark.pipelines.source.ExtractWatermark;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.source.ReadScope;
import dev.tidemark.pipelines.source.SourceTable;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.source.TableRead;
import dev.tidemark.pipelines.source.TableRef;
import dev.tidemark.runners.OnSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.util.SerializableUtils;

/**
 * Lands premium and its reference tables once, by the product's own extract: the Parquet that every
 * contender starts from.
 */
final class Landing implements Job {

  static final String NAME = "landing";

  /** The logical time of everything that is landed. */
  static final Instant AT = Instant.parse("2026-06-01T02:00:00Z");

  static final List<String> TABLES =
      List.of(
          "PremiumTransaction",
          "ContractSection",
          "Coverholder",
          "Broker",
          "BusinessPlan",
          "ExchangeRate");

  /**
   * Landed files are merged by a mark. These tables are read whole and have none, but each has a
   * column that serves.
   */
  private static final Map<String, String> MARKS =
      Map.of("ExchangeRate", "rate_month", "BusinessPlan", "year_of_account");

  private static final String CONFIG = "tidemark.yaml";
  private static final String LOADS = "loads";
  private static final List<String> HEAP = List.of("-Xmx2g");

  private final Scale scale;
  private final Workplace place;

  Landing(Scale scale, Workplace place) {
    this.scale = scale;
    this.place = place;
  }

  /** Lands a size if it is not landed. */
  static void prepare(Scale scale, Workplace place) throws Exception {
    Landing landing = new Landing(scale, place);
    place.data(folder(scale), landing::land);
  }

  /** The landed tables of a size, with what the launcher knows of them. */
  static Map<String, TableLoad> loads(Scale scale, Workplace place) throws IOException {
    byte[] loads = Files.readAllBytes(lake(scale, place).resolve(LOADS));
    @SuppressWarnings("unchecked")
    Map<String, TableLoad> read =
        (Map<String, TableLoad>) SerializableUtils.deserializeFromByteArray(loads, "loads");
    return read;
  }

  /** The lake that they are landed in. */
  static Path lake(Scale scale, Workplace place) {
    return place.data(folder(scale));
  }

  /** What scripts call the folders of the landed files, by table. */
  static Map<String, String> names(Scale scale, Workplace place) {
    LandingLayout layout = new LandingLayout(lake(scale, place).toString());
    Map<String, String> names = new LinkedHashMap<>();
    TABLES.forEach(table -> names.put(table, layout.directory(table, AT)));
    return names;
  }

  private static String folder(Scale scale) {
    return "landed-" + scale.label();
  }

  private void land(Path folder) throws Exception {
    place.source(scale).configure(folder.resolve(CONFIG), folder);
    Path scratch = Workplace.empty(place.rounds(this));
    MeasuredProcess.run(place, this, contenders().get(0), HEAP, scratch, List.of(folder));
    Workplace.delete(scratch);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String title() {
    return "source to landed Parquet";
  }

  @Override
  public Scale scale() {
    return scale;
  }

  @Override
  public List<Contender> contenders() {
    return List.of(Contender.of(Engine.TIDEMARK));
  }

  @Override
  public List<Budget> budgets() {
    return List.of();
  }

  @Override
  public void prepare() {}

  @Override
  public void check(Map<String, Path> outputs) {}

  @Override
  public void work(String contender, Path output) throws IOException {
    TidemarkConfig config = TidemarkConfig.load(output.resolve(CONFIG));
    JdbcSourceDatabase source = JdbcSourceDatabase.of(config.source());
    Map<String, TableContract> contracts = Contracts.of(config);
    Map<String, TableLoad> loads = new LinkedHashMap<>();
    List<TableRead> reads = new ArrayList<>();
    for (String name : TABLES) {
      TableContract contract = contracts.get(name);
      if (contract == null) {
        throw new IllegalStateException("table " + name + " is not configured");
      }
      TableRef ref = Contracts.ref(contract, config.table(name));
      String mark = MARKS.get(name);
      SourceTable marked = source.check(contract, mark == null ? ref : ref.withWatermark(mark));
      SourceTable found = source.check(contract, ref.whole());
      ReadScope scope = ReadScope.whole();
      TableLoad load = new TableLoad(name, marked, scope, source.clock());
      loads.put(name, load);
      reads.add(
          new TableRead(
              name,
              found,
              scope,
              load.capturedAt(),
              source.slices(found, scope, source.count(found, scope))));
    }
    LandingLayout layout = new LandingLayout(output.toString());
    Pipeline pipeline = Pipeline.create(OnSpark.local());
    pipeline.apply(
        ExtractWatermark.from(config.source()).read(reads).into(layout).at(AT, "benchmark"));
    pipeline.run().waitUntilFinish();
    LinkedHashMap<String, TableLoad> landed = new LinkedHashMap<>();
    for (TableLoad load : loads.values()) {
      String directory = layout.directory(load.table(), AT);
      landed.put(
          load.table(), load.withTombstones(LandingManifest.read(directory).landed(directory)));
    }
    Files.write(output.resolve(LOADS), SerializableUtils.serializeToByteArray(landed));
  }
}
