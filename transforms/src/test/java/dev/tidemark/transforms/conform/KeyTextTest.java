// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
