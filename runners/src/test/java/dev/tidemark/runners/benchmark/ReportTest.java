// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  private static final Instant STARTED = Instant.parse("2026-11-30T18:00:00Z");
  private static final Machine MACHINE =
      new Machine(2, 8_000_000_000L, "Linux", "17", "2.70.0", "3.5.9", "1.4.4");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Report report =
      new Report(
          STARTED, MACHINE, "3g", List.of(), new PrintStream(out, true, StandardCharsets.UTF_8));

  @Test
  void mediansAndTheirRatiosStandBesideTheBudget() {
    report.add(job(), results(job()));

    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(text, containsString("tidemark, cold"));
    assertThat(text, containsString("4.00 (3.00-9.00) 0.40"));
    assertThat(text, containsString("10.00 (8.00-11.00) 1.00"));
    assertThat(
        text,
        containsString("budget: wall of tidemark, cold, is 0.40 of spark's, at most 0.5: met"));
    assertThat(
        text,
        containsString("budget: CPU of tidemark, cold, is 0.80 of spark's, at most 0.5: NOT MET"));
  }

  @Test
  void everyMeasurementIsInTheFile(@TempDir Path folder) throws IOException {
    report.add(job(), results(job()));

    JsonNode file = new ObjectMapper().readTree(report.write(folder).toFile());
    assertThat(file.get("started").asText(), is("2026-11-30T18:00:00Z"));
    assertThat(file.get("machine").get("memory_bytes").asLong(), is(8_000_000_000L));
    assertThat(file.get("results").size(), is(6));
    assertThat(
        file.get("results").get(1).toString(),
        is(
            "{\"job\":\"history\",\"contender\":\"tidemark\",\"engine\":\"tidemark\",\"rows\":1000,"
                + "\"round\":2,\"phase\":\"cold\",\"wall_seconds\":9.0,\"cpu_seconds\":8.0,"
                + "\"peak_bytes\":1000000,\"gc_seconds\":0.5,\"parameters\":{}}"));
  }

  private static Job job() {
    return new HistoryJob(Scale.of(1000), Workplace.in(Path.of("nowhere")));
  }

  private static List<Result> results(Job job) {
    List<Result> results = new ArrayList<>();
    add(results, job, job.contenders().get(0), 4, 9, 3);
    add(results, job, job.contenders().get(1), 8, 10, 11);
    return results;
  }

  private static void add(List<Result> results, Job job, Contender contender, double... walls) {
    boolean isOurs = contender.engine() == Engine.TIDEMARK;
    for (int round = 1; round <= walls.length; round++) {
      results.add(
          Result.of(
              job,
              contender,
              round,
              new Measurement(Phase.COLD, walls[round - 1], isOurs ? 8 : 10, 1_000_000, 0.5)));
    }
  }
}
