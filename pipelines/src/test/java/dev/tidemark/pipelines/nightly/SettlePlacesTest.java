// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.nightly.SettlePlaces.Search;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettlePlacesTest {

  /** An id of 8 bytes to each of 17 places, or 20 bytes for each stored image. */
  @ParameterizedTest
  @CsvSource({
    "0, 1, 17, BY_ID",
    "50_000, 5_000_000, 17, BY_ID",
    "735_294, 5_000_000, 17, BY_ID",
    "735_295, 5_000_000, 17, WHOLE_LAKE",
    "5_000_000, 1, 17, WHOLE_LAKE",
    "9_000_000_000_000_000_000, 9_000_000_000_000_000_000, 4097, WHOLE_LAKE"
  })
  void theWayThatSendsFewerBytesIsTaken(String landed, String stored, int places, Search search) {
    assertThat(
        SettlePlaces.search(
            Long.parseLong(landed.replace("_", "")),
            Long.parseLong(stored.replace("_", "")),
            places),
        is(search));
  }
}
