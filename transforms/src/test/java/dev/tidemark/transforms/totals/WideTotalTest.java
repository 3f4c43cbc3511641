// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class WideTotalTest {
  @Test
  void aSumBeyondALongWidens() {
    WideTotal total = new WideTotal("cumulative", 2);
    for (int i = 0; i < 1000; i++) {
      total.add(999_999_999_999_999_999L);
    }
    assertThat(total.value(), is(new BigDecimal("9999999999999999990.00")));
    for (int i = 0; i < 1000; i++) {
      total.add(-999_999_999_999_999_999L);
    }
    assertThat(total.value(), is(new BigDecimal("0.00")));
  }

  @Test
  void aSumBeyondThirtyEightDigitsFailsByName() {
    WideTotal total = new WideTotal("cumulative", 2);
    total.add(new BigDecimal("999999999999999999999999999999999999.99"));
    assertThat(total.value(), is(new BigDecimal("999999999999999999999999999999999999.99")));
    total.add(1);
    assertThat(
        assertThrows(ArithmeticException.class, total::value).getMessage(),
        is("cumulative: 1000000000000000000000000000000000000.00" + " does not fit DECIMAL(38,2)"));
  }

  @Test
  void aClearedTotalIsZeroAtItsScale() {
    WideTotal total = new WideTotal("cumulative", 2);
    total.add(Long.MAX_VALUE);
    total.add(1);
    total.clear();
    assertThat(total.value(), is(new BigDecimal("0.00")));
  }
}
