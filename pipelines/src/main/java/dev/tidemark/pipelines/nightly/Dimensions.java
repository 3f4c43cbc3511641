// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.facts.PremiumFacts;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.premium.UnfitAmountException;
import dev.tidemark.transforms.totals.GpiLimit;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.Field;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the dimensions: their keys, and the rows inferred for keys that only a fact knows.
 */
final class Dimensions {

  /** Whether only facts know the key. */
  static final String INFERRED = "is_inferred";

  /** Keys that point from a section to other dimensions, in the order of their columns. */
  private static final List<String> SECTION_LINKS =
      List.of("contract_key", "coverholder_key", "broker_key", "class_of_business_key");

  /** Columns of the source that a section keeps as a key instead. */
  private static final List<String> SECTION_LINK_SOURCES = List.of("coverholder_id", "broker_code");

  private Dimensions() {}

  /** The table of all versions. */
  static TableSpec.Builder historySpec(ReferenceTable table, Schema source) {
    return TableSpec.at("gold/dim_" + table.dimension() + "_history")
        .schema(historySchema(table, source))
        .growing(laterColumns(table, source))
        .key(table.versionKeyColumn());
  }

  /** The table of current rows. */
  static TableSpec.Builder currentSpec(ReferenceTable table, Schema source) {
    return TableSpec.at("gold/dim_" + table.dimension())
        .schema(currentSchema(table, source))
        .growing(laterColumns(table, source))
        .key(table.keyColumn());
  }

  /** Attributes that a contract may name one day: a dimension is made anew in every run. */
  private static Set<String> laterColumns(ReferenceTable table, Schema source) {
    return source.getFieldNames().stream()
        .filter(name -> !table.key().contains(name) && !tellsOfTheChange(name))
        .filter(
            name ->
                table != ReferenceTable.CONTRACT_SECTION || !SECTION_LINK_SOURCES.contains(name))
        .collect(Collectors.toSet());
  }

  /** Keys, attributes, window and flags. */
  static Schema historySchema(ReferenceTable table, Schema source) {
    return attributes(table, source)
        .addField("valid_from", Columns.TIMESTAMP)
        .addNullableField("valid_to", Columns.TIMESTAMP)
        .addBooleanField("is_current")
        .addBooleanField("is_deleted")
        .addBooleanField(INFERRED)
        .build();
  }

  /** As the history, with no window but its start. */
  static Schema currentSchema(ReferenceTable table, Schema source) {
    return attributes(table, source)
        .addField("valid_from", Columns.TIMESTAMP)
        .addBooleanField("is_deleted")
        .addBooleanField(INFERRED)
        .build();
  }

  /** Update time and delete flag: a version has its window and flags of its own instead. */
  private static boolean tellsOfTheChange(String column) {
    return column.equals(ReferenceTable.SEQUENCE) || column.equals(Conformer.DELETED);
  }

  private static Schema.Builder attributes(ReferenceTable table, Schema source) {
    Schema.Builder schema =
        Schema.builder().addStringField(table.keyColumn()).addStringField(table.versionKeyColumn());
    boolean isSection = table == ReferenceTable.CONTRACT_SECTION;
    if (isSection) {
      SECTION_LINKS.forEach(schema::addNullableStringField);
    }
    for (Field field : source.getFields()) {
      String name = field.getName();
      if (tellsOfTheChange(name) || isSection && SECTION_LINK_SOURCES.contains(name)) {
        continue;
      }
      // an inferred row knows nothing but its key
      schema.addField(name, field.getType().withNullable(!table.key().contains(name)));
      if (name.equals("gpi_currency")) {
        schema.addNullableField("gpi_limit_gbp", Columns.MONEY);
      }
    }
    return schema;
  }

  /** Makes history rows of one dimension; it belongs to one thread. */
  static final class Builder {

    private final ReferenceTable table;
    private final Schema schema;
    private final DurableKey keys = new DurableKey();

    Builder(ReferenceTable table, Schema schema) {
      this.table = table;
      this.schema = schema;
    }

    /** The history row of a version that {@code ApplyChanges} gave. */
    Row version(Row version, ReferenceData reference) {
      String[] parts = table.key().stream().map(version::getString).toArray(String[]::new);
      String key = keys.of(parts);
      Instant validFrom = instant(version, "valid_from");
      List<@Nullable Object> values = new ArrayList<>();
      for (Field field : schema.getFields()) {
        String name = field.getName();
        if (name.equals(table.keyColumn())) {
          values.add(key);
        } else if (name.equals(table.versionKeyColumn())) {
          values.add(keys.versionOf(key, validFrom));
        } else if (version.getSchema().hasField(name)) {
          values.add(version.getValue(name));
        } else {
          values.add(derived(name, version, reference));
        }
      }
      return Row.withSchema(schema).attachValues(values);
    }

    /** The row of a key that only facts know. */
    Row inferred(List<String> keyParts, @Nullable String coverholder, @Nullable String broker) {
      String key = keys.of(keyParts.toArray(new String[0]));
      Row.FieldValueBuilder row =
          Row.withSchema(schema)
              .withFieldValue(table.keyColumn(), key)
              .withFieldValue(
                  table.versionKeyColumn(), keys.versionOf(key, PremiumFacts.INFERRED_SINCE))
              .withFieldValue("valid_from", PremiumFacts.INFERRED_SINCE)
              .withFieldValue("is_current", true)
              .withFieldValue("is_deleted", false)
              .withFieldValue(INFERRED, true);
      for (int i = 0; i < keyParts.size(); i++) {
        row.withFieldValue(table.key().get(i), keyParts.get(i));
      }
      if (table == ReferenceTable.CONTRACT_SECTION) {
        row.withFieldValue("contract_key", keys.of(keyParts.get(0)));
        if (coverholder != null) {
          row.withFieldValue("coverholder_key", keys.of(coverholder));
        }
        if (broker != null) {
          row.withFieldValue("broker_key", keys.of(broker));
        }
      }
      return row.build();
    }

    private @Nullable Object derived(String name, Row version, ReferenceData reference) {
      switch (name) {
        case INFERRED:
          return false;
        case "contract_key":
          return keys.of(version.getString("umr"));
        case "coverholder_key":
          return keys.of(version.getString("coverholder_id"));
        case "broker_key":
          return keys.of(version.getString("broker_code"));
        case "class_of_business_key":
          return keys.of(version.getString("class_of_business"));
        case "gpi_limit_gbp":
          return limitGbp(version, reference);
        default:
          throw new IllegalStateException(
              "column " + name + " of " + table.dimension() + " has no rule");
      }
    }

    private static @Nullable BigDecimal limitGbp(Row version, ReferenceData reference) {
      LocalDate periodFrom = version.getLogicalTypeValue("period_from", LocalDate.class);
      BigDecimal rate =
          periodFrom == null
              ? null
              : reference.rateOf(version.getString("gpi_currency"), MonthIndex.of(periodFrom));
      try {
        return GpiLimit.of(
                version.getValue("gpi_limit"), version.getValue("gpi_notifiable_pct"), rate)
            .limitGbp();
      } catch (ArithmeticException unfit) {
        throw new UnfitAmountException(
            "section " + version.getString("umr") + " " + version.getString("section_no"), unfit);
      }
    }
  }

  /** The current row of a key, from its latest version. */
  static Row current(Schema schema, Row version) {
    List<@Nullable Object> values = new ArrayList<>();
    for (Field field : schema.getFields()) {
      values.add(version.getValue(field.getName()));
    }
    return Row.withSchema(schema).attachValues(values);
  }

  private static Instant instant(Row row, String column) {
    Instant value = row.getLogicalTypeValue(column, Instant.class);
    if (value == null) {
      throw new IllegalStateException("column " + column + " is null in " + row);
    }
    return value;
  }
}
