// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.both;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BucketsTest {

  @Provide
  Arbitrary<Row> anyRow() {
    return EveryType.rows();
  }

  @Property(tries = 300)
  void aBucketIsBetweenZeroAndTheCount(
      @ForAll("anyRow") Row row, @ForAll @IntRange(min = 1) int count) {
    RowKey key = RowKey.of(EveryType.LAYOUT, EveryType.SCHEMA.getFieldNames());

    assertThat(
        Buckets.of(count, key, view(row)), both(greaterThanOrEqualTo(0)).and(lessThan(count)));
  }

  /** Lakes are stored by these numbers: if one changes, HASH_VERSION must. */
  @Test
  void theBucketsOfVersionOneNeverChange() {
    assertThat(Buckets.HASH_VERSION, is(1));
    assertThat(section("B0999CH001", "S1"), is(100));
    assertThat(section("B0999CH002", "S2"), is(225));
    assertThat(section("", ""), is(0));
    assertThat(section("B1234ÜŽ保険", "\ud83d\ude00"), is(720));
    assertThat(section(null, "S1"), is(320));
  }

  @Test
  void theHashOfEveryTypeNeverChanges() {
    assertThat(hash("flag", true), is(873_140_469_255_076_713L));
    assertThat(hash("text", "B0999CH001"), is(-7_174_769_922_763_860_692L));
    assertThat(hash("small", -7), is(-3_269_335_659_344_763_158L));
    assertThat(hash("large", 1_234_567_890_123L), is(-8_988_833_428_907_883_323L));
    assertThat(hash("ratio", 0.25), is(-41_967_605_051_939_933L));
    assertThat(hash("raw", new byte[] {1, -1}), is(7_217_277_801_598_047_676L));
    assertThat(hash("money", new BigDecimal("-1250.00")), is(5_346_746_456_781_805_650L));
    assertThat(hash("sum", EveryType.nines(38, 2)), is(5_794_750_098_859_489_111L));
    assertThat(hash("day", LocalDate.of(2024, 2, 29)), is(-6_566_476_684_954_148_641L));
    assertThat(
        hash("instant", Instant.parse("1969-12-31T23:59:59.999999Z")),
        is(1_186_075_162_745_191_875L));
    assertThat(hash("text", null), is(4_032_465_269_007_849_673L));
  }

  @Test
  void keysSpreadEvenly() {
    int[] sizes = new int[16];
    for (int i = 0; i < 16_000; i++) {
      sizes[bucket(16, "B0999CH" + i, "S" + i % 3)]++;
    }

    for (int size : sizes) {
      assertThat(size, allOf(greaterThan(850), lessThan(1150)));
    }
  }

  @Test
  void theBucketDependsOnTheKeyAlone() {
    RowKey key = RowKey.of(EveryType.LAYOUT, "text");

    assertThat(
        Buckets.of(64, key, view(EveryType.row("text", "a", "small", 1))),
        equalTo(Buckets.of(64, key, view(EveryType.row("text", "a", "money", null)))));
  }

  private static int section(@Nullable String umr, String section) {
    return bucket(1024, umr, section);
  }

  private static int bucket(int count, @Nullable String umr, String section) {
    RowKey key = RowKey.of(EveryType.LAYOUT, "text", "more_text");
    return Buckets.of(count, key, view(EveryType.row("text", umr, "more_text", section)));
  }

  private static long hash(String column, @Nullable Object value) {
    return RowKey.of(EveryType.LAYOUT, column).hash(view(EveryType.row(column, value)));
  }

  private static RowView view(Row row) {
    return new RowView(EveryType.LAYOUT).at(EveryType.blocks(List.of(row), 2).get(0), 0);
  }
}
