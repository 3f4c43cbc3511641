// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.beam.sdk.values.KV;
import org.junit.jupiter.api.Test;

class LanesTest {

  @Test
  void theLongestReadsStartFirstAndLoadsAreEven() {
    assertThat(
        Lanes.spread(List.of(10_000L, 70_000L, 40_000L, 30_000L), 2),
        contains(KV.of(0, 1), KV.of(1, 2), KV.of(1, 3), KV.of(0, 0)));
  }

  @Test
  void emptyReadsSpreadToo() {
    assertThat(
        Lanes.spread(List.of(0L, 0L, 0L), 3), contains(KV.of(0, 0), KV.of(1, 1), KV.of(2, 2)));
  }

  @Test
  void everyReadIsInOneLane() {
    List<KV<Integer, Integer>> spread = Lanes.spread(LongStream.range(0, 100).boxed().toList(), 4);
    assertThat(spread.stream().map(KV::getValue).collect(Collectors.toSet()).size(), is(100));
    assertThat(spread.stream().map(KV::getKey).collect(Collectors.toSet()).size(), is(4));
  }

  @Test
  void nothingToReadIsNoLane() {
    assertThat(Lanes.spread(List.of(), 4), empty());
  }
}
