// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasEntry;
import static org.hamcrest.Matchers.is;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.values.KV;
import org.junit.jupiter.api.Test;

class LandedIdsTest {

  @Test
  void idsAreCountedOnceWhereverTheyCameFrom() {
    BucketOutcome outcome = count(new long[] {1, 2, 3}, new long[] {4, Long.MIN_VALUE, -1});

    assertThat(outcome.figures(), is(Map.of("Premium.landed_keys", BigDecimal.valueOf(6))));
    assertThat(outcome.notes(), is(Map.of()));
  }

  @Test
  void theLeastIdThatCameTwiceIsNamed() {
    BucketOutcome outcome = count(new long[] {9, 7, 9}, new long[] {8, 7, 7});

    assertThat(outcome.figures(), hasEntry("Premium.landed_keys", BigDecimal.valueOf(3)));
    assertThat(outcome.notes(), is(Map.of("Premium.key_landed_twice", "7")));
  }

  @Test
  void anIdAlwaysComesToTheSameShard() {
    LandedIds.Collector collector = new LandedIds.Collector(3);
    for (long id = -4; id <= 4; id++) {
      collector.add(id);
      collector.add(id);
    }
    List<Integer> buckets = new ArrayList<>();
    BucketOutcome outcome = new BucketOutcome();
    for (KV<Integer, byte[]> shard : collector.blocks(17)) {
      buckets.add(shard.getKey());
      LandedIds.count("Premium", List.of(new byte[0], shard.getValue()), outcome);
    }

    assertThat(buckets, is(List.of(17, 18, 19)));
    assertThat(outcome.figures(), hasEntry("Premium.landed_keys", BigDecimal.valueOf(9)));
  }

  @Test
  void thereIsAShardForFourBuckets() {
    assertThat(LandedIds.shards(1), is(1));
    assertThat(LandedIds.shards(4), is(1));
    assertThat(LandedIds.shards(5), is(2));
    assertThat(LandedIds.shards(16), is(4));
  }

  private static BucketOutcome count(long[]... blocks) {
    List<byte[]> packed = new ArrayList<>();
    for (long[] block : blocks) {
      SourceIds ids = new SourceIds();
      for (long id : block) {
        ids.add(id);
      }
      packed.add(ids.toBlock());
    }
    BucketOutcome outcome = new BucketOutcome();
    LandedIds.count("Premium", packed, outcome);
    return outcome;
  }
}
