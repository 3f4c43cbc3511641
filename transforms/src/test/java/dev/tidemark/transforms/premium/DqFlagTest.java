// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.emptyString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.sameInstance;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DqFlagTest {
  @Test
  void aSetIsACommaListSortedByName() {
    int flags = DqFlag.UMR_FORMAT.bit() | DqFlag.BROKER_UNKNOWN.bit() | DqFlag.RATE_ON_GBP.bit();
    assertThat(DqFlag.text(flags), is("BROKER_UNKNOWN,RATE_ON_GBP,UMR_FORMAT"));
    assertThat(DqFlag.parse("RATE_ON_GBP,UMR_FORMAT,BROKER_UNKNOWN"), is(flags));
    assertThat(DqFlag.text(flags), is(sameInstance(DqFlag.text(flags))));
  }

  @Test
  void noFlagsAreTheEmptyText() {
    assertThat(DqFlag.text(DqFlag.NONE), is(""));
    assertThat(DqFlag.parse(""), is(DqFlag.NONE));
  }

  @ParameterizedTest
  @EnumSource(DqFlag.class)
  void everyFlagIsDescribedAndReadsBack(DqFlag flag) {
    assertThat(flag.description(), is(not(emptyString())));
    assertThat(DqFlag.text(flag.bit()), is(flag.name()));
    assertThat(flag.in(DqFlag.parse(flag.name())), is(true));
    assertThat(flag.in(DqFlag.NONE), is(false));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "NEW, 100, 10, ''",
        "NEW, -100, 10, NEGATIVE_NEW",
        "RENEWAL, -100, null, 'COMMISSION_MISSING,NEGATIVE_NEW'",
        "REINSTATEMENT, -100, 10, ''",
        "null, -100, 10, TYPE_UNKNOWN",
        "NIL, 0, null, COMMISSION_MISSING"
      })
  void whatTheRowItselfShows(TransactionType type, long gross, String pct, String flags) {
    assertThat(DqFlag.text(PremiumRule.flags(type, gross, pct)), is(flags));
  }

  @Test
  void onlyANilRowNeedsNoAmount() {
    assertThat(PremiumRule.hasAmount(TransactionType.NIL, null), is(true));
    assertThat(PremiumRule.hasAmount(TransactionType.NEW, null), is(false));
    assertThat(PremiumRule.hasAmount(null, null), is(false));
    assertThat(PremiumRule.hasAmount(TransactionType.NEW, 0L), is(true));
  }
}
