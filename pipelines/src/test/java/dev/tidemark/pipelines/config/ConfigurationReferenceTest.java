// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ConfigurationReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "configuration.md");

  @Test
  void everyKeyOfTheSchemaIsDescribed() throws IOException {
    List<String> keys = new ArrayList<>();
    collect(SchemaCheck.schema(), keys);
    assertThat(keys.size(), greaterThan(20));

    String page = Files.readString(PAGE);
    for (String key : keys) {
      assertThat(page, containsString("`" + key + "`"));
    }
  }

  @Test
  void everyExampleOfThePageIsAccepted() throws IOException {
    Matcher blocks =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
    int examples = 0;
    while (blocks.find()) {
      TidemarkConfig.parse(blocks.group(1));
      examples++;
    }
    assertThat(examples, is(2));
  }

  private static void collect(JsonNode node, List<String> keys) {
    node.path("properties").fieldNames().forEachRemaining(keys::add);
    node.forEach(child -> collect(child, keys));
  }
}
