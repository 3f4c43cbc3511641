// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.testing.EmbeddedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A control store and a lake that are not of the same age. */
class ControlAndLakeTest {

  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @RegisterExtension
  final EmbeddedDatabase source =
      EmbeddedDatabase.create()
          .withTable("ref.Office", "OfficeCode VARCHAR(10), ModifiedDate TIMESTAMP(6)");

  @RegisterExtension final EmbeddedDatabase control = EmbeddedDatabase.create();
  @RegisterExtension final EmbeddedDatabase otherControl = EmbeddedDatabase.create();

  private Path lake = Path.of("");

  @BeforeEach
  void loadTwoNights() throws SQLException, IOException {
    lake = folder.resolve("lake");
    Files.writeString(
        folder.resolve("office.yaml"),
        """
        table: Office
        schema: ref
        key: [OfficeCode]
        watermark: ModifiedDate
        columns:
          - {name: OfficeCode, type: VARCHAR(10), nullable: false}
          - {name: ModifiedDate, type: DATETIME2}
        """);
    office("LON", "2024-06-01 09:00:00");
    installation(control).run("night-1", NIGHT);
    copy(lake, folder.resolve("first-night"));
    office("SIN", "2024-06-03 09:00:00");
    installation(control).run("night-2", NIGHT.plusSeconds(86_400));
  }

  @Test
  void whatAnotherControlStorePublishesGetsHigherIdsAndNothingIsTakenForDone() throws SQLException {
    Installation other = installation(otherControl);
    assertThat(other.run("night-3", NIGHT.plusSeconds(90_000)).batchId(), is(3L));
    assertThat(offices(other), contains("LON", "SIN"));

    office("ZRH", "2024-06-04 09:00:00");
    Installation first = installation(control);
    assertThat(first.run("night-4", NIGHT.plusSeconds(172_800)).batchId(), is(4L));
    assertThat(offices(first), contains("LON", "SIN", "ZRH"));

    office("BER", "2024-06-05 09:00:00");
    assertThat(other.run("night-5", NIGHT.plusSeconds(259_200)).batchId(), is(5L));
    assertThat(offices(other), contains("BER", "LON", "SIN", "ZRH"));
  }

  @Test
  void aLakeThatLacksWhatAMarkIsOfIsRefusedUntilTheMarkIsGone() throws SQLException, IOException {
    Files.move(lake, folder.resolve("away"));
    copy(folder.resolve("first-night"), lake);
    refused(
        "the lake "
            + lake
            + " ends with batch 1, but the mark of Office in etl.watermark is of batch 2: an older"
            + " copy was restored, or lake.root or control.url names another one; restore the lake"
            + " as of then, or remove the rows of etl.watermark, so that every table is read from"
            + " the start");

    control.execute("DELETE FROM etl.watermark");

    Installation restored = installation(control);
    assertThat(restored.run("night-4", NIGHT.plusSeconds(90_000)).batchId(), is(3L));
    assertThat(offices(restored), contains("LON", "SIN"));
  }

  @Test
  void aTableThatIsGoneOrOlderIsRefusedUntilItIsReadFromTheStart()
      throws SQLException, IOException {
    office("ZRH", "2024-06-04 09:00:00");
    Files.move(lake.resolve("silver/office"), folder.resolve("moved"));
    String gone =
        "table silver/office is gone, but etl.watermark has a mark of Office, before which nothing"
            + " is read again; put the table back, or remove the row of Office, so that it is read"
            + " from the start";
    refused(gone);
    copy(folder.resolve("first-night/silver/office"), lake.resolve("silver/office"));
    refused(
        "table silver/office is at version 1, but the published cut has version 2: an older copy or"
            + " another table is in its place; put back the one that was published, or move this"
            + " one away as well");
    Files.move(lake.resolve("silver/office"), folder.resolve("moved-as-well"));
    refused(gone);

    control.execute("DELETE FROM etl.watermark");

    Installation mended = installation(control);
    mended.run("night-6", NIGHT.plusSeconds(172_800));
    assertThat(offices(mended), contains("LON", "SIN", "ZRH"));
    office("BER", "2024-06-05 09:00:00");
    mended.run("night-7", NIGHT.plusSeconds(259_200));
    assertThat(offices(mended), contains("BER", "LON", "SIN", "ZRH"));
  }

  private void refused(String message) {
    assertThat(
        assertThrows(
                LakeBehindException.class,
                () -> installation(control).run("night-3", NIGHT.plusSeconds(90_000)))
            .getMessage(),
        is(message));
  }

  private void office(String code, String modified) throws SQLException {
    source.insert("ref.Office", "OfficeCode | ModifiedDate\n" + code + " | " + modified);
  }

  private static List<String> offices(Installation installation) {
    return installation.rows("silver/office").stream()
        .map(row -> row.getString("office_code"))
        .sorted()
        .toList();
  }

  private Installation installation(EmbeddedDatabase control) {
    return new Installation(
        source.url(),
        lake,
        """
        tables:
          RiskTransaction: {enabled: false}
          PremiumTransaction: {enabled: false}
          ClaimTransaction: {enabled: false}
          ContractSection: {enabled: false}
          Coverholder: {enabled: false}
          Broker: {enabled: false}
          BusinessPlan: {enabled: false}
          ExchangeRate: {enabled: false}
          Office: {contract: %s/office.yaml, watermark: ModifiedDate}
        control: {url: '%s'}
        """
            .formatted(folder, control.url()));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
  }
}
