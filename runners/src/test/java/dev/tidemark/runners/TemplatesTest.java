// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.is;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidemark.pipelines.run.NamedPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Keeps {@code docs/templates} true; with {@code TIDEMARK_WRITE_DOCS} in the environment it writes
 * the files anew.
 */
class TemplatesTest {

  private static final Path FOLDER = Path.of("..", "docs", "templates");

  @ParameterizedTest
  @EnumSource
  void everyPipelineHasItsTemplateAmongTheDocuments(NamedPipeline pipeline) throws IOException {
    Path file = FOLDER.resolve(pipeline + ".json");
    String template = Template.of(pipeline).json() + "\n";
    if (System.getenv("TIDEMARK_WRITE_DOCS") != null) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, template);
    }
    assertThat(Files.readString(file), is(template));
  }

  @Test
  void noTemplateIsOfAPipelineThatIsGone() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(
          files.map(file -> file.getFileName().toString()).toList(),
          containsInAnyOrder(
              NamedPipeline.names().stream().map(name -> name + ".json").toArray(String[]::new)));
    }
  }

  @Test
  void aTemplateIsShownAsTheFileIs() throws IOException {
    Launch shown = launch("--show=export");

    assertThat(shown.exitCode(), is(0));
    assertThat(shown.output(), is(Files.readAllLines(FOLDER.resolve("export.json"))));
  }

  @Test
  void whatAnExportNeedsStandsInItsTemplate() throws IOException {
    JsonNode template =
        new ObjectMapper().readTree(String.join("\n", launch("--show=export").output()));
    List<String> required = new ArrayList<>();
    List<String> all = new ArrayList<>();
    for (JsonNode parameter : template.get("parameters")) {
      all.add(parameter.get("name").asText());
      if (!parameter.get("isOptional").asBoolean()) {
        required.add(parameter.get("name").asText());
      }
    }

    assertThat(required, contains("config", "pipeline", "table", "to"));
    assertThat(
        all,
        contains(
            "config",
            "lakeRoot",
            "logFormat",
            "pipeline",
            "cut",
            "knownAt",
            "table",
            "overwrite",
            "to"));
    JsonNode cut = template.get("parameters").get(4);
    assertThat(
        cut.toString(),
        is(
            "{\"name\":\"cut\",\"label\":\"Batch of the cut\","
                + "\"helpText\":\"Reads the cut that this batch published; default the latest\","
                + "\"groupName\":\"What is read\",\"isOptional\":true,\"paramType\":\"TEXT\","
                + "\"regexes\":[\"^\\\\d{1,18}$\"]}"));
  }

  @Test
  void theListHasALineForEachPipeline() {
    Launch listed = launch("--list");

    assertThat(listed.exitCode(), is(0));
    assertThat(
        listed.output().stream().map(line -> line.strip().split(" ")[0]).toList(),
        is(NamedPipeline.names()));
    assertThat(
        listed.output().get(7),
        is(
            "  export        Writes one published table to a CSV or Parquet file, also as it was"
                + " known at a date"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--show=exprot | --show=exprot is not known; did you mean export?",
        "--list --show=export | --list and --show each ask for something else; leave one of them out",
        "--list=false | --pipeline=template is asked for nothing; add --list, or --show=export for instance",
        "--list --config=tidemark.yaml | --config does not go with --pipeline=template; leave it out",
      })
  void whatCannotBeShownIsNamed(String arguments, String complaint) {
    Launch refused = launch(arguments.split(" "));

    assertThat(refused.complaints(), contains("tidemark: " + complaint));
    assertThat(refused.exitCode(), is(2));
  }

  private static Launch launch(String... more) {
    return Launch.at(
        DemoLake.NOW,
        Stream.concat(Stream.of("--pipeline=template"), Arrays.stream(more))
            .toArray(String[]::new));
  }
}
