// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static dev.tidemark.testing.OptionsMatchers.hasOptions;
import static org.hamcrest.MatcherAssert.assertThat;

import org.junit.jupiter.api.Test;

class TidemarkOptionsTest {

  @Test
  void everyOptionIsDescribedAndHasItsDefaultAndItsFlag() {
    assertThat(
        TidemarkOptions.class,
        hasOptions(
            """
            option       | default     | example
            pipeline     | nightly     | compare-keys
            config       | null        | /etc/tidemark.yaml
            lakeRoot     | null        | /data/lake
            runTimestamp | null        | 2024-06-03T02:00:00Z
            runId        | null        | night-1
            asOf         | null        | 2024-06-03
            tables       | null        | Broker,Coverholder
            summaryFile  | null        | out/summary.json
            reportFile   | null        | out/report.html
            umr          | null        | B0999CH001
            sectionNo    | null        | S1
            month        | null        | 2024-03
            liftFuse     | false       | true
            buckets      | null        | 64
            retain       | null        | PT36H
            dryRun       | false       | true
            cut          | null        | 7
            knownAt      | null        | 2024-03-31
            testAlerts   | false       | true
            lastRuns     | null        | 5
            table        | null        | mart/gpi_utilisation
            to           | null        | gpi.csv
            overwrite    | false       | true
            force        | false       | true
            logFormat    | lines       | json
            metricsFile  | null        | out/tidemark.prom
            lineageFile  | null        | out/lineage.ndjson
            demo         | false       | true
            demoDir      | target/demo | out/demo
            list         | false       | true
            show         | null        | export
            """));
  }
}
