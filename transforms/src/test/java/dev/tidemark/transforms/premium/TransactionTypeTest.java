// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransactionTypeTest {
  @ParameterizedTest
  @CsvSource({
    "NEW|NB|N|NEW BUSINESS|OP, NEW, 10000, 10000",
    "RENEWAL|REN|RN|R, RENEWAL, 10000, 10000",
    "ADDITIONAL_PREMIUM|AP, ADDITIONAL_PREMIUM, 10000, 10000",
    "REINSTATEMENT|REINST, REINSTATEMENT, 10000, 10000",
    "CANCELLATION|CANC|CANX|CXL|CAN, CANCELLATION, -10000, -10000",
    "VOID|NTU, VOID, -10000, -10000",
    "RETURN_PREMIUM|RP|REFUND, RETURN_PREMIUM, -10000, -10000",
    "MTA|ENDORSEMENT|END|ENDT|ADJUSTMENT|AMENDMENT, MTA, 10000, -10000",
    "CORRECTION|CORR|DECLARATION, CORRECTION, 10000, -10000",
    "NIL, NIL, 0, 0",
    "SOMETHING ELSE, SOMETHING ELSE, 10000, -10000"
  })
  void everySpellingHasItsTypeAndSign(
      String spellings, String canonical, long positive, long negative) {
    for (String spelling : spellings.split("\\|", -1)) {
      SignRule sign = TransactionType.signOf(TransactionType.parse(spelling));
      assertThat(spelling, TransactionType.canonical(spelling), is(canonical));
      assertThat(spelling, sign.signed(10000), is(positive));
      assertThat(spelling, sign.signed(-10000), is(negative));
    }
  }

  @Test
  void anUnknownTypeIsNoType() {
    assertThat(TransactionType.parse("SOMETHING ELSE"), is(nullValue()));
    assertThat(TransactionType.parse(null), is(nullValue()));
    assertThat(TransactionType.canonical(null), is(nullValue()));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "NEW, 100, OP",
        "NEW, 0, OP",
        "RENEWAL, 100, OP",
        "MTA, -1, RP",
        "MTA, 1, AP",
        "MTA, 0, AP",
        "CANCELLATION, -100, RP",
        "CANCELLATION, 0, AP",
        "NIL, 0, AP",
        "null, -1, RP",
        "null, 1, AP"
      })
  void theLondonPremiumTypeFollowsTypeAndSign(
      TransactionType type, long gross, LondonPremiumType london) {
    assertThat(LondonPremiumType.of(type, gross), is(london));
  }
}
