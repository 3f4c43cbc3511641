// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.keys;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class DurableKeyTest {
  // hashes made by another SHA-256 over hand-packed bytes
  private static final String SECTION =
      "1cfe166c95bb5fbbdf0723579907912958a8bbfbc839260711125bb3d4595523";

  @Test
  void isTheHashOfTheLengthPrefixedParts() {
    assertThat(DurableKey.key("B0999CH001", "S1"), is(SECTION));
    assertThat(
        DurableKey.key("Ünïcode€"),
        is("71a108db873b1bbd5338088507b0b318ce11f502a4e3d7439a53f01d844b36e4"));
  }

  @Test
  void nullIsNotTheEmptyText() {
    assertThat(
        DurableKey.key((String) null),
        is("ad95131bc0b799c0b1af477fb14fcf26a6a9f76079e48bf090acb7e8367bfd0e"));
    assertThat(
        DurableKey.key(""), is("df3f619804a92fdb4057192dc43dd748ea778adc52bc498ce80524c014b81119"));
  }

  @Test
  void partsAreNeverRunTogether() {
    assertThat(DurableKey.key("A", "BC"), is(not(DurableKey.key("AB", "C"))));
    assertThat(DurableKey.key("A", "B"), is(not(DurableKey.key("B", "A"))));
    assertThat(DurableKey.key("A", null), is(not(DurableKey.key("A"))));
  }

  @Test
  void aVersionKeyKeepsTheMicrosOfItsSequence() {
    Instant sequence = Instant.parse("2024-02-05T10:00:00.123456Z");
    assertThat(
        DurableKey.versionKey(SECTION, sequence),
        is("1e6a56e9b36a61264ab4c70bc0e00050d7b442b903abc0fc8944fdbdfa6f8549"));
    assertThat(
        DurableKey.versionKey(SECTION, sequence.plusNanos(1000)),
        is(not(DurableKey.versionKey(SECTION, sequence))));
  }

  @Test
  void anInstanceForgetsOneKeyBeforeTheNext() {
    DurableKey keys = new DurableKey();
    assertThat(keys.of("another", "key"), is(not(SECTION)));
    assertThat(keys.of("B0999CH001", "S1"), is(SECTION));
  }

  @Test
  void columnsOfARowAreThePartsThatTheirTextsAre() {
    Schema schema =
        Schema.builder().addStringField("umr").addNullableStringField("section_no").build();
    RowLayout layout = RowLayout.of(schema);
    RowBlocks rows =
        RowBlocks.of(
            schema,
            List.of(
                Row.withSchema(schema).addValues("B0999CH001", "S1").build(),
                Row.withSchema(schema).addValues("B0999CH001", null).build()));
    RowView row = new RowView(layout).at(rows, rows.ref(0));
    DurableKey keys = new DurableKey();

    keys.add(row, 0);
    keys.add(row, 1);
    assertThat(new String(keys.take(), StandardCharsets.US_ASCII), is(SECTION));

    row.at(rows, rows.ref(1));
    keys.add(row, 0);
    keys.add(row, 1);
    assertThat(
        new String(keys.take(), StandardCharsets.US_ASCII), is(DurableKey.key("B0999CH001", null)));
  }

  @Test
  void aPartMayBeLongerThanAllBefore() {
    // another SHA-256 over 00 00 04 00 and 1,024 times "x"
    assertThat(
        DurableKey.key("x".repeat(1024)),
        is("118b9eb60f9b9adaf47cf086f5e85c2614dc67a51e2a98d9cc1dc53f8d785c2e"));
  }
}
