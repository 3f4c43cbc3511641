// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * First loads in little memory: the usual rows in a process of three gigabytes, and rows of which
 * two of five are in one section in a heap of one gigabyte.
 */
final class MemoryJob implements Job {

  private static final String USUAL = "first load, heap of 2400 MB";
  private static final String ONE_SECTION = "40 % in one section, heap of 1 GB";

  private final Scale scale;
  private final Workplace place;

  MemoryJob(Scale scale, Workplace place) {
    this.scale = scale;
    this.place = place;
  }

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String title() {
    return "first loads in little memory";
  }

  @Override
  public Scale scale() {
    return scale;
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.named(USUAL, Engine.TIDEMARK).inHeap("2400m").with(parameters(scale)),
        Contender.named(ONE_SECTION, Engine.TIDEMARK)
            .inHeap("1g")
            .with(parameters(inOneSection())));
  }

  private static Map<String, Object> parameters(Scale scale) {
    return Map.of("sections", scale.sections(), "share_of_largest", scale.shareOfLargest());
  }

  private Scale inOneSection() {
    return scale.withLargeSections(1);
  }

  private Scale scaleOf(String contender) {
    return contender.equals(USUAL) ? scale : inOneSection();
  }

  @Override
  public List<Budget> budgets() {
    return List.of(Budgets.memory(USUAL), Budgets.memory(ONE_SECTION));
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public void prepare() throws Exception {
    place.source(inOneSection());
    place.source(scale);
  }

  @Override
  public void beforeWork(String contender, Path output) throws Exception {
    LakeRun.in(output).configure(place.source(scaleOf(contender)));
  }

  @Override
  public void work(String contender, Path output) {
    LakeRun.in(output).launch("2026-06-01T02:00:00Z");
  }

  @Override
  public void afterWork(String contender, Path output) throws Exception {
    LakeRun.in(output)
        .requireAsIn(place.source(scaleOf(contender)), contender + " of " + scale.rows() + " rows");
  }

  @Override
  public void check(Map<String, Path> outputs) {
    // each was compared with its source
  }
}
