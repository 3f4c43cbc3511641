// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UmrTest {
  private static final Pattern SPEC = Pattern.compile("^B\\d{4}[A-Z0-9]{1,12}$");

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "B0999CH001, true, 0999",
        "B0999A, true, 0999",
        "B0990AZ09, true, 0990",
        "'B0999:', false, 0999",
        "B0999@, false, 0999",
        "B0999[, false, 0999",
        "B0999/, false, 0999",
        "B0999ABCDEFGHIJKL, true, 0999",
        "B0999ABCDEFGHIJKLM, false, 0999",
        "B0999, false, 0999",
        "B09, false, null",
        "'', false, null",
        "X0999CH001, false, 0999",
        "B09A9CH001, false, 09A9",
        "B0999ch001, false, 0999",
        "B0999CH-01, false, 0999",
        "B0999CHÉ01, false, 0999"
      })
  void theFormatAndTheBrokerCodeOfAUmr(String umr, boolean wellFormed, String broker) {
    assertThat(Umr.isWellFormed(umr), is(wellFormed));
    assertThat(SPEC.matcher(umr).matches(), is(wellFormed));
    assertThat(Umr.brokerCode(umr), is(broker));
  }
}
