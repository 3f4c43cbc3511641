// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.tidemark.pipelines.run.NamedPipeline;
import dev.tidemark.pipelines.run.ParameterGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Keeps {@code docs/reference/options.md} true; with {@code TIDEMARK_WRITE_DOCS} in the environment
 * it writes the page anew.
 */
class OptionsPageTest {

  private static final Path PAGE = Path.of("..", "docs", "reference", "options.md");

  @Test
  void thePageListsEveryPipelineAndEveryOption() throws IOException {
    String page = page();
    if (System.getenv("TIDEMARK_WRITE_DOCS") != null) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE), is(page));
  }

  @Test
  void everyExampleFitsItsPatternAndEveryPatternHasItsRefusal() {
    List<String> wrong = new ArrayList<>();
    for (OwnOption option : OwnOption.all()) {
      option.refusal(option.parameter().example()).ifPresent(wrong::add);
      if (option.parameter().pattern().isEmpty() != option.parameter().refusal().isEmpty()) {
        wrong.add(option.name() + " has a pattern or a refusal without the other");
      }
    }

    assertThat(wrong, empty());
    assertThat(OwnOption.named("month").orElseThrow().refusal("2024-13"), not(Optional.empty()));
  }

  private static String page() {
    StringBuilder page =
        new StringBuilder(
            """
            # Options

            Written by a test from the product's own declarations. `--name=value`, a flag also as `--name`; of a list the values stand with commas. All that is wrong with
            the options and with the configuration file is told at once, before any connection is opened, exit code 2. [template](../pipelines/template.md) gives the same to machines.

            | `--pipeline` | what it does | it writes |
            |---|---|---|
            """);
    for (NamedPipeline pipeline : NamedPipeline.values()) {
      page.append(
          String.format(
              "| [`%s`](../pipelines/%s.md) | %s | %s |\n",
              pipeline, pageOf(pipeline), pipeline.sentence(), pipeline.writes()));
    }
    for (ParameterGroup group : ParameterGroup.values()) {
      page.append(String.format("\n## %s\n\n", group.title()))
          .append("| option | what | default | pattern | of |\n|---|---|---|---|---|\n");
      OwnOption.all().stream()
          .filter(option -> option.parameter().group() == group)
          .forEach(option -> page.append(row(option)));
    }
    return page.toString();
  }

  /** Digests are told of with the reconciliation. */
  private static String pageOf(NamedPipeline pipeline) {
    return pipeline == NamedPipeline.DIGEST ? "reconcile" : pipeline.toString();
  }

  private static String row(OwnOption option) {
    return String.format(
        "| `%s` | %s | %s | %s | %s |\n",
        option.sample(),
        option.description(),
        option.absent() == null ? "" : "`" + option.absent() + "`",
        option.parameter().pattern().isEmpty()
            ? ""
            : "`" + option.parameter().pattern().replace("|", "\\|") + "`",
        takers(option));
  }

  private static String takers(OwnOption option) {
    List<NamedPipeline> takers = option.takers();
    if (takers.size() == NamedPipeline.values().length) {
      return "all";
    }
    List<NamedPipeline> others =
        Arrays.stream(NamedPipeline.values()).filter(each -> !takers.contains(each)).toList();
    return others.size() <= 2
        ? "all but "
            + others.stream().map(String::valueOf).collect(Collectors.joining(" and "))
            + (option.parameter().required() ? "; required" : "")
        : takers.stream()
            .map(each -> each + (option.isRequiredBy(each) ? " (required)" : ""))
            .collect(Collectors.joining(", "));
  }
}
