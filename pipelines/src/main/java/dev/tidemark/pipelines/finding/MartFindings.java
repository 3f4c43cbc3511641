// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import dev.tidemark.pipelines.config.FindingKind;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.Judged;
import dev.tidemark.pipelines.control.Observation;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.run.Contracts;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSpec;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the published marts show: sections near or over their premium limit, bordereaux that are
 * missing or were late. A mart is read when it is another version than was judged last, or when
 * days have passed that make a difference; a night without either reads the cut's list and no more.
 */
final class MartFindings {

  private final TidemarkConfig config;
  private final LocalDate asOf;
  private final Map<String, String> known;
  private final List<Judged> judged = new ArrayList<>();
  private @Nullable LakeTables tables;

  private MartFindings(TidemarkConfig config, LocalDate asOf, Map<String, String> known) {
    this.config = config;
    this.asOf = asOf;
    this.known = known;
  }

  /**
   * The marts that are to be judged again, and what they show.
   *
   * @param asOf the day on which it is judged what was late lately
   * @param known what each was judged by last
   */
  static List<Judged> of(TidemarkConfig config, LocalDate asOf, Map<String, String> known) {
    Optional<PublishedCut> cut = PublishedCut.latest(config.lake().root());
    return cut.isEmpty()
        ? List.of()
        : new MartFindings(config, asOf, known).judge(cut.get().versions());
  }

  private List<Judged> judge(Map<String, Long> versions) {
    Long gpi = versions.get(GpiFindings.MART);
    if (gpi != null && isNew(GpiFindings.MART, gpi)) {
      keep(GpiFindings.MART, gpi.toString(), GpiFindings.of(rows(GpiFindings.MART, gpi)));
    }
    Long missing = versions.get(MissingFindings.MART);
    if (missing != null && isNew(MissingFindings.MART, missing)) {
      keep(
          MissingFindings.MART,
          missing.toString(),
          MissingFindings.of(rows(MissingFindings.MART, missing)));
    }
    Long late = versions.get(LateFindings.MART);
    if (late != null && !LateFindings.stillHolds(known.get(LateFindings.MART), late, asOf)) {
      LateFindings found = LateFindings.of(rows(LateFindings.MART, late), asOf);
      keep(LateFindings.MART, found.basis(late), found.observations());
    }
    return judged;
  }

  private boolean isNew(String mart, long version) {
    return !Long.toString(version).equals(known.get(mart));
  }

  private void keep(String mart, String basis, List<Observation> observations) {
    judged.add(new Judged(mart, basis, observations));
  }

  private TableRows rows(String mart, long version) {
    String root = config.lake().root();
    DeltaTableStore store = DeltaTableStore.in(root);
    LakeTables of = tables;
    if (of == null) {
      of = LakeTables.stored(config.lake(), Contracts.of(config), store);
      tables = of;
    }
    TableSpec spec = of.at(mart);
    return TableRows.of(spec, store.pin(spec, version), root);
  }

  /** A finding about a section, or a bordereau of it. */
  static Observation observation(FindingKind kind, String about, String text) {
    return Texts.observation(kind.text() + " " + about, kind, about, text);
  }
}
