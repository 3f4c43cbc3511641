// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.util.List;

/** The JSON of summaries and intents: snake_case names, times as ISO-8601. */
public final class RunJson {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          // a list that is empty may have been left out
          .withConfigOverride(
              List.class,
              lists -> lists.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
          .build();

  private static final PrettyPrinter PRETTY =
      new DefaultPrettyPrinter()
          .withObjectIndenter(new DefaultIndenter("  ", "\n"))
          .withArrayIndenter(new DefaultIndenter("  ", "\n"));

  private RunJson() {}

  /** One line of JSON. */
  public static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write " + value.getClass() + " as JSON", e);
    }
  }

  /** What was written as JSON, by this version of the product or another. */
  static <T> T read(String json, Class<T> type) {
    try {
      return MAPPER
          .readerFor(type)
          .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .readValue(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot read " + type.getSimpleName() + " from JSON", e);
    }
  }

  /** Reads a text that a run wrote. */
  static JsonNode parse(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot read what a run wrote as JSON", e);
    }
  }

  /** Lines of JSON for people, the same on every system. */
  public static String pretty(Object value) {
    try {
      return MAPPER.writer(PRETTY).writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write " + value.getClass() + " as JSON", e);
    }
  }

  static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  static <T> T read(JsonNode json, Class<T> type) {
    try {
      return MAPPER.treeToValue(json, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot read " + type.getSimpleName() + " from JSON", e);
    }
  }
}
