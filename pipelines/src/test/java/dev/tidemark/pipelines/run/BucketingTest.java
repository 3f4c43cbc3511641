// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketingTest {

  @ParameterizedTest
  @CsvSource({
    "0, 4",
    "1000000, 4",
    "1000001, 8",
    "2000000, 8",
    "5000000, 32",
    "100000000, 512",
    "256000000, 1024",
    "9000000000, 1024",
  })
  void aBucketHasAtMostAQuarterOfAMillionRowsWhereThatIsPossible(long rows, int buckets) {
    assertThat(Bucketing.forRows(rows), is(buckets));
  }

  @Test
  void aLakeWithFourTimesAsManyRowsIsWorthAWarning() {
    assertThat(Bucketing.outgrown("silver/x", 4_000_000, 4), is(Optional.empty()));
    assertThat(
        Bucketing.outgrown("silver/x", 4_000_001, 4),
        is(
            Optional.of(
                "silver/x has 4000001 rows in 4 buckets, each of which one worker merges; run"
                    + " --pipeline=rebucket, which would make it 32")));
    // there is nothing better to offer
    assertThat(Bucketing.outgrown("silver/x", 9_000_000_000L, 1024), is(Optional.empty()));
    assertThat(Bucketing.outgrown("silver/x", 0, 4), is(Optional.empty()));
  }
}
