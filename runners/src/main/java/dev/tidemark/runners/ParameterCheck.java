// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.nightly.BordereauScope;
import dev.tidemark.pipelines.run.Contracts;
import dev.tidemark.pipelines.run.NamedPipeline;
import dev.tidemark.pipelines.run.StandingTables;
import dev.tidemark.pipelines.run.TidemarkOptions;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds everything that is wrong with what a launch was told, in its arguments and in its
 * configuration file, so that all of it can be mended at once. Nothing is opened but files.
 */
final class ParameterCheck {

  private final Arguments arguments;
  private final TidemarkOptions options;
  private final @Nullable NamedPipeline pipeline;
  private final Problems problems;

  private ParameterCheck(Arguments arguments, Problems problems) {
    this.arguments = arguments;
    this.problems = problems;
    options = arguments.options();
    pipeline = arguments.pipeline().orElse(null);
  }

  /** Adds what it finds to the problems. */
  static void of(Arguments arguments, Problems problems) {
    ParameterCheck check = new ParameterCheck(arguments, problems);
    check.each();
    check.together();
    check.configuration();
  }

  /** Each option by itself: its value, its place, its absence. */
  private void each() {
    arguments
        .given()
        .forEach(
            (option, value) -> {
              option.refusal(value).ifPresent(problems::add);
              if (pipeline != null && !option.isTakenBy(pipeline)) {
                problems.add(option.misplacedIn(pipeline));
              }
            });
    if (pipeline != null) {
      OwnOption.of(pipeline).stream()
          .filter(option -> option.isRequiredBy(pipeline) && !arguments.mentions(option))
          .forEach(option -> problems.add(option.missing()));
    }
    problems.tried(() -> Requests.requireReadable(options));
  }

  /** Those that contradict each other, or need each other. */
  private void together() {
    problems.tried(() -> CutChoice.of(options));
    problems.tried(() -> Requests.requireApart(options));
    if (pipeline == NamedPipeline.DEMO) {
      SparkCluster.of(options).ifPresent(cluster -> problems.tried(cluster::refuseDemo));
      String named = chosenByName();
      if (named != null && !named.equals(NamedPipeline.DEMO.toString())) {
        problems.add(
            "--demo and --pipeline=" + named + " each choose what runs; leave one of them out");
      }
    } else if (pipeline == NamedPipeline.TEMPLATE) {
      problems.tried(() -> TemplateJob.requireQuestion(options));
    } else if (pipeline == NamedPipeline.EXPORT) {
      problems.tried(() -> ExportJob.requireFree(options));
    }
  }

  private @Nullable String chosenByName() {
    return arguments.given().entrySet().stream()
        .filter(entry -> entry.getKey().isChoiceOfPipeline())
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  private void configuration() {
    BordereauScope scope =
        pipeline == NamedPipeline.COMPARE_KEYS
            ? problems.tried(() -> Requests.scope(options))
            : null;
    // a check tells of a configuration by itself, as findings
    if (options.getConfig() == null
        || (pipeline != null && !pipeline.isConfigured())
        || (pipeline == NamedPipeline.CHECK && problems.isEmpty())) {
      return;
    }
    TidemarkConfig config = problems.tried(() -> Requests.configured(options));
    if (config == null) {
      return;
    }
    problems.tried(() -> JdbcSourceDatabase.of(config.source()));
    if (pipeline == NamedPipeline.NIGHTLY || pipeline == NamedPipeline.COMPARE_KEYS) {
      SparkCluster.of(options)
          .ifPresent(cluster -> problems.tried(() -> cluster.requireShared(config.source())));
    }
    problems.addAll(Contracts.problems(config));
    List<String> asked = options.getTables();
    List<String> tables = asked == null ? List.of() : named(asked, config);
    problems.tried(() -> Requests.tables(config, tables));
    if (pipeline == NamedPipeline.COMPARE_KEYS) {
      if (asked == null || !tables.isEmpty()) {
        problems.tried(() -> Requests.requireComparable(config, tables, scope));
      }
    } else if (pipeline == NamedPipeline.REBUCKET) {
      problems.tried(() -> Requests.buckets(options, config));
    }
  }

  /** Without those that only the control store may know: it is asked when nothing else is wrong. */
  private List<String> named(List<String> tables, TidemarkConfig config) {
    return tables.stream()
        .filter(
            table ->
                config.tables().containsKey(table)
                    || !StandingTables.mayBe(table, Requests.folder(options)))
        .toList();
  }
}
