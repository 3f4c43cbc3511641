// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.demo.DemoDay;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  private static final String CHANGES = "silver/coverholder_changes";
  private static final String FACTS = "gold/fact_premium_transaction";
  private static final String AMOUNTS =
      "transaction_type, gross_premium_signed, commission_pct, commission_amount, rate_to_gbp, effective_date";

  private static PublishedLake lake() {
    return DemoRuns.DIRECT.lake();
  }

  @Test
  void duckDbHasTheCountsAndSumsOfEveryTable() throws Exception {
    PublishedLake lake = lake();
    Map<String, String> figures = new TreeMap<>();
    try (DuckDb duckDb = DuckDb.over(lake)) {
      for (String table : lake.versions().keySet()) {
        String select = "SELECT " + figures(lake, table) + " FROM " + table.replace('/', '.');
        figures.put(
            table,
            duckDb.count(table) == 0
                ? "0" + " null".repeat(lake.decimals(table).size())
                : plain(duckDb.rows(select).get(0)));
      }
    }

    assertThat(figures, is(ourFigures(lake)));
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
  void deltaOnSparkHasTheCountsAndSumsOfEveryTable() {
    PublishedLake lake = lake();
    Map<String, String> figures = new TreeMap<>();
    Set<String> protocols = new TreeSet<>();
    try (DeltaSpark spark = DeltaSpark.over(lake)) {
      for (String table : lake.versions().keySet()) {
        figures.put(table, plain(spark.rows(figures(lake, table), table, "true").get(0)));
        protocols.add(spark.protocol(table));
      }

      assertThat(spark.rows(AMOUNTS, FACTS, CANCELLATION), is(AS_SENT));
      assertThat(spark.rows("unix_micros(modified_date)", FACTS, CANCELLATION), is(MICROS_AS_SENT));
      // Spark skips files by the least and greatest in the log, which are cut to milliseconds
      for (String edge : List.of("min", "max")) {
        for (String column : List.of("modified_date", "coverholder_name")) {
          String value = spark.rows(edge + "(" + column + ")", CHANGES, "true").get(0);
          assertThat(
              column + " " + value,
              spark.rows(
                  "count(*) > 0", CHANGES, column + " = '" + value.replace("'", "\\'") + "'"),
              is(List.of("true")));
        }
      }
    }

    assertThat(figures, is(ourFigures(lake)));
    assertThat(protocols, is(Set.of("reader 1, writer 2")));
  }

  @Test
  void everyCutStaysReadableAsItWas() {
    List<String> counts = new ArrayList<>();
    List<String> ours = new ArrayList<>();
    for (PublishedLake cut : DemoRuns.DIRECT.cuts()) {
      ours.add(Long.toString(cut.rowCount(FACTS)));
      try (DeltaSpark spark = DeltaSpark.over(cut)) {
        counts.addAll(spark.rows("count(*)", FACTS, "true"));
      }
    }

    assertThat(counts, is(ours));
    assertThat(counts, hasSize(DemoDay.LAST));
    assertThat(Set.copyOf(counts), hasSize(DemoDay.LAST));
  }

  /** The queries of {@code docs/table-format.md}, over the demo's lake. */
  @Test
  void thePagesQueriesReadACut() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "table-format.md"));
    PublishedLake lake = lake();
    String script = between(page, "```sql\n", "```").replace("/data/lake", lake.root().toString());
    List<String> statements = List.of(script.strip().split(";\n?"));
    String rows;
    try (DuckDb duckDb = DuckDb.over(lake)) {
      rows = Long.toString(duckDb.count(FACTS));
      for (String statement : statements.subList(0, statements.size() - 1)) {
        duckDb.execute(statement);
      }
      String query = statements.get(statements.size() - 1).replaceFirst("ORDER BY 1$", "");
      assertThat(
          duckDb.rows("SELECT sum(transactions), sum(gross_premium_gbp) FROM (" + query + ")"),
          is(
              duckDb.rows(
                  "SELECT count(*), sum(gross_premium_gbp) FROM gold.fact_premium_transaction")));
    }

    String python = between(page, "```python\nimport glob", "```");
    String query = between(python, "spark.sql(\"\"\"", "\"\"\"");
    try (DeltaSpark spark = DeltaSpark.over(lake)) {
      spark.query(
          "CREATE OR REPLACE TEMP VIEW answer AS " + query, FACTS, "gold/dim_contract_section");
      assertThat(spark.query("SELECT sum(transactions) FROM answer"), is(List.of(rows)));
    }
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

  private static String figures(PublishedLake lake, String table) {
    return Stream.concat(
            Stream.of("count(*)"),
            lake.decimals(table).stream().map(column -> "sum(" + column + ")"))
        .collect(Collectors.joining(", "));
  }

  private static Map<String, String> ourFigures(PublishedLake lake) {
    Map<String, String> figures = new TreeMap<>();
    lake.figures()
        .forEach(
            (table, values) ->
                figures.put(
                    table,
                    plain(values.stream().map(String::valueOf).collect(Collectors.joining(" ")))));
    return figures;
  }

  /** Numbers without exponents and without zeros at their ends: engines differ there. */
  private static String plain(String numbers) {
    return Arrays.stream(numbers.split(" "))
        .map(n -> n.equals("null") ? n : new BigDecimal(n).stripTrailingZeros().toPlainString())
        .collect(Collectors.joining(" "));
  }

  private static String between(String page, String from, String to) {
    int start = page.indexOf(from) + from.length();
    return page.substring(start, page.indexOf(to, start));
  }
}
