// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.observe;

import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.run.AfterRun;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.ResultFile;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.RunSummary;
import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineage.Job;
import io.openlineage.client.OpenLineage.RunEvent;
import io.openlineage.client.OpenLineage.RunEvent.EventType;
import io.openlineage.client.OpenLineage.RunFacetsBuilder;
import io.openlineage.client.OpenLineageClientUtils;
import io.openlineage.client.utils.UUIDUtils;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Leaves the lineage of a run as OpenLineage events, a line each: START, then COMPLETE or, when it
 * did not end with exit code 0, FAIL. Nothing is sent: a collector reads the file. A run that was
 * not understood has no name and no events.
 */
public final class RunLineage implements AfterRun {

  private static final OpenLineage LINEAGE = new OpenLineage(URI.create("urn:tidemark"));

  private final ResultFile file;

  private RunLineage(ResultFile file) {
    this.file = file;
  }

  /** Events in a file. */
  public static RunLineage to(ResultFile file) {
    return new RunLineage(file);
  }

  @Override
  public void ended(EndedRun run) {
    RunRequest request = run.request();
    file.write(request == null ? "" : events(request, run));
  }

  private String events(RunRequest request, EndedRun run) {
    LineageDatasets datasets = LineageDatasets.of(LINEAGE, request.config());
    Job job =
        LINEAGE
            .newJobBuilder()
            .namespace(datasets.lake().toString())
            .name("tidemark." + request.pipeline())
            .facets(
                LINEAGE
                    .newJobFacetsBuilder()
                    .jobType(LINEAGE.newJobTypeJobFacet("BATCH", "TIDEMARK", "JOB"))
                    .build())
            .build();
    RunEvent start = event(EventType.START, run.startedAt(), request, job, null).build();
    RunSummary summary = run.summary();
    RunEvent end =
        event(
                run.exitCode() == 0 ? EventType.COMPLETE : EventType.FAIL,
                run.endedAt(),
                request,
                job,
                run.exitCode() == 0 ? null : error(summary))
            .inputs(datasets.inputs(summary.tables()))
            .outputs(datasets.outputs(summary.lake()))
            .build();
    return OpenLineageClientUtils.toJson(start) + "\n" + OpenLineageClientUtils.toJson(end) + "\n";
  }

  private static OpenLineage.RunEventBuilder event(
      EventType type, Instant at, RunRequest request, Job job, @Nullable String error) {
    ZonedDateTime nominal = request.logicalTime().atZone(ZoneOffset.UTC);
    RunFacetsBuilder facets =
        LINEAGE
            .newRunFacetsBuilder()
            .nominalTime(LINEAGE.newNominalTimeRunFacetBuilder().nominalStartTime(nominal).build());
    if (error != null) {
      facets.errorMessage(
          LINEAGE
              .newErrorMessageRunFacetBuilder()
              .message(error)
              .programmingLanguage("JAVA")
              .build());
    }
    // of the run's own name: told again, it is the same run
    byte[] name = (job.getNamespace() + "\n" + request.runId()).getBytes(StandardCharsets.UTF_8);
    return LINEAGE
        .newRunEventBuilder()
        .eventType(type)
        .eventTime(at.atZone(ZoneOffset.UTC))
        .job(job)
        .run(
            LINEAGE
                .newRunBuilder()
                .runId(UUIDUtils.generateStaticUUID(request.logicalTime(), name))
                .facets(facets.build())
                .build())
        .inputs(List.of())
        .outputs(List.of());
  }

  private static String error(RunSummary summary) {
    String message = summary.message();
    return message != null
        ? message
        : summary.tables().stream()
            .filter(table -> table.status() == LoadStatus.FAILED)
            .map(table -> String.valueOf(table.message()))
            .collect(Collectors.joining("; "));
  }
}
