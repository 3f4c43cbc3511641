// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The product's own launch from the source's rows to published marts: a first load, then nights of
 * some new rows, a fifth of them resubmissions, each on the lake of that first load.
 */
final class NightlyJob implements Job {

  private static final String NAME = "nightly";
  private static final String FIRST_LOAD = "first load";
  private static final String NIGHT = "night of ";

  private static final long FIXED_INCREMENT = 10_000;
  private static final double SECONDS_OF_NOTHING = 10;

  private final Scale scale;
  private final Workplace place;

  /** The new rows of each night. */
  private final List<Long> nights;

  private NightlyJob(Scale scale, Workplace place, List<Long> nights) {
    this.scale = scale;
    this.place = place;
    this.nights = nights.stream().distinct().toList();
  }

  /** Nights of nothing, of a thousandth, a hundredth and a tenth of the lake's rows. */
  static NightlyJob ofShares(Scale scale, Workplace place) {
    return new NightlyJob(
        scale, place, List.of(0L, scale.rows() / 1000, onePercent(scale), scale.rows() / 10));
  }

  /**
   * How a night's cost grows: with its rows, then, at a fixed number of them, with the lake's, with
   * the number of sections and with the share of the largest one.
   */
  static List<Job> growth(long rows, Workplace place) {
    Scale most = Scale.of(rows);
    long few = Math.min(FIXED_INCREMENT, onePercent(most));
    List<Job> jobs = new ArrayList<>();
    List<Long> shares = new ArrayList<>(ofShares(most, place).nights);
    shares.add(few);
    jobs.add(new NightlyJob(most, place, shares));
    for (long size : List.of(rows / 50, rows / 5)) {
      jobs.add(new NightlyJob(Scale.of(size), place, List.of(few)));
    }
    Scale middle = Scale.of(rows / 5);
    for (int coverholders : List.of(40, 4000)) {
      jobs.add(new NightlyJob(middle.withCoverholders(coverholders), place, List.of(few)));
    }
    for (int sections : List.of(4, 1)) {
      jobs.add(new NightlyJob(middle.withLargeSections(sections), place, List.of(few)));
    }
    return jobs;
  }

  private static long onePercent(Scale scale) {
    return scale.rows() / 100;
  }

  private static String night(long rows) {
    return NIGHT + rows + " rows";
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String title() {
    return "from source to marts: a first load, and nights on it; %d sections, %.1f %% of the rows in the largest"
        .formatted(scale.sections(), 100 * scale.shareOfLargest());
  }

  @Override
  public Scale scale() {
    return scale;
  }

  @Override
  public List<Contender> contenders() {
    List<Contender> contenders = new ArrayList<>();
    contenders.add(Contender.named(FIRST_LOAD, Engine.TIDEMARK).with(parameters(null)));
    for (long rows : nights) {
      contenders.add(Contender.named(night(rows), Engine.TIDEMARK).with(parameters(rows)));
    }
    return contenders;
  }

  private Map<String, Object> parameters(@Nullable Long increment) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    if (increment != null) {
      parameters.put("increment_rows", increment);
    }
    parameters.put("sections", scale.sections());
    parameters.put("share_of_largest", scale.shareOfLargest());
    return parameters;
  }

  @Override
  public List<Budget> budgets() {
    List<Budget> budgets = new ArrayList<>();
    if (nights.contains(onePercent(scale))) {
      String night = night(onePercent(scale));
      budgets.add(Budget.times(0.1, FIRST_LOAD, Measure.WALL, Phase.COLD, night));
      budgets.add(Budget.times(0.1, FIRST_LOAD, Measure.CPU, Phase.COLD, night));
    }
    if (nights.contains(0L)) {
      budgets.add(Budget.atMost(SECONDS_OF_NOTHING, Measure.WALL, night(0)));
    }
    budgets.add(Budgets.memory(FIRST_LOAD));
    return budgets;
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public void prepare() throws Exception {
    place.source(scale);
  }

  @Override
  public void beforeWork(String contender, Path output) throws Exception {
    BenchmarkSource source = place.source(scale);
    LakeRun run = LakeRun.in(output);
    run.configure(source);
    if (!contender.equals(FIRST_LOAD)) {
      Workplace.copy(LakeRun.in(firstLoadOf(output)).lake(), run.lake());
      source.add(rowsOf(contender));
    }
  }

  /** Where the first load of the same round lies. */
  private Path firstLoadOf(Path output) {
    return place
        .rounds(this)
        .resolve(contenders().get(0).folder())
        .resolve(output.getFileName().toString());
  }

  private long rowsOf(String contender) {
    return nights.stream().filter(rows -> night(rows).equals(contender)).findFirst().orElseThrow();
  }

  @Override
  public void work(String contender, Path output) {
    LakeRun.in(output)
        .launch(contender.equals(FIRST_LOAD) ? "2026-06-01T02:00:00Z" : "2026-06-02T02:00:00Z");
  }

  @Override
  public void afterWork(String contender, Path output) throws Exception {
    BenchmarkSource source = place.source(scale);
    LakeRun.in(output).requireAsIn(source, contender + " on " + scale.rows() + " rows");
    source.takeBack();
  }

  @Override
  public void check(Map<String, Path> outputs) {
    // each was compared with the source while its rows were there
  }
}
