// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is derived again from silver although nothing of it changed: buckets of facts. Dimensions
 * and marts are made anew in every run.
 *
 * @param buckets {@link DueBuckets#ALL} stands for all of them
 * @param reasons why, a sentence each, for people
 */
public record Rebuild(Set<Integer> buckets, List<String> reasons) {

  public Rebuild {
    buckets = Set.copyOf(buckets);
    reasons = List.copyOf(reasons);
  }

  /** Nothing. */
  public static Rebuild none() {
    return new Rebuild(Set.of(), List.of());
  }

  /** No facts, but the dimensions and marts. */
  public static Rebuild ofDimensions(String reason) {
    return new Rebuild(Set.of(), List.of(reason));
  }

  /** The facts of some buckets. */
  public static Rebuild ofBuckets(Set<Integer> buckets, String reason) {
    return new Rebuild(buckets, List.of(reason));
  }

  /** All facts. */
  public static Rebuild ofEverything(String reason) {
    return new Rebuild(Set.of(DueBuckets.ALL), List.of(reason));
  }

  /** Both. */
  public Rebuild and(Rebuild other) {
    Set<Integer> all = new TreeSet<>(buckets);
    all.addAll(other.buckets);
    List<String> why = new ArrayList<>(reasons);
    why.addAll(other.reasons);
    return new Rebuild(all, why);
  }

  /** Whether there is nothing to do. */
  public boolean isEmpty() {
    return reasons.isEmpty();
  }
}
