// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Others read the demo's lake as the product meant it: DuckDB its Parquet files, Spark with Delta's
 * own connector its tables.
 */
class OutsideReadersTest {

  // CH005-0005 is cancelled on day 4, sent as 2400.00 at 15 % and modified at the last microsecond
  // of a second
  private static final String CANCELLATION = "premium_transaction_id = 400003";
  private static final List<String> AS_SENT =
      List.of("CANCELLATION -2400.00 15.0000 -360.00 1.00000000 2024-05-29");
  private static final List<String> MICROS_AS_SENT = List.of("1717609200999999");

  private static final String FACTS = "gold/fact_premium_transaction";
  private static final String AMOUNTS =
      "transaction_type, gross_premium_signed, commission_pct, commission_amount, rate_to_gbp, effective_date";

  private static PublishedLake lake() {
    return DemoRuns.DIRECT.lake();
  }

  @Test
  void duckDbCountsTheRowsOfEveryTable() throws Exception {
    Map<String, Long> counts = new TreeMap<>();
    try (DuckDb duckDb = DuckDb.over(lake())) {
      for (String table : lake().versions().keySet()) {
        counts.put(table, duckDb.count(table));
      }
    }

    assertThat(counts, is(digestCounts()));
  }

  @Test
  void duckDbReadsDecimalsDatesAndMicroseconds() throws Exception {
    try (DuckDb duckDb = DuckDb.over(lake())) {
      assertThat(
          duckDb.rows(
              "SELECT " + AMOUNTS + " FROM gold.fact_premium_transaction WHERE " + CANCELLATION),
          is(AS_SENT));
      assertThat(
          duckDb.rows(
              "SELECT epoch_us(modified_date) FROM gold.fact_premium_transaction WHERE "
                  + CANCELLATION),
          is(MICROS_AS_SENT));
    }
  }

  @Test
  void deltaOnSparkCountsTheRowsOfEveryTable() {
    Map<String, Long> counts = new TreeMap<>();
    Set<String> protocols = new TreeSet<>();
    try (DeltaSpark spark = DeltaSpark.over(lake())) {
      for (String table : lake().versions().keySet()) {
        counts.put(table, Long.valueOf(spark.rows("count(*)", table, "true").get(0)));
        protocols.add(spark.protocol(table));
      }

      assertThat(spark.rows(AMOUNTS, FACTS, CANCELLATION), is(AS_SENT));
      assertThat(spark.rows("unix_micros(modified_date)", FACTS, CANCELLATION), is(MICROS_AS_SENT));
    }

    assertThat(counts, is(digestCounts()));
    assertThat(protocols, is(Set.of("reader 1, writer 2")));
  }

  /** A column came between two runs: old files lack it, and the table's log has it since then. */
  @Test
  void othersReadATableThatGotAColumn(@TempDir Path folder) throws Exception {
    DemoLake demo = DemoLake.withSourceIn(folder);
    assertThat(demo.run(1).exitCode(), is(0));
    demo.sql(
        "ALTER TABLE bdx.PremiumTransaction ADD Reference VARCHAR(20)",
        "UPDATE bdx.PremiumTransaction SET Reference = 'late', ModifiedDate = '2024-06-03 10:00:00'"
            + " WHERE PremiumTransactionId = 17");
    Launch second = demo.run(2);
    assertThat(second.complaints(), is(List.of()));
    assertThat(second.lastLine(), containsString("\"new_columns\":[\"REFERENCE VARCHAR\"]"));
    PublishedLake lake = PublishedLake.at(Path.of(demo.root()), DemoLake.BUCKETS);
    String silver = "silver/premium_transaction";

    String rows;
    try (DuckDb duckDb = DuckDb.over(lake)) {
      rows = Long.toString(duckDb.count(silver));
      assertThat(
          duckDb.rows(
              "SELECT count(*), count(reference), max(premium_transaction_id) FILTER (reference ="
                  + " 'late') FROM silver.premium_transaction"),
          is(List.of(rows + " 1 17")));
    }
    try (DeltaSpark spark = DeltaSpark.over(lake)) {
      assertThat(
          spark.rows("count(*), count(reference)", silver, "true"), is(List.of(rows + " 1")));
      assertThat(
          spark.rows("premium_transaction_id", silver, "reference = 'late'"), is(List.of("17")));
      assertThat(spark.protocol(silver), is("reader 1, writer 2"));
    }
    Launch digest = Launch.at(DemoLake.NOW, "--config=" + demo.config(), "--pipeline=digest");
    assertThat(digest.exitCode(), is(0));
    assertThat(
        Launch.at(DemoLake.NOW, "--config=" + demo.config(), "--pipeline=reconcile").exitCode(),
        is(0));
  }

  private static Map<String, Long> digestCounts() {
    Map<String, Long> counts = new TreeMap<>();
    lake().digests().forEach((table, digest) -> counts.put(table, digest.rowCount()));
    return counts;
  }
}
