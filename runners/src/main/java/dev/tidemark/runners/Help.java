// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.Nearest;
import dev.tidemark.pipelines.run.NamedPipeline;
import dev.tidemark.pipelines.run.ParameterGroup;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What {@code --help} prints: of everything, or of one pipeline. */
final class Help {

  private static final Set<String> WORDS = Set.of("--help", "-help", "-h", "help");
  private static final String WITH_TOPIC = "--help=";
  private static final String WITH_PIPELINE = "--pipeline=";

  /** So many pipelines are named before an option that others do not heed. */
  private static final int NAMED_TAKERS = 2;

  private static final String BEGIN =
      """
      Tidemark loads delegated-authority bordereaux from a database into Delta tables.

      Pipelines: --pipeline=NAME, by default nightly; --help=NAME tells more of one
      """;

  private static final String MORE_EXAMPLE =
      "--config=tidemark.yaml --runner=SparkRunner --sparkMaster=local[2]";

  private static final String END =
      """

      --runner chooses where it runs, DirectRunner or SparkRunner; every option of that runner may follow.
      Exit codes: 0 done, also when nothing was new; 1 failed, wholly or for some tables; 2 bad arguments or
      configuration; 3 reconciliation failed or the fuse of compare-keys blew, nothing published; 4 source
      or target unreachable, worth a retry; 143 and 130 told to end by SIGTERM or Ctrl-C, nothing published, worth a retry.
      """;

  private Help() {}

  static boolean isWanted(String... args) {
    return Arrays.stream(args).anyMatch(arg -> WORDS.contains(arg) || arg.startsWith(WITH_TOPIC));
  }

  /**
   * Prints what the arguments ask about.
   *
   * @throws ConfigException for a pipeline that is not known
   */
  static void print(PrintStream out, String... args) {
    String topic = topic(args);
    if (topic == null) {
      everything(out);
    } else {
      one(
          out,
          NamedPipeline.named(topic)
              .orElseThrow(
                  () ->
                      new ConfigException(
                          WITH_TOPIC
                              + topic
                              + " is no pipeline"
                              + Nearest.suggestion(topic, NamedPipeline.names()))));
    }
  }

  /** A line for each pipeline. */
  static void printPipelines(PrintStream out) {
    for (NamedPipeline pipeline : NamedPipeline.values()) {
      out.printf(Locale.ROOT, "  %-13s %s%n", pipeline, pipeline.sentence());
    }
  }

  private static @Nullable String topic(String... args) {
    for (String begin : List.of(WITH_TOPIC, WITH_PIPELINE)) {
      for (String arg : args) {
        if (arg.startsWith(begin) && !arg.equals(WITH_TOPIC + "true")) {
          return arg.substring(begin.length());
        }
      }
    }
    return null;
  }

  private static void everything(PrintStream out) {
    out.print(BEGIN);
    printPipelines(out);
    for (ParameterGroup group : ParameterGroup.values()) {
      out.printf(Locale.ROOT, "%n%s%n", group.title());
      OwnOption.all().stream()
          .filter(option -> option.parameter().group() == group)
          .forEach(
              option ->
                  out.printf(
                      Locale.ROOT,
                      "  %-16s %s%n",
                      argument(option),
                      takers(option) + text(option)));
    }
    out.printf(Locale.ROOT, "%nExamples%n");
    for (NamedPipeline pipeline : NamedPipeline.values()) {
      out.println("  " + pipeline.example());
    }
    out.println("  " + MORE_EXAMPLE);
    out.print(END);
  }

  private static String argument(OwnOption option) {
    return "--" + option.name() + (option.isFlag() ? "" : "=");
  }

  /** The few pipelines that heed an option. */
  private static String takers(OwnOption option) {
    List<NamedPipeline> takers = option.takers();
    return takers.size() > NAMED_TAKERS
        ? ""
        : takers.stream().map(NamedPipeline::toString).collect(Collectors.joining(", ")) + ": ";
  }

  private static String text(OwnOption option) {
    return option.description()
        + (option.isFlag() || option.absent() == null ? "" : "; default " + option.absent());
  }

  private static void one(PrintStream out, NamedPipeline pipeline) {
    out.printf(
        Locale.ROOT,
        "%s: %s. It writes %s.%n%nFor instance%n  %s%n%nParameters%n",
        pipeline,
        pipeline.sentence(),
        pipeline.writes(),
        pipeline.example());
    for (boolean isRequired : new boolean[] {true, false}) {
      OwnOption.of(pipeline).stream()
          .filter(option -> !option.isChoiceOfPipeline())
          .filter(option -> option.isRequiredBy(pipeline) == isRequired)
          .forEach(
              option ->
                  out.printf(
                      Locale.ROOT,
                      "  %s%s%n      %s%n",
                      option.sample(),
                      isRequired ? "  (required)" : "",
                      text(option)));
    }
    out.print(END);
  }
}
