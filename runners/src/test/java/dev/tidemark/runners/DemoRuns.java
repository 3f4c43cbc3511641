// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.demo.DemoDay;
import dev.tidemark.pipelines.demo.DemoSource;
import dev.tidemark.pipelines.table.DeltaTableStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The demo, run once per runner for all tests that look at what it leaves. Its folders stay under
 * {@code target}, to be looked into when a test fails.
 */
final class DemoRuns {

  static final DemoRuns DIRECT = new DemoRuns("direct", "--runner=DirectRunner");
  static final DemoRuns SPARK =
      new DemoRuns("spark", "--runner=SparkRunner", "--sparkMaster=local[2]");

  private static final Map<String, Launch> DONE = new ConcurrentHashMap<>();

  private final String name;
  private final Path directory;
  private final String[] args;

  private DemoRuns(String name, String... runner) {
    this.name = name;
    directory = Path.of("target", "demo-of-tests", name).toAbsolutePath();
    args =
        Stream.concat(Arrays.stream(runner), Stream.of("--demo", "--demoDir=" + directory))
            .toArray(String[]::new);
  }

  /** The launch; the first call runs the demo. */
  Launch launch() {
    return DONE.computeIfAbsent(name, n -> Launch.at(DemoDay.of(DemoDay.LAST).logicalTime(), args));
  }

  /** The report that the demo left. */
  Path report() {
    launch();
    return directory.resolve("report.html");
  }

  /** What the demo published last. */
  PublishedLake lake() {
    List<PublishedLake> cuts = cuts();
    return cuts.get(cuts.size() - 1);
  }

  /** What the demo published, day by day. */
  List<PublishedLake> cuts() {
    launch();
    DemoSource source = DemoSource.at(directory);
    int buckets =
        DeltaTableStore.in(source.lakeRoot().toString())
            .stored("gold/fact_premium_transaction")
            .orElseThrow()
            .buckets();
    return PublishedLake.everyCut(source.lakeRoot(), buckets).toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
