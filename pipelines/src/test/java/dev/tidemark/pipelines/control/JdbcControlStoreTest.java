// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.config.SecretRef;
import dev.tidemark.testing.EmbeddedDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class JdbcControlStoreTest {
  private static final Mark MARK = new Mark("2024-02-05 09:00:00.123456", "TIMESTAMP");
  private static final Instant NIGHT = Instant.parse("2024-02-06T01:00:00Z");

  @TempDir private Path folder = Path.of("");

  @RegisterExtension final EmbeddedDatabase embedded = EmbeddedDatabase.create();

  @Test
  void whatIsWrittenIsThereAfterReopening() {
    try (ControlStore store = JdbcControlStore.open(database())) {
      store.moveMarks(List.of(firstMove("Premium")), List.of(), run(store.openBatch(0)));
    }
    try (ControlStore store = JdbcControlStore.open(database())) {
      assertThat(store.mark("Premium"), is(Optional.of(MARK)));
      assertThat(store.openBatch(0), is(2L));
    }
  }

  @Test
  void aSecondProcessIsToldInOneLineAndAKilledOneLeavesItsCommitsAndNoLock() throws Exception {
    Process other = otherProcess(database().url());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8))) {
      // The other process says so once its batch is committed, and then holds the database.
      assertThat(lines.readLine(), is("1"));

      ControlStoreException refused =
          assertThrows(ControlStoreException.class, () -> JdbcControlStore.open(database()));
      assertThat(refused.reason(), is(ControlStoreException.Reason.UNREACHABLE));
      assertThat(
          refused.getMessage(),
          is(
              "control database jdbc:h2:file:"
                  + folder.resolve("control")
                  + " is in use by another process; wait until that run has ended"));
    } finally {
      other.destroyForcibly().waitFor();
    }

    try (ControlStore store = JdbcControlStore.open(database())) {
      assertThat(store.openBatch(0), is(1L));
      store.moveMarks(List.of(), List.of(), run(1));
      assertThat(store.openBatch(0), is(2L));
    }
  }

  @Test
  void aBatchLeftOpenIsOpenStillAfterReopening() {
    try (ControlStore store = JdbcControlStore.open(database())) {
      store.moveMarks(List.of(), List.of(), run(store.openBatch(0)));
      assertThat(store.openBatch(0), is(2L));
    }
    try (ControlStore store = JdbcControlStore.open(database())) {
      assertThat(store.openBatch(0), is(2L));
    }
  }

  @Test
  void aRowThatAnOperatorAddedHasNoMarkAndIsFilledByTheFirstLoad() throws Exception {
    try (ControlStore store = JdbcControlStore.open(DatabaseConfig.of(embedded.url()))) {
      embedded.insert("etl.watermark", "table_name | is_enabled\nFee | false");

      assertThat(store.mark("Fee"), is(Optional.empty()));
      assertThat(
          store.watermarks(),
          is(
              Map.of(
                  "Fee",
                  new Watermark(
                      "Fee", null, null, List.of(), null, null, null, null, null, false, 0,
                      null))));

      store.moveMarks(List.of(firstMove("Fee")), List.of(), run(1));
      assertThat(store.mark("Fee"), is(Optional.of(MARK)));
    }
  }

  @Test
  void twoStoresCannotBothMoveOneMark() {
    DatabaseConfig shared = DatabaseConfig.of(embedded.url());
    try (ControlStore one = JdbcControlStore.open(shared);
        ControlStore two = JdbcControlStore.open(shared)) {
      one.moveMarks(List.of(firstMove("Premium")), List.of(), run(one.openBatch(0)));

      assertThrows(
          MarkConflictException.class,
          () -> two.moveMarks(List.of(firstMove("Premium")), List.of(), run(two.openBatch(0))));
      assertThat(one.openBatch(0), is(2L));
    }
  }

  @Test
  void aServerThatIsNotThereIsNamedWithTheRemedy() throws IOException {
    Path secret = Files.writeString(folder.resolve("pw"), "hunter2\n");
    ControlStoreException refused =
        assertThrows(
            ControlStoreException.class,
            () ->
                JdbcControlStore.open(
                    DatabaseConfig.of(
                        "jdbc:postgresql://127.0.0.1:1/control?ssl=false",
                        "etl",
                        SecretRef.of("file:" + secret))));

    assertThat(refused.reason(), is(ControlStoreException.Reason.UNREACHABLE));
    String message = String.valueOf(refused.getMessage());
    assertThat(
        message,
        startsWith("control database jdbc:postgresql://127.0.0.1:1/control cannot be reached ("));
    assertThat(message, endsWith("; check control.url and that it is up"));
    assertThat(message.lines().count(), is(1L));
    assertThat(message, not(containsString("hunter2")));
  }

  @Test
  void aWrongPasswordIsNamedAndNotRepeated() throws IOException {
    Path secret = Files.writeString(folder.resolve("pw"), "hunter2\n");
    JdbcControlStore.open(database()).close();
    DatabaseConfig wrong =
        DatabaseConfig.of(database().url(), "etl", SecretRef.of("file:" + secret));

    ControlStoreException refused =
        assertThrows(ControlStoreException.class, () -> JdbcControlStore.open(wrong));

    String message = String.valueOf(refused.getMessage());
    assertThat(message, containsString("refuses the login"));
    assertThat(message, endsWith("; check control.user and control.password"));
    assertThat(message, not(containsString("hunter2")));
  }

  @Test
  void aDatabaseOfAnotherKindIsRefused() {
    ControlStoreException refused =
        assertThrows(
            ControlStoreException.class,
            () -> JdbcControlStore.open(DatabaseConfig.of("jdbc:duckdb:control")));

    assertThat(
        refused.getMessage(),
        is(
            "control database jdbc:duckdb:control is of a kind that cannot hold the control store;"
                + " use H2, PostgreSQL or SQL Server"));
  }

  @Test
  void aTextThatDoesNotFitFailsInOneLineAndWritesNothing() {
    try (ControlStore store = JdbcControlStore.open(database())) {
      ControlStoreException refused =
          assertThrows(
              ControlStoreException.class,
              () ->
                  store.recordRun(
                      new RunRecord("r".repeat(129), 1, NIGHT, RunStatus.STARTED, NIGHT, "{}")));

      assertThat(refused.reason(), is(ControlStoreException.Reason.FAILED));
      assertThat(String.valueOf(refused.getMessage()).lines().count(), is(1L));
      assertThat(store.openBatch(0), is(1L));
    }
  }

  private DatabaseConfig database() {
    return DatabaseConfig.of(
        "jdbc:h2:file:" + folder.resolve("control").toAbsolutePath() + ";WRITE_DELAY=0");
  }

  private static Process otherProcess(String url) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            ControlStoreHolder.class.getName(),
            url)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static MarkMove firstMove(String table) {
    return new MarkMove(
        table, null, MARK, "bdx", "ModifiedDate", List.of("Id"), 5, null, null, null);
  }

  private static RunRecord run(long batchId) {
    return new RunRecord("r" + batchId, batchId, NIGHT, RunStatus.SUCCEEDED, NIGHT, "{}");
  }
}
