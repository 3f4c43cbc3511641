// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.observe;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.LakeChange;
import dev.tidemark.pipelines.run.ResultFile;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.TableSummary;
import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.client.OpenLineage.RunEvent;
import io.openlineage.client.OpenLineage.RunEvent.EventType;
import io.openlineage.client.OpenLineage.SchemaDatasetFacetFields;
import io.openlineage.client.OpenLineageClientUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunLineageTest {

  private static final Instant START = Instant.parse("2024-06-04T02:00:00Z");
  private static final Instant END = Instant.parse("2024-06-04T02:01:01.250Z");
  private static final String URL = "jdbc:postgresql://db.example:5433/bdx?sslmode=require";

  private Path file;

  @BeforeEach
  void fileIn(@TempDir Path folder) {
    file = folder.resolve("lineage.ndjson");
  }

  @Test
  void aRunStartsAndCompletesWithItsDatasets() {
    List<RunEvent> events = events(request(URL, "night"), loaded(null), 0);

    assertThat(
        events.stream().map(RunEvent::getEventType).toList(),
        is(List.of(EventType.START, EventType.COMPLETE)));
    RunEvent end = events.get(1);
    assertThat(events.get(0).getEventTime().toInstant(), is(START));
    assertThat(end.getEventTime().toInstant(), is(END));
    assertThat(end.getJob().getNamespace(), is("file:///data/lake"));
    assertThat(end.getJob().getName(), is("tidemark.nightly"));
    assertThat(
        end.getRun().getFacets().getNominalTime().getNominalStartTime().toInstant(), is(START));
    assertThat(end.getRun().getFacets().getErrorMessage(), is(nullValue()));
    // a table that is left out is no input
    assertThat(end.getInputs().size(), is(1));
    InputDataset input = end.getInputs().get(0);
    assertThat(input.getNamespace(), is("postgres://db.example:5433"));
    assertThat(input.getName(), is("bdx.ref.Broker"));
    assertThat(input.getInputFacets().getInputStatistics().getRowCount(), is(21L));
    assertThat(
        names(input.getFacets().getSchema().getFields()).subList(0, 2),
        is(List.of("BrokerCode CHAR(4)", "BrokerName NVARCHAR(200)")));
    OutputDataset output = end.getOutputs().get(0);
    assertThat(output.getNamespace(), is("file"));
    assertThat(output.getName(), is("/data/lake/gold/dim_broker"));
    assertThat(output.getFacets().getVersion().getDatasetVersion(), is("7"));
    assertThat(output.getOutputFacets().getOutputStatistics().getRowCount(), is(17L));
    assertThat(names(output.getFacets().getSchema().getFields()).get(0), is("broker_key STRING"));
  }

  @Test
  void aRunToldAgainIsTheSameRunAndAnotherIsNot() {
    RunSummary summary = loaded(null);
    String first = id(events(request(URL, "night"), summary, 0));
    assertThat(id(events(request(URL, "night"), summary, 1)), is(first));
    assertThat(id(events(request(URL, "night#2"), summary, 0)), is(not(first)));
  }

  @Test
  void aFailureSaysWhatWentWrong() {
    RunRequest request = request(URL, "night");
    RunEvent end =
        events(request, RunSummary.failed(request, List.of(), List.of(), "it is gone"), 4).get(1);

    assertThat(end.getEventType(), is(EventType.FAIL));
    assertThat(end.getRun().getFacets().getErrorMessage().getMessage(), is("it is gone"));
    assertThat(end.getOutputs(), is(empty()));
  }

  @Test
  void aTableThatFailedFailsTheRunButItsOutputsAreTold() {
    RunEvent end = events(request(URL, "night"), loaded("Broker: gone"), 1).get(1);

    assertThat(end.getEventType(), is(EventType.FAIL));
    assertThat(end.getRun().getFacets().getErrorMessage().getMessage(), is("Broker: gone"));
    assertThat(end.getOutputs().size(), is(1));
  }

  @Test
  void aRunThatWasNotUnderstoodHasNoEvents() throws IOException {
    Files.writeString(file, "{}\n");
    RunSummary summary = RunSummary.failed(null, List.of(), List.of(), "no configuration");

    RunLineage.to(ResultFile.at("--lineageFile", file))
        .ended(new EndedRun(null, summary, 2, START, END));

    assertThat(Files.readString(file), is(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:postgresql://db.example/bdx?sslmode=require&applicationName=x"
            + "|postgres://db.example:5432|bdx.ref.Broker",
        "jdbc:sqlserver://db.example:1433;databaseName=bdx;encrypt=true;applicationName=x"
            + "|sqlserver://db.example:1433|bdx.ref.Broker",
        "jdbc:snowflake://org-acc.snowflakecomputing.com/?db=BDX&warehouse=x"
            + "|snowflake://org-acc.snowflakecomputing.com|ref.Broker",
        "jdbc:h2:file:/data/source;MODE=MSSQLServer;x=x|h2:file:/data/source|ref.Broker"
      })
  void aSourceIsNamedWithoutParameters(String url, String namespace, String name)
      throws IOException {
    InputDataset input = events(request(url, "night"), loaded(null), 0).get(1).getInputs().get(0);

    assertThat(input.getNamespace(), is(namespace));
    assertThat(input.getName(), is(name));
    assertThat(Files.readString(file), not(containsString("=")));
  }

  private List<RunEvent> events(RunRequest request, RunSummary summary, int exitCode) {
    RunLineage.to(ResultFile.at("--lineageFile", file))
        .ended(new EndedRun(request, summary, exitCode, START, END));
    try {
      return Files.readAllLines(file).stream()
          .map(OpenLineageClientUtils::runEventFromJson)
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String id(List<RunEvent> events) {
    assertThat(events.get(0).getRun().getRunId(), is(events.get(1).getRun().getRunId()));
    return events.get(0).getRun().getRunId().toString();
  }

  private static List<String> names(List<SchemaDatasetFacetFields> fields) {
    return fields.stream().map(field -> field.getName() + " " + field.getType()).toList();
  }

  private static RunRequest request(String url, String runId) {
    TidemarkConfig config =
        TidemarkConfig.parse(
            """
            source: {url: "%s", user: reader, password: env:PASSWORD}
            lake: {root: "/data/lake"}
            """
                .formatted(url));
    return new RunRequest(config, runId, START, LocalDate.of(2024, 6, 4), Set.of());
  }

  private static RunSummary loaded(@Nullable String failure) {
    TableSummary broker =
        new TableSummary(
            "Broker",
            failure == null ? LoadStatus.LOADED : LoadStatus.FAILED,
            null,
            null,
            LoadCounts.NONE.withLanded(21, 20, 0),
            0,
            0,
            failure);
    TableSummary leftOut =
        new TableSummary(
            "Coverholder", LoadStatus.DISABLED, null, null, LoadCounts.NONE, 0, 0, "left out");
    return new RunSummary(
        RunSummary.SCHEMA_VERSION,
        "nightly",
        "night",
        7,
        START.toString(),
        "2024-06-04",
        failure == null ? RunSummary.Outcome.LOADED : RunSummary.Outcome.PARTIAL,
        null,
        List.of(broker, leftOut),
        List.of(new LakeChange("gold/dim_broker", 7, 8, 9, 10)),
        List.of(),
        List.of(),
        null,
        List.of(),
        null,
        null);
  }
}
