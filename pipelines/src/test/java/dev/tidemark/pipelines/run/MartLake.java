// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.tidemark.pipelines.table.TableDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A small lake whose marts follow what changes, night after night, and may be lost. */
final class MartLake {

  private static final Instant FIRST_NIGHT = Instant.parse("2024-06-03T02:00:00Z");
  private static final List<String> PARTIAL_SUMS =
      List.of("silver/section_month", "silver/section_claim_month", "silver/section_paid_day");

  private final WorkedExample source;
  private final Path root;
  private final Installation lake;
  private int nights;

  MartLake(WorkedExample source, Path root) {
    this.source = source;
    this.root = root;
    lake = Installation.inOneBucket(source.url(), root, "");
  }

  Installation installation() {
    return lake;
  }

  Path root() {
    return root;
  }

  /** A night, at which missing bordereaux are judged on a day of its own. */
  RunSummary run(LocalDate asOf) {
    nights++;
    return lake.runAsOf("night-" + nights, FIRST_NIGHT.plusSeconds(60L * nights), asOf);
  }

  /** Later than everything that a night has seen. */
  String time() {
    return "2024-07-%02d 00:00:00".formatted(nights);
  }

  /** What the marts are. */
  Map<String, TableDigest> marts() {
    Map<String, TableDigest> digests = lake.digests();
    digests.keySet().removeIf(path -> !path.startsWith("mart/"));
    return digests;
  }

  /**
   * What they are when they and the sums that they are made of were lost, and are made from silver
   * in a night that brings something that no mart shows.
   */
  Map<String, TableDigest> martsMadeWhole(LocalDate asOf) throws SQLException, IOException {
    source.execute(
        "UPDATE ref.Broker SET BrokerName = 'Of the last night', ModifiedDate = '" + time() + "'");
    delete(root.resolve("mart"));
    for (String table : PARTIAL_SUMS) {
      delete(root.resolve(table));
    }
    assertThat(run(asOf).rebuilt(), is(not(empty())));
    return marts();
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
