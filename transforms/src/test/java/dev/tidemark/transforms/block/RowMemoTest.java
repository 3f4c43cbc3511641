// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowMemoTest {

  private static final RowLayout LAYOUT =
      RowLayout.of(
          Schema.builder()
              .addStringField("umr")
              .addNullableStringField("coverholder_id")
              .addInt64Field("amount")
              .build());

  private final byte[] scratch = new byte[1024];
  private final List<String> made = new ArrayList<>();
  private final RowMemo<String> memo =
      new RowMemo<>(
          RowKey.of(LAYOUT, "umr", "coverholder_id"),
          row -> {
            String text = row.getString(0) + "/" + row.getStringOrNull(1);
            made.add(text);
            return text;
          });

  @Test
  void whatIsMadeOfAKeyIsMadeOnce() {
    assertThat(memo.of(row("A", "B", 1)), is("A/B"));
    assertThat(memo.of(row("A", "B", 2)), is("A/B"));
    assertThat(made, is(List.of("A/B")));
  }

  @Test
  void nullIsAKeyOfItsOwnAndPartsAreNotMixed() {
    assertThat(memo.of(row("A", null, 1)), is("A/null"));
    assertThat(memo.of(row("A", "", 1)), is("A/"));
    assertThat(memo.of(row("AB", "C", 1)), is("AB/C"));
    assertThat(memo.of(row("A", "BC", 1)), is("A/BC"));
    assertThat(memo.of(row("A", null, 2)), is("A/null"));
    assertThat(made.size(), is(4));
  }

  @Test
  void manyKeysAreEachMadeOnceThoughTheirRowsAreGone() {
    Set<String> given = new HashSet<>();
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 1000; i++) {
        given.add(memo.of(row("U" + i, i % 3 == 0 ? null : "C" + i % 7, round)));
      }
    }
    assertThat(given.size(), is(1000));
    assertThat(made.size(), is(1000));
  }

  /** A row in a block that nothing else holds, and that the next row overwrites. */
  private RowView row(String umr, @Nullable String coverholder, long amount) {
    RowWriter writer = new RowWriter(LAYOUT);
    writer.setString(0, umr);
    writer.setStringOrNull(1, coverholder);
    writer.setLong(2, amount);
    BlockBuilder block = new BlockBuilder();
    writer.appendTo(block);
    byte[] bytes = block.take();
    Arrays.fill(scratch, (byte) 0);
    System.arraycopy(bytes, 0, scratch, 0, bytes.length);
    return new RowView(LAYOUT).at(scratch, 0);
  }
}
