// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.nightly.PlacedImages.Origin;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.values.KV;
import org.junit.jupiter.api.Test;

class PlacedImagesTest {

  @Test
  void imagesComeBackInTheirOrder() {
    PlacedImages.Collector collector = new PlacedImages.Collector(1, Origin.STORED);
    List<String> added = new ArrayList<>();
    for (long i = 0; i < 200; i++) {
      collector.add(i * i, PlacedImages.NO_TIME + i, (int) i);
      added.add(i * i + " " + (PlacedImages.NO_TIME + i) + " " + i);
    }
    collector.add(Long.MIN_VALUE, -1, Integer.MAX_VALUE);
    added.add(Long.MIN_VALUE + " -1 " + Integer.MAX_VALUE);

    byte[] block = collector.blocks(0).get(0).getValue();
    List<String> read = new ArrayList<>();
    PlacedImages.forEach(block, (id, time, place) -> read.add(id + " " + time + " " + place));

    assertThat(read, is(added));
    assertThat(PlacedImages.count(block), is(201));
    assertThat(PlacedImages.isLanded(block), is(false));
    List<String> ids = new ArrayList<>();
    SourceIds.forEach(SourceIds.of(block), id -> ids.add(Long.toString(id)));
    assertThat(ids, is(added.stream().map(text -> text.substring(0, text.indexOf(' '))).toList()));
  }

  @Test
  void anIdAlwaysComesToTheSameShard() {
    PlacedImages.Collector collector = new PlacedImages.Collector(3, Origin.LANDED);
    for (long id = -4; id <= 4; id++) {
      collector.add(id, 0, 0);
      collector.add(id, 1, 1);
    }
    List<Integer> shards = new ArrayList<>();
    int images = 0;
    for (KV<Integer, byte[]> shard : collector.blocks(17)) {
      shards.add(shard.getKey());
      images += PlacedImages.count(shard.getValue());
      PlacedImages.forEach(
          shard.getValue(),
          (id, time, place) -> assertThat(Math.floorMod(id, 3), is(shard.getKey() - 17)));
    }

    assertThat(shards, is(List.of(17, 18, 19)));
    assertThat(images, is(18));
  }

  @Test
  void thereIsAShardForFourBuckets() {
    assertThat(new Places(1).shards(), is(1));
    assertThat(new Places(4).shards(), is(1));
    assertThat(new Places(5).shards(), is(2));
    assertThat(new Places(16).shards(), is(4));
  }
}
