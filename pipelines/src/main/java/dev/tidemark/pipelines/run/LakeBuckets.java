// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Into how many buckets a run's lake is divided.
 *
 * @param count the number
 * @param chosenForRows the rows by which it was chosen, when this run chose it; else null
 * @param before the number before this run, when it changed it; else null
 * @param warning what to do when the lake has outgrown it; else null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LakeBuckets(
    int count, @Nullable Long chosenForRows, @Nullable Integer before, @Nullable String warning) {

  static LakeBuckets of(int count) {
    return new LakeBuckets(count, null, null, null);
  }

  /** The same with a warning, if there is one. */
  LakeBuckets warning(Optional<String> outgrown) {
    return new LakeBuckets(count, chosenForRows, before, outgrown.orElse(null));
  }

  /** What to say of a number that was chosen. */
  Optional<String> sentence() {
    return Optional.ofNullable(chosenForRows)
        .map(
            rows ->
                String.format(
                    "the lake is new; %d buckets are chosen for the %d rows of its largest table",
                    count, rows));
  }
}
