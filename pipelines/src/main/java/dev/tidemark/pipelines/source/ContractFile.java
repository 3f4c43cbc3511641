// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The YAML form of a {@link TableContract}, as {@code docs/reference/contracts.md} has it. A
 * misspelt property is refused, not ignored; all that is wrong with what it says is told at once.
 */
record ContractFile(
    @Nullable String table,
    @Nullable String schema,
    @Nullable List<String> key,
    @Nullable String watermark,
    @Nullable List<Column> columns) {

  private static final ObjectReader READER =
      YAMLMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(ContractFile.class);

  /** What the files and tables of the lake take for the name of a column. */
  private static final Pattern LANDED_NAME = Pattern.compile("[a-z][a-z0-9_]*");

  /** Kinds that can be a mark: decimals are whole numbers, binary values row versions. */
  private static final Set<SqlType.Kind> ORDERED =
      EnumSet.of(
          SqlType.Kind.TIMESTAMP,
          SqlType.Kind.ZONED_TIMESTAMP,
          SqlType.Kind.DATE,
          SqlType.Kind.SMALL_INTEGER,
          SqlType.Kind.INTEGER,
          SqlType.Kind.BIG_INTEGER,
          SqlType.Kind.DECIMAL,
          SqlType.Kind.BINARY);

  record Column(
      @Nullable String name,
      @Nullable String type,
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
    List<String> problems = new ArrayList<>();
    List<ContractColumn> known = new ArrayList<>();
    if (columns == null || columns.isEmpty()) {
      problems.add("columns is missing; name at least the key's");
    } else {
      for (int i = 0; i < columns.size(); i++) {
        readColumn("columns[" + i + "]", columns.get(i), known, problems);
      }
    }
    requireText("table", table, problems);
    requireText("schema", schema, problems);
    List<String> keyColumns = new ArrayList<>();
    if (key == null || key.isEmpty()) {
      problems.add("key is missing; name at least one column");
    } else {
      key.forEach(name -> readKey(name, known, keyColumns, problems));
    }
    String mark = watermark == null ? null : ColumnNames.snakeCase(watermark);
    if (mark != null) {
      checkWatermark(mark, known, problems);
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException("contract " + origin + ": " + told(problems));
    }
    return new TableContract(
        String.valueOf(table), String.valueOf(schema), keyColumns, mark, known);
  }

  private static String told(List<String> problems) {
    if (problems.size() == 1) {
      return problems.get(0);
    }
    StringBuilder told = new StringBuilder(problems.size() + " problems:");
    for (int i = 0; i < problems.size(); i++) {
      told.append(i == 0 ? " (" : "; (").append(i + 1).append(") ").append(problems.get(i));
    }
    return told.toString();
  }

  private static void readColumn(
      String place, @Nullable Column column, List<ContractColumn> known, List<String> problems) {
    String name = column == null ? null : column.name();
    if (column == null || name == null || name.isBlank()) {
      problems.add(place + ".name is missing; add it");
      return;
    }
    if (!LANDED_NAME.matcher(ColumnNames.snakeCase(name)).matches()) {
      problems.add(
          "column "
              + name
              + ": a column is named by letters, digits and _, and begins with a letter; read a view"
              + " that names it so");
      return;
    }
    String normalised = ColumnNames.normalised(name);
    if (known.stream().anyMatch(c -> ColumnNames.normalised(c.sourceName()).equals(normalised))) {
      problems.add("column " + name + " is named twice; remove one");
      return;
    }
    String type = column.type();
    if (type == null) {
      problems.add("column " + name + ": type is missing; add it");
      return;
    }
    try {
      SqlType parsed = SqlType.parse(type);
      boolean isPersonal = Boolean.TRUE.equals(column.personal());
      if (isPersonal && parsed.kind() != SqlType.Kind.TEXT && parsed.kind() != SqlType.Kind.CHAR) {
        problems.add(
            "column "
                + name
                + ": personal is for text, not for "
                + parsed
                + "; read a view that casts it to VARCHAR, or leave personal out");
        return;
      }
      known.add(
          new ContractColumn(name, parsed, !Boolean.FALSE.equals(column.nullable()), isPersonal));
    } catch (IllegalArgumentException e) {
      problems.add("column " + name + ": " + e.getMessage());
    }
  }

  private static void readKey(
      @Nullable String name,
      List<ContractColumn> known,
      List<String> keyColumns,
      List<String> problems) {
    String column = name == null ? "" : ColumnNames.snakeCase(name);
    ContractColumn found = find(column, known);
    if (found == null) {
      problems.add("key " + column + " is not among its columns " + names(known));
    } else if (keyColumns.contains(column)) {
      problems.add("key " + column + " is named twice; remove one");
    } else if (found.personal()) {
      problems.add(
          "key " + column + " is personal, so that silver could not tell its rows; name another");
    } else {
      keyColumns.add(column);
    }
  }

  private static void checkWatermark(
      String mark, List<ContractColumn> known, List<String> problems) {
    ContractColumn found = find(mark, known);
    if (found == null) {
      problems.add("watermark " + mark + " is not among its columns " + names(known));
    } else if (!ORDERED.contains(found.type().kind()) || found.type().scale() > 0) {
      problems.add(
          "watermark "
              + mark
              + " is "
              + found.type()
              + "; name a column of timestamps, dates or whole numbers, or leave it out and read the"
              + " table whole (mode: full)");
    }
  }

  private static @Nullable ContractColumn find(String name, List<ContractColumn> known) {
    return known.stream().filter(column -> column.name().equals(name)).findFirst().orElse(null);
  }

  private static List<String> names(List<ContractColumn> known) {
    return known.stream().map(ContractColumn::name).sorted().toList();
  }

  private static void requireText(String property, @Nullable String value, List<String> problems) {
    if (value == null || value.isBlank()) {
      problems.add(property + " is missing; add it");
    }
  }
}
