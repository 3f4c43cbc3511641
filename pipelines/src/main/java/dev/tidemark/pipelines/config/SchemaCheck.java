// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.PathType;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks a configuration against its JSON Schema and says each finding the house way: path, value,
 * remedy. Each schema node's {@code title} is what a value should have been.
 */
final class SchemaCheck {
  private static final String RESOURCE = "tidemark.schema.json";

  private SchemaCheck() {}

  static JsonNode schema() {
    try (InputStream in = SchemaCheck.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("resource " + RESOURCE + " is missing from the jar");
      }
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> problems(JsonNode configuration) {
    JsonNode schema = schema();
    SchemaValidatorsConfig config = new SchemaValidatorsConfig();
    config.setPathType(PathType.JSON_POINTER);
    // The default takes "8" for 8, which the reader would then not find.
    config.setTypeLoose(false);
    JsonSchema validator =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(schema, config);
    List<String> problems = new ArrayList<>();
    for (ValidationMessage message : validator.validate(configuration)) {
      problems.add(sentence(message, configuration, schema));
    }
    return problems;
  }

  private static String sentence(
      ValidationMessage message, JsonNode configuration, JsonNode schema) {
    String pointer = message.getPath();
    JsonNode rule = rule(schema, pointer);
    switch (message.getType()) {
      case "additionalProperties" -> {
        String key = message.getArguments()[0];
        return path(pointer, key) + ": unknown key" + Nearest.suggestion(key, keys(rule));
      }
      case "required" -> {
        String key = message.getArguments()[0];
        JsonNode missing = resolved(schema, rule.path("properties").path(key));
        return path(pointer, key) + ": missing; add " + missing.path("title").asText();
      }
      default -> {
        String value = configuration.at(pointer).toString();
        return path(pointer, "") + ": " + value + " is not " + rule.path("title").asText();
      }
    }
  }

  /** The schema node that a place of the configuration must obey. */
  private static JsonNode rule(JsonNode schema, String pointer) {
    JsonNode rule = schema;
    for (String step : pointer.split("/", -1)) {
      if (step.isEmpty()) {
        continue;
      }
      if (rule.path("items").isObject()) {
        rule = rule.path("items");
      } else {
        String key = unescaped(step);
        JsonNode named = rule.path("properties").path(key);
        rule = named.isMissingNode() ? rule.path("additionalProperties") : named;
      }
      rule = resolved(schema, rule);
    }
    return rule;
  }

  private static JsonNode resolved(JsonNode schema, JsonNode rule) {
    return rule.has("$ref") ? schema.at(rule.get("$ref").asText().substring(1)) : rule;
  }

  private static List<String> keys(JsonNode rule) {
    List<String> keys = new ArrayList<>();
    rule.path("properties").fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private static String path(String pointer, String key) {
    String parent = pointer.isEmpty() ? "" : unescaped(pointer.substring(1)).replace('/', '.');
    if (parent.isEmpty()) {
      return key.isEmpty() ? "configuration" : key;
    }
    return key.isEmpty() ? parent : parent + "." + key;
  }

  private static String unescaped(String step) {
    return step.replace("~1", "/").replace("~0", "~");
  }
}
