// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The YAML form of a {@link TableContract}. A misspelt property is refused, not ignored. */
record ContractFile(
    @JsonProperty(required = true) @Nullable String table,
    @JsonProperty(required = true) @Nullable String schema,
    @JsonProperty(required = true) @Nullable List<String> key,
    @Nullable String watermark,
    @JsonProperty(required = true) @Nullable List<Column> columns) {

  private static final ObjectReader READER =
      YAMLMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(ContractFile.class);

  record Column(
      @JsonProperty(required = true) @Nullable String name,
      @JsonProperty(required = true) @Nullable String type,
      @Nullable Boolean nullable,
      @Nullable Boolean personal) {}

  static TableContract read(String origin, InputStream in) throws IOException {
    try {
      ContractFile file = READER.readValue(in);
      return file.toContract(origin);
    } catch (UnrecognizedPropertyException e) {
      throw new IllegalArgumentException(
          "contract "
              + origin
              + ": property "
              + e.getPropertyName()
              + " is not known; use one of "
              + e.getKnownPropertyIds().stream().map(String::valueOf).sorted().toList(),
          e);
    } catch (JsonProcessingException e) {
      String line = e.getLocation() == null ? "" : " line " + e.getLocation().getLineNr();
      String problem = e.getOriginalMessage().lines().findFirst().orElse("cannot be read");
      throw new IllegalArgumentException("contract " + origin + line + ": " + problem, e);
    }
  }

  private TableContract toContract(String origin) {
    List<ContractColumn> contractColumns = new ArrayList<>();
    for (Column column : required(origin, "columns", columns)) {
      String name = required(origin, "columns.name", column.name());
      contractColumns.add(
          new ContractColumn(
              name,
              type(origin, name, required(origin, name + ".type", column.type())),
              !Boolean.FALSE.equals(column.nullable()),
              Boolean.TRUE.equals(column.personal())));
    }
    return new TableContract(
        required(origin, "table", table),
        required(origin, "schema", schema),
        required(origin, "key", key).stream().map(ColumnNames::snakeCase).toList(),
        watermark == null ? null : ColumnNames.snakeCase(watermark),
        contractColumns);
  }

  private static SqlType type(String origin, String column, String text) {
    try {
      return SqlType.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "contract " + origin + ": column " + column + ": " + e.getMessage(), e);
    }
  }

  private static <T> T required(String origin, String property, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(
          "contract " + origin + ": " + property + " is missing; add it");
    }
    return value;
  }
}
