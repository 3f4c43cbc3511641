// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import org.junit.jupiter.api.Test;

class PersonalDataTest {
  @Test
  void aSaltedHashIsHmacSha256() {
    assertThat(
        PersonalData.saltedWith("pepper").hash("Ann Ö"),
        is("d334b4b7495dfbcfb05d70dfe2f9d248adda9e4813c9e718b6e0668ee030429a"));
  }

  @Test
  void anotherSaltGivesAnotherHash() {
    assertThat(
        PersonalData.saltedWith("salt").hash("Ann Ö"),
        is(not(PersonalData.saltedWith("pepper").hash("Ann Ö"))));
  }

  @Test
  void withoutASaltNothingIsKept() {
    assertThat(PersonalData.saltedWith(null).hash("Ann Ö"), is(nullValue()));
    assertThat(PersonalData.saltedWith("").hash("Ann Ö"), is(nullValue()));
  }

  @Test
  void aMissingNameStaysMissing() {
    assertThat(PersonalData.saltedWith("pepper").hash(null), is(nullValue()));
    assertThat(PersonalData.mask(null), is(nullValue()));
    assertThat(PersonalData.mask("Ann Ö"), is("***"));
  }
}
