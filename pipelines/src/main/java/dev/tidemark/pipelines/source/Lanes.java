// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.beam.sdk.values.KV;

/** Spreads reads over lanes: the longest first, each to the lane that has the least to do. */
final class Lanes {
  /** What a statement and a file cost, in rows: small reads spread too. */
  private static final long PER_READ = 1_000;

  private Lanes() {}

  /** The lane of each read, and its place in the list. */
  static List<KV<Integer, Integer>> spread(List<Long> rows, int lanes) {
    List<Integer> longestFirst =
        IntStream.range(0, rows.size())
            .boxed()
            .sorted(Comparator.comparing((Integer read) -> rows.get(read)).reversed())
            .toList();
    long[] load = new long[lanes];
    List<KV<Integer, Integer>> spread = new ArrayList<>();
    for (int read : longestFirst) {
      int lane = 0;
      for (int other = 1; other < lanes; other++) {
        if (load[other] < load[lane]) {
          lane = other;
        }
      }
      load[lane] += PER_READ + rows.get(read);
      spread.add(KV.of(lane, read));
    }
    return spread;
  }
}
