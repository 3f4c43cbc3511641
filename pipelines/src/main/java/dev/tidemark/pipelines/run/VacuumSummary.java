// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tidemark.pipelines.table.Garbage;
import java.util.List;

/**
 * What a vacuum deleted, or would delete, for machines.
 *
 * @param dryRun whether nothing was deleted
 * @param before files that were written before this time and that nobody needs are deleted,
 *     ISO-8601
 * @param expiredCuts the batch ids of the cuts that cannot be read any more
 * @param places the tables and folders, also those without garbage
 * @param files of all places
 * @param bytes of all places
 */
public record VacuumSummary(
    @JsonProperty("schema") int schemaVersion,
    boolean dryRun,
    String before,
    List<Long> expiredCuts,
    List<Place> places,
    long files,
    long bytes) {

  /** The version of this shape. */
  public static final int SCHEMA_VERSION = 1;

  /**
   * The garbage of one place.
   *
   * @param place a table's path, or another folder, below the lake's root
   */
  public record Place(String place, long files, long bytes) {

    static Place of(Garbage garbage) {
      return new Place(garbage.place(), garbage.files().size(), garbage.bytes());
    }
  }

  public VacuumSummary {
    expiredCuts = List.copyOf(expiredCuts);
    places = List.copyOf(places);
  }

  static VacuumSummary of(
      boolean dryRun, String before, List<Long> expiredCuts, List<Place> places) {
    return new VacuumSummary(
        SCHEMA_VERSION,
        dryRun,
        before,
        expiredCuts,
        places,
        places.stream().mapToLong(Place::files).sum(),
        places.stream().mapToLong(Place::bytes).sum());
  }

  /** One line of JSON. */
  public String toJson() {
    return RunJson.write(this);
  }
}
