// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import org.junit.jupiter.api.Test;

class LandedKeysTest {

  private final LandedKeys keys = new LandedKeys();

  @Test
  void theLatestImageOfAKeyStays() {
    keys.add(7, 200, 1);
    keys.add(7, 100, 2);

    assertThat(keys.size(), is(1));
    assertThat(keys.isLatest(7, 1), is(true));
    assertThat(keys.isLatest(7, 2), is(false));
  }

  @Test
  void ofTwoImagesOfOneTimeTheLaterOneStays() {
    keys.add(7, 200, 1);
    keys.add(7, 200, 2);

    assertThat(keys.isLatest(7, 1), is(false));
    assertThat(keys.isLatest(7, 2), is(true));
  }

  @Test
  void anImageWithoutATimeIsOlderThanAny() {
    keys.add(7, -5, 1);
    keys.add(7, Long.MIN_VALUE, 2);

    assertThat(keys.isLatest(7, 1), is(true));
  }

  @Test
  void zeroAndNegativeKeysAreKeys() {
    keys.add(0, 1, 1);
    keys.add(-1, 1, 2);

    assertThat(keys.size(), is(2));
    assertThat(keys.find(0, LandedKeys.SILVER), is(0));
    assertThat(keys.lost(), is(new long[] {-1}));
  }

  @Test
  void aKeyTellsWhereItWasFoundBefore() {
    keys.add(7, 1, 1);

    assertThat(keys.find(8, LandedKeys.SILVER), is(-1));
    assertThat(keys.find(7, LandedKeys.SILVER), is(0));
    assertThat(keys.find(7, LandedKeys.QUARANTINE), is(LandedKeys.SILVER));
    assertThat(keys.foundIn(7), is(LandedKeys.SILVER | LandedKeys.QUARANTINE | LandedKeys.AGAIN));
  }

  @Test
  void manyKeysKeepTheirPlaces() {
    int n = 100_000;
    for (int i = 1; i <= n; i++) {
      keys.add(i * 1024L, i, i);
    }
    for (int i = 2; i <= n; i++) {
      assertThat(keys.isLatest(i * 1024L, i), is(true));
      assertThat(keys.find(i * 1024L, LandedKeys.SILVER), is(0));
    }

    assertThat(keys.size(), is(n));
    assertThat(keys.lost(), is(new long[] {1024}));
  }
}
