// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.claims;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimStatusTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      textBlock =
          """
          OPEN,      OPEN,      OPEN
          closed,    CLOSED,    CLOSED
          Reopened,  REOPENED,  REOPENED
          dEnIeD,    DENIED,    DENIED
          withdrawn, WITHDRAWN, WITHDRAWN
          Settled,   null,      SETTLED
          null,      null,      null
          """)
  void aStatusIsReadInAnyCaseAndShownInCapitals(String sent, ClaimStatus status, String text) {
    assertThat(ClaimStatus.parse(sent), is(status));
    assertThat(ClaimStatus.text(sent), is(text));
  }

  @ParameterizedTest
  @CsvSource({"OPEN, true", "REOPENED, true", "CLOSED, false", "DENIED, false", "WITHDRAWN, false"})
  void onlyAnOpenClaimHasAReserve(ClaimStatus status, boolean hasReserve) {
    assertThat(status.hasReserve(), is(hasReserve));
  }
}
