// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;

import dev.tidemark.pipelines.demo.DemoSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Others write to the tables between two of our runs: Spark, with Delta's own connector, compacts,
 * rewrites, sweeps up and mends; then the next night goes on.
 */
class OutsideWritersTest {

  private static final String SILVER = "silver/premium_transaction";
  private static final String FACTS = "gold/fact_premium_transaction";
  private static final List<String> GROW = List.of(SILVER, FACTS);

  /** One table of each kind: every type that a lake table has is among their columns. */
  private static final List<String> KINDS =
      List.of(
          SILVER,
          "silver/section_month",
          "silver/contract_section_changes",
          FACTS,
          "gold/dim_coverholder_history",
          "mart/gpi_utilisation");

  private static final Pattern COMMIT = Pattern.compile(".*/_delta_log/\\d+\\.json");
  private static final Pattern PROTOCOL = Pattern.compile("\"protocol\":(\\{[^}]*})");

  /** Two nights by us. */
  private static DemoLake twoNights;

  @BeforeAll
  static void runTwoNights(@TempDir Path folder) {
    twoNights = DemoLake.withSourceIn(folder);
    assertThat(twoNights.run(1).exitCode(), is(0));
    twoNights.source().advanceTo(2);
    assertThat(twoNights.run(2).exitCode(), is(0));
  }

  /** What holds the same rows in other files is no change of a table. */
  @Test
  void aNightAfterOptimizeRewritesAndVacuumLeavesWhatAnUndisturbedLakeHas(
      @TempDir Path left, @TempDir Path right) {
    DemoLake disturbed = twoNights.copyTo(left);
    PublishedLake before = published(disturbed);
    try (DeltaSpark spark = DeltaSpark.over(before)) {
      for (String table : GROW) {
        long files = spark.liveFiles(table);
        spark.run("OPTIMIZE %s", table);
        assertThat(table, files, greaterThan(spark.liveFiles(table)));
      }
      // every row is written again, as Spark writes its types, to many small files
      spark.run("SET spark.sql.files.maxRecordsPerFile = 700");
      for (String table : KINDS) {
        spark.run("UPDATE %s SET _bucket = _bucket", table);
      }
      assertThat(spark.liveFiles(SILVER), greaterThan(4L));
      for (String table : List.of(SILVER, FACTS)) {
        spark.run("VACUUM %s RETAIN 0 HOURS", table);
      }
      spark.run("OPTIMIZE %s", FACTS);
    }
    DemoLake undisturbed = twoNights.copyTo(right);
    for (DemoLake lake : List.of(disturbed, undisturbed)) {
      lake.source().advanceTo(3);
      Launch third = lake.run(3);
      assertThat(third.complaints() + third.output().toString(), third.exitCode(), is(0));
    }

    assertThat(disturbed.digests(), is(undisturbed.digests()));
    PublishedLake after = published(disturbed);
    before
        .versions()
        .forEach(
            (table, version) ->
                assertThat(table, after.versions().get(table), greaterThanOrEqualTo(version)));
    assertThat(protocols(disturbed), is(Set.of("{\"minReaderVersion\":1,\"minWriterVersion\":2}")));
    Launch proof = reconcile(disturbed);
    assertThat(proof.progress(), proof.exitCode(), is(0));
  }

  /**
   * Gold is made of silver, and silver of the source: a mended fact is undone, a mended silver row
   * stands until the source sends it again, and the proof of the lake names it until then.
   */
  @Test
  void whatOthersMendIsDerivedAnewAndNamedByTheProofWhileItStands(@TempDir Path folder) {
    DemoLake lake = twoNights.copyTo(folder);
    List<String> first;
    List<String> second;
    List<String> before;
    try (DeltaSpark spark = DeltaSpark.over(published(lake))) {
      first = spark.rows("premium_transaction_id", FACTS, "_bucket = 0 ORDER BY 1 LIMIT 4");
      second = spark.rows("premium_transaction_id", FACTS, "_bucket = 1 ORDER BY 1 LIMIT 2");
      before = facts(spark, first, second);
      spark.run(
          "MERGE INTO %1$s AS fact USING (SELECT premium_transaction_key FROM %1$s WHERE"
              + idIn(List.of(first.get(1), second.get(1)))
              + ") AS mended ON fact.premium_transaction_key = mended.premium_transaction_key"
              + " WHEN MATCHED THEN UPDATE SET gross_premium_signed = 0.01",
          FACTS);
      spark.run("DELETE FROM %s WHERE" + idIn(List.of(first.get(2))), FACTS);
      // the source sends the first of them again in the night, and not the other
      spark.run(
          "UPDATE %s SET gross_premium = gross_premium + 7 WHERE"
              + idIn(List.of(first.get(0), first.get(3))),
          SILVER);
      assertThat("a cut stays as it is", facts(spark, first, second), is(before));
    }
    sendAgain(lake, 3, first.get(0), second.get(0));
    assertThat(lake.run(3).exitCode(), is(0));

    try (DeltaSpark spark = DeltaSpark.over(published(lake))) {
      List<String> after = new ArrayList<>(facts(spark, first, second));
      after.removeAll(before);
      assertThat(after, contains(startsWith(first.get(3) + " ")));
    }
    Launch proof = reconcile(lake);
    assertThat(proof.exitCode(), is(3));
    assertThat(
        proof.progress().lines().filter(line -> line.startsWith("WRONG")).toList(),
        hasItem(containsString("PremiumTransaction")));
  }

  private static PublishedLake published(DemoLake lake) {
    return PublishedLake.at(Path.of(lake.root()), DemoLake.BUCKETS);
  }

  private static Launch reconcile(DemoLake lake) {
    return Launch.at(DemoLake.NOW, "--config=" + lake.config(), "--pipeline=reconcile");
  }

  /** Rows of the source that are as they were but for the time of their change. */
  private static void sendAgain(DemoLake lake, int day, String... transactions) {
    lake.sql(
        "UPDATE bdx.PremiumTransaction SET ModifiedDate = '"
            + DemoSource.logicalTime(day).toString().substring(0, 10)
            + " 01:00:00' WHERE"
            + idIn(List.of(transactions))
                .replace("premium_transaction_id", "PremiumTransactionId"));
  }

  private static List<String> facts(DeltaSpark spark, List<String> some, List<String> others) {
    return spark.rows(
        "premium_transaction_id, gross_premium_signed",
        FACTS,
        idIn(Stream.concat(some.stream(), others.stream()).toList())
            + " ORDER BY premium_transaction_id");
  }

  private static String idIn(List<String> transactions) {
    return " premium_transaction_id IN (" + String.join(", ", transactions) + ")";
  }

  /** Every protocol that any table of a lake ever asked for. */
  private static Set<String> protocols(DemoLake lake) {
    Set<String> protocols = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of(lake.root()))) {
      for (Path commit : files.filter(OutsideWritersTest::isCommit).toList()) {
        Matcher protocol = PROTOCOL.matcher(Files.readString(commit));
        while (protocol.find()) {
          protocols.add(protocol.group(1));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return protocols;
  }

  private static boolean isCommit(Path file) {
    return COMMIT.matcher(file.toString()).matches();
  }
}
