// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.matchesRegex;
import static org.hamcrest.Matchers.startsWith;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A night with nothing new starts no Spark: it ends well under a master that does not exist, which
 * is found out as soon as something is due.
 */
class QuietNightTest {

  private static final String[] NO_SPARK = {"--runner=SparkRunner", "--sparkMaster=nowhere"};

  private static final String ONLY_COVERHOLDERS =
      """
      tables:
        ContractSection: {enabled: false}
        Broker: {enabled: false}
        PremiumTransaction: {enabled: false}
        RiskTransaction: {enabled: false}
        ClaimTransaction: {enabled: false}
        BusinessPlan: {enabled: false}
        ExchangeRate: {enabled: false}
      """;

  @Test
  void nothingOfSparkIsNeededUntilSomethingIsDue(@TempDir Path folder) {
    DemoLake lake = DemoLake.withSourceIn(folder).configure(ONLY_COVERHOLDERS);
    Launch loaded = lake.run(1, "--runner=DirectRunner");
    assertThat(loaded.progress(), loaded.exitCode(), is(0));

    Launch quiet = lake.run(1, NO_SPARK, "--force");
    assertThat(quiet.progress(), quiet.exitCode(), is(0));
    assertThat(quiet.lastLine(), containsString("\"outcome\":\"EMPTY\""));
    String last = quiet.progress().lines().reduce("", (before, line) -> line);
    assertThat(
        last,
        matchesRegex(
            ".* empty: 1 tables, 0 rows landed, 0 lake tables changed, .*, [0-9]+\\.[0-9] s"));

    lake.source().advanceTo(2);
    Launch due = lake.run(2, NO_SPARK);
    assertThat(due.exitCode(), is(2));
    assertThat(
        due.complaints(), contains(startsWith("tidemark: --sparkMaster: Could not parse Master")));
  }
}
