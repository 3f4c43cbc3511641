// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A batch whose intent could not be published wholly: some of its tables may hold it, no cut does.
 *
 * @param batchId the batch; its id is never used again
 * @param reason what stood in its way, a sentence
 * @param baseVersions the tables it was to commit, with the version that was planned on (−1:
 *     absent)
 * @param touched by table, the buckets that it was to change; none of a rewrite, which changes no
 *     row
 */
public record VoidedBatch(
    long batchId,
    String reason,
    Map<String, Long> baseVersions,
    Map<String, Set<Integer>> touched) {

  public VoidedBatch {
    baseVersions = Collections.unmodifiableMap(new TreeMap<>(baseVersions));
    touched = Collections.unmodifiableMap(new TreeMap<>(touched));
  }
}
