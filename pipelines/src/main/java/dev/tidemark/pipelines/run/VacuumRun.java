// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.run.VacuumRequest.Extent;
import dev.tidemark.pipelines.table.Garbage;
import dev.tidemark.pipelines.table.LakeGarbage;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Deletes the files of a lake that no version needs which is younger than the retention. The latest
 * cut stays readable however old it is, and so does every cut that is younger; older ones expire
 * before the first file goes, so that nobody finds a cut that cannot be read. Nothing of a batch
 * that is not published wholly is touched, nor anything that was landed.
 */
public final class VacuumRun {

  private final VacuumRequest request;
  private final TidemarkConfig config;
  private final ControlStore control;
  private final TableStore store;
  private final Clock clock;
  private final Consumer<VacuumSummary.Place> listener;

  /**
   * A vacuum.
   *
   * @param clock tells when the retention began
   * @param listener hears of each place that has garbage
   */
  public VacuumRun(
      VacuumRequest request,
      ControlStore control,
      TableStore store,
      Clock clock,
      Consumer<VacuumSummary.Place> listener) {
    this.request = request;
    this.control = control;
    this.store = store;
    this.clock = clock;
    this.listener = listener;
    config = request.config();
  }

  /** Looks for garbage, and deletes it if that was asked for. */
  public VacuumSummary execute() {
    Instant now = clock.instant();
    LakeTables tables = LakeTables.stored(config.lake(), Contracts.of(config), store);
    try (Lease lease =
        Lease.take(control, Set.copyOf(tables.sourceTables()), clock, "vacuum-" + now)) {
      return vacuum(tables, now.minus(request.retain()), lease);
    }
  }

  private VacuumSummary vacuum(LakeTables tables, Instant before, Lease lease) {
    String root = config.lake().root();
    List<PublishedCut> kept = new ArrayList<>();
    List<PublishedCut> expired = new ArrayList<>();
    List<PublishedCut> cuts = PublishedCut.all(root);
    for (PublishedCut cut : cuts) {
      boolean isLatest = cut == cuts.get(cuts.size() - 1);
      (isLatest || !cut.publishedAt().isBefore(before) ? kept : expired).add(cut);
    }
    if (request.extent() == Extent.DELETE) {
      expired.forEach(cut -> cut.expire(root));
    }
    LakeGarbage lake = LakeGarbage.in(root);
    List<VacuumSummary.Place> places = new ArrayList<>();
    for (TableSpec table : tables.all()) {
      Set<Long> versions = new HashSet<>();
      kept.forEach(cut -> versions.add(cut.versions().getOrDefault(table.path(), -1L)));
      clear(lake.ofTable(table.path(), before, versions), places, lease);
    }
    for (Garbage leftover : lake.leftovers(before)) {
      clear(leftover, places, lease);
    }
    clear(unfinishedLandings(root, before), places, lease);
    return VacuumSummary.of(
        request.extent() == Extent.LOOK,
        before.toString(),
        expired.stream().map(PublishedCut::batchId).toList(),
        places);
  }

  private static Garbage unfinishedLandings(String root, Instant before) {
    try {
      return Garbage.of("landing", new LandingLayout(root).unfinished(before));
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "cannot look for unfinished files in landing: " + failure.getMessage(), failure);
    }
  }

  private void clear(Garbage garbage, List<VacuumSummary.Place> places, Lease lease) {
    if (request.extent() == Extent.DELETE && !garbage.files().isEmpty()) {
      lease.requireHeld();
      LakeGarbage.delete(garbage);
    }
    VacuumSummary.Place place = VacuumSummary.Place.of(garbage);
    places.add(place);
    if (place.files() > 0) {
      listener.accept(place);
    }
  }
}
