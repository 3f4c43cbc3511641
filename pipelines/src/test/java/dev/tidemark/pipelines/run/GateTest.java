// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.TableDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole runs in which a step before the gate has a defect, and then one in which none has. */
@TestMethodOrder(OrderAnnotation.class)
class GateTest {

  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");

  private static Installation installation;

  @BeforeAll
  static void publishesANightAndChangesTheSource(@TempDir Path folder)
      throws SQLException, IOException {
    WorkedExample source = WorkedExample.in(TestSource.H2);
    installation = new Installation(source.url(), folder.resolve("lake"));
    installation.run("night-1", NIGHT);
    source.execute(
        "UPDATE ref.Coverholder SET Status = 'LIVE', ModifiedDate = '2024-06-03 03:00:00'"
            + " WHERE CoverholderId = 'CH001'",
        WorkedExample.premium(
            101, "CH001", "CERT-1004", "NEW", "2024-05-01", "10.00", "2024-06-03 03:00:00"));
  }

  @Order(1)
  @ParameterizedTest
  @EnumSource
  void aRunWithADefectIsStoppedNamesTheRowAndLeavesTheCutAsItWas(Defect defect) {
    Map<String, TableDigest> before = installation.digests();
    DefectRunner.Options options = Installation.options(DefectRunner.Options.class);
    options.setRunner(DefectRunner.class);
    options.setDefect(defect);
    options.setLake(installation.config().lake().root());
    options.setBuckets(installation.tables().buckets());

    AuditFailedException stopped =
        assertThrows(
            AuditFailedException.class,
            () -> installation.run(defect.name(), NIGHT.plusSeconds(86_400), options));

    assertThat(stopped.getMessage(), containsString(defect.told()));
    assertThat(installation.digests(), is(before));
    assertThat(installation.rows(defect.table()), hasSize(rowsBefore(before, defect.table())));
  }

  @Order(2)
  @Test
  void theSameRunWithoutADefectPublishes() {
    Map<String, TableDigest> before = installation.digests();

    RunSummary summary = installation.run("night-2", NIGHT.plusSeconds(86_400));

    assertThat(summary.outcome(), is(RunSummary.Outcome.LOADED));
    assertThat(installation.digests(), is(not(before)));
    // twenty coverholders and a second version, three sections, one broker
    assertThat(
        summary.checks().stream().map(Check::toString).toList(),
        hasItem("dimensions: versions that overlap: 0 of 25 = 0"));
  }

  private static int rowsBefore(Map<String, TableDigest> digests, String table) {
    TableDigest digest = digests.get(table);
    return digest == null ? -1 : Math.toIntExact(digest.rowCount());
  }
}
