// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.tidemark.pipelines.table.PublishedCut;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GWP as it was known: three runs on three days, exported and fingerprinted later. */
class ExportTest {

  private static final String GPI = "mart/gpi_utilisation";
  private static final List<Instant> NIGHTS =
      List.of(
          Instant.parse("2024-03-30T02:00:00Z"),
          Instant.parse("2024-03-31T22:00:00Z"),
          Instant.parse("2024-04-20T02:00:00Z"));

  private static final List<BigDecimal> GWP_THEN = new ArrayList<>();
  private static final List<List<String>> DIGEST_THEN = new ArrayList<>();

  @TempDir private static Path folder = Path.of("");
  private static DemoLake lake;

  @TempDir private Path exports = Path.of("");

  @BeforeAll
  static void loadThreeDays() throws SQLException {
    lake = DemoLake.withSourceIn(folder);
    for (int day = 1; day <= 3; day++) {
      lake.source().advanceTo(day);
      Instant night = NIGHTS.get(day - 1);
      Launch run = Launch.at(night, lake.commandLine(day).toArray(new String[0]));
      assertThat(run.progress(), run.exitCode(), is(0));
      Path then = folder.resolve("then-" + day + ".parquet");
      assertThat(launch("export", "--table=" + GPI, "--to=" + then).exitCode(), is(0));
      GWP_THEN.add(gwp("read_parquet('" + then + "')"));
      DIGEST_THEN.add(launch("digest").output());
    }
    assertThat(GWP_THEN.get(0), is(not(GWP_THEN.get(1))));
    assertThat(GWP_THEN.get(1), is(not(GWP_THEN.get(2))));
  }

  @Test
  void everyDateTellsWhatWasKnownByItsEnd() throws SQLException {
    List<String> dates =
        List.of("2024-03-30", "2024-03-31T21:59:59Z", "2024-03-31", "2024-04-19", "2030-01-01");
    List<Integer> known = List.of(0, 0, 1, 1, 2);
    for (int i = 0; i < dates.size(); i++) {
      Path file = exports.resolve(i + ".csv");
      Launch export =
          launch("export", "--table=" + GPI, "--to=" + file, "--knownAt=" + dates.get(i));
      assertThat(export.progress(), export.exitCode(), is(0));
      assertThat(export.lastLine(), containsString("\"cut\":%d,".formatted(known.get(i) + 1)));
      assertThat(dates.get(i), gwp("read_csv('" + file + "')"), is(GWP_THEN.get(known.get(i))));
      assertThat(
          launch("digest", "--knownAt=" + dates.get(i)).output(),
          is(DIGEST_THEN.get(known.get(i))));
    }
  }

  @Test
  void aDayBeforeTheFirstCutNamesTheEarliest() {
    isRefused(
        launch("digest", "--knownAt=2024-03-29"),
        "--knownAt=2024-03-29 is before anything was published in the lake "
            + lake.root()
            + "; the earliest cut is that of batch 1, of 2024-03-30T02:00:00Z");
  }

  @Test
  void aCutThatVacuumHasLetGoIsNotReplacedByAnotherOne() {
    DemoLake spoilt = lake.copyTo(exports.resolve("spoilt"));
    PublishedCut.of(spoilt.root(), 2).orElseThrow().expire(spoilt.root());

    isRefused(
        Launch.at(
            DemoLake.NOW,
            "--config=" + spoilt.config(),
            "--pipeline=digest",
            "--knownAt=2024-03-31"),
        "--knownAt=2024-03-31 is the cut of batch 2, of 2024-03-31T22:00:00Z, which"
            + " --pipeline=vacuum has let go; the earliest that can be read is that of batch 1, of"
            + " 2024-03-30T02:00:00Z");
  }

  @Test
  void anUnknownTableIsNamedWithWhatWasMeant() {
    isRefused(
        launch("export", "--table=mart/gpi_utilization", "--to=" + exports.resolve("gpi.csv")),
        "--table=mart/gpi_utilization is not in the cut of batch 3; did you mean"
            + " mart/gpi_utilisation?");
  }

  @Test
  void aFileThatIsThereStaysUnlessItIsToBeOverwritten() throws IOException {
    Path file = Files.writeString(exports.resolve("gpi.csv"), "mine");

    isRefused(
        launch("export", "--table=" + GPI, "--to=" + file),
        "--to=" + file + " is there already; name another file, or add --overwrite");
    assertThat(Files.readString(file), is("mine"));

    assertThat(launch("export", "--table=" + GPI, "--to=" + file, "--overwrite").exitCode(), is(0));
    assertThat(Files.readString(file), endsWith("\r\n"));
    try (Stream<Path> files = Files.list(exports)) {
      assertThat("no half of one is left", files.toList(), contains(file));
    }
  }

  private static void isRefused(Launch launch, String complaint) {
    assertThat(launch.complaints(), contains("tidemark: " + complaint));
    assertThat(launch.exitCode(), is(2));
  }

  private static Launch launch(String pipeline, String... more) {
    List<String> args =
        new ArrayList<>(List.of("--config=" + lake.config(), "--pipeline=" + pipeline));
    args.addAll(List.of(more));
    return Launch.at(DemoLake.NOW, args.toArray(new String[0]));
  }

  private static BigDecimal gwp(String rows) throws SQLException {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement();
        ResultSet sum =
            statement.executeQuery(
                "SELECT SUM(CAST(month_gwp_gbp AS DECIMAL(38, 2))) FROM " + rows)) {
      sum.next();
      return sum.getBigDecimal(1);
    }
  }
}
