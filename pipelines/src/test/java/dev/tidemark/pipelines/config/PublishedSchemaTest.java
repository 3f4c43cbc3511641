// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Holds the configuration's JSON Schema to what editors need of it, to what is read, and to its
 * copy among the documents; with {@code TIDEMARK_WRITE_DOCS} in the environment it writes that
 * anew.
 */
class PublishedSchemaTest {

  private static final Path COPY = Path.of("..", "docs", "reference", "tidemark.schema.json");
  private static final String MINIMAL = "{source: {url: 'jdbc:h2:mem:x'}, lake: {root: lake}";

  private final JsonNode schema = SchemaCheck.schema();

  @Test
  void editorsFindTheSchemaAmongTheDocuments() throws IOException {
    try (InputStream in = SchemaCheck.class.getResourceAsStream("tidemark.schema.json")) {
      byte[] bytes = in.readAllBytes();
      if (System.getenv("TIDEMARK_WRITE_DOCS") != null) {
        Files.write(COPY, bytes);
      }
      assertThat(Files.readAllBytes(COPY), is(bytes));
    }
  }

  @Test
  void everyKeyIsDescribedToEditors() {
    assertThat(
        keys().entrySet().stream()
            .filter(key -> key.getValue().path("description").asText().isBlank())
            .map(Map.Entry::getKey)
            .toList(),
        empty());
  }

  @Test
  void everyExampleAndEveryDefaultIsAllowed() {
    List<String> wrong = new ArrayList<>();
    int tried = 0;
    for (Map.Entry<String, JsonNode> key : keys().entrySet()) {
      ObjectNode rule = key.getValue().deepCopy();
      rule.set("definitions", schema.path("definitions"));
      JsonSchema one = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(rule);
      List<JsonNode> values = new ArrayList<>();
      rule.path("examples").forEach(values::add);
      if (rule.has("default")) {
        values.add(rule.get("default"));
      }
      for (JsonNode value : values) {
        tried++;
        if (!one.validate(value).isEmpty()) {
          wrong.add(key.getKey() + ": " + value);
        }
      }
    }

    assertThat(wrong, empty());
    assertThat(tried, greaterThan(30));
  }

  @Test
  void everyDefaultIsWhatIsReadWithoutTheKey() throws IOException {
    JsonNode properties = schema.path("properties");
    ObjectNode tracked = defaults(properties.path("trackedColumns"));
    ObjectNode risks = defaults(properties.path("marts").path("properties").path("largestRisks"));
    ObjectNode table = defaults(schema.path("definitions").path("table"));
    ObjectNode source = defaults(schema.path("definitions").path("database"));
    assertThat(
        List.of(tracked.size(), risks.size(), table.size(), source.size()),
        is(List.of(2, 2, 4, 3)));
    source.put("url", "jdbc:h2:mem:x");

    TidemarkConfig written =
        TidemarkConfig.parse(
            "{source: "
                + source
                + ", lake: {root: lake}, tables: {PremiumTransaction: "
                + table
                + "}, marts: {largestRisks: "
                + risks
                + "}, trackedColumns: "
                + tracked
                + "}");

    assertThat(written, is(TidemarkConfig.parse(MINIMAL + "}")));
  }

  private static ObjectNode defaults(JsonNode rule) {
    ObjectNode defaults = new ObjectMapper().createObjectNode();
    rule.path("properties")
        .fields()
        .forEachRemaining(
            key -> {
              if (key.getValue().has("default")) {
                defaults.set(key.getKey(), key.getValue().get("default"));
              }
            });
    return defaults;
  }

  /** Every key that a configuration may have, by its path in the schema. */
  private Map<String, JsonNode> keys() {
    Map<String, JsonNode> keys = new LinkedHashMap<>();
    collect("", schema, keys);
    schema
        .path("definitions")
        .fields()
        .forEachRemaining(definition -> collect(definition.getKey(), definition.getValue(), keys));
    return keys;
  }

  private static void collect(String path, JsonNode rule, Map<String, JsonNode> keys) {
    rule.path("properties")
        .fields()
        .forEachRemaining(
            key -> {
              String name = path.isEmpty() ? key.getKey() : path + "." + key.getKey();
              keys.put(name, key.getValue());
              collect(name, key.getValue(), keys);
            });
  }
}
