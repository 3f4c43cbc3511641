// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that holds now within a scope: what of it was open and is not here any more is over.
 *
 * @param scope what was looked at, such as a mart, or a table; at most 200 characters
 * @param basis what it was judged by, such as the version of the mart: the same basis need not be
 *     judged again; null when every run judges
 * @param observations what holds, each key once
 */
public record Judged(String scope, @Nullable String basis, List<Observation> observations) {

  public Judged {
    observations = List.copyOf(observations);
  }
}
