// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import dev.tidemark.pipelines.run.NamedPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {

  @ParameterizedTest
  @ValueSource(strings = {"--help=export", "--pipeline=export --help", "-h --pipeline=export"})
  void helpOfOnePipelineTellsItsParametersAndNoOthers(String arguments) {
    Launch help = Launch.at(DemoLake.NOW, arguments.split(" "));

    assertThat(help.exitCode(), is(0));
    assertThat(
        help.output().subList(0, 8),
        contains(
            "export: Writes one published table to a CSV or Parquet file, also as it was known at"
                + " a date. It writes that file.",
            "",
            "For instance",
            "  --config=tidemark.yaml --pipeline=export --table=mart/gpi_utilisation"
                + " --knownAt=2024-03-31 --to=gpi.csv",
            "",
            "Parameters",
            "  --config=/etc/tidemark.yaml  (required)",
            "      The configuration, a YAML file"));
    List<String> parameters =
        help.output().stream()
            .filter(line -> line.startsWith("  --"))
            .skip(1) // the example
            .toList();
    assertThat(
        parameters,
        contains(
            "  --config=/etc/tidemark.yaml  (required)",
            "  --table=mart/gpi_utilisation  (required)",
            "  --to=gpi.csv  (required)",
            "  --lakeRoot=/data/lake",
            "  --logFormat=json",
            "  --cut=7",
            "  --knownAt=2024-03-31",
            "  --overwrite"));
  }

  @Test
  void helpTellsEveryPipelineAndFitsTwoScreens() {
    List<String> output = Launch.at(DemoLake.NOW, "--help").output();

    for (NamedPipeline pipeline : NamedPipeline.values()) {
      assertThat(String.join("\n", output), containsString(" " + pipeline.sentence() + "\n"));
      assertThat(output, hasItems("  " + pipeline.example()));
    }
    assertThat(output.size(), lessThan(100));
  }

  @Test
  void helpOfNoPipelineNamesTheNearest() {
    Launch help = Launch.at(DemoLake.NOW, "--help=vacum");

    assertThat(help.exitCode(), is(2));
    assertThat(
        help.complaints(), contains("tidemark: --help=vacum is no pipeline; did you mean vacuum?"));
  }

  /** Every example that is printed is one that is taken. */
  @ParameterizedTest
  @EnumSource
  void nothingIsWrongWithAnExample(NamedPipeline pipeline, @TempDir Path folder)
      throws IOException {
    Path config =
        Files.writeString(
            folder.resolve("tidemark.yaml"),
            "{source: {url: 'jdbc:h2:mem:x'}, lake: {root: '" + folder.resolve("lake") + "'}}");
    Problems problems = new Problems();
    Arguments arguments =
        Arguments.read(
            problems, pipeline.example().replace("=tidemark.yaml", "=" + config).split(" "));

    ParameterCheck.of(arguments, problems);
    problems.refuse();

    assertThat(arguments.pipeline().orElseThrow(), is(pipeline));
  }
}
