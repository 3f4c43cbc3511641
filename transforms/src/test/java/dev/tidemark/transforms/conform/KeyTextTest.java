// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import org.apache.beam.sdk.schemas.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTextTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "'  cert-1 ', cert-1, CERT-1",
        "'new business', new business, NEW BUSINESS",
        "'\t', null, null",
        "'', null, null",
        "null, null, null",
        "S1, S1, S1"
      })
  void keysAreTrimmedAndABlankOneIsMissing(String text, String trimmed, String upper) {
    assertThat(KeyText.trimmed(text), is(trimmed));
    assertThat(KeyText.upper(text), is(upper));
  }

  /** What is said of a packed text without looking at it as a text must be true of the text. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "B0999CH1",
        "b0999ch1",
        " B1",
        "B1\t",
        "",
        " ",
        "\u00a0B1",
        "B1\u2003",
        "\u00c9T\u00c9",
        "B\u00e9",
        "A b",
        "\u0001B",
        "B\u0001",
        "\u001cB"
      })
  void bytesTellOfNoTextThatItIsCleanWhenItIsNot(String text) {
    RowView row = packed(text);

    assertThat(!KeyText.isTrimmed(row, 0) || text.equals(KeyText.trimmed(text)), is(true));
    assertThat(!KeyText.isUpper(row, 0) || text.equals(KeyText.upper(text)), is(true));
  }

  @Test
  void plainKeysAreKnownByTheirBytes() {
    assertThat(KeyText.isUpper(packed("B0999CH1"), 0), is(true));
    assertThat(KeyText.isTrimmed(packed("Marine \u00c9"), 0), is(false));
    assertThat(KeyText.isTrimmed(packed("Caf\u00e9 bar"), 0), is(true));
  }

  private static RowView packed(String text) {
    RowLayout layout = RowLayout.of(Schema.builder().addStringField("umr").build());
    RowWriter writer = new RowWriter(layout);
    writer.setString(0, text);
    BlockBuilder block = new BlockBuilder();
    writer.appendTo(block);
    return new RowView(layout).at(block.take(), 0);
  }
}
