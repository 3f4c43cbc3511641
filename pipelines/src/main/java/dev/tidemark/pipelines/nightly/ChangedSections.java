// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.keys.DurableKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.Field;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.jspecify.annotations.Nullable;

/**
 * The contract sections whose history is another than the stored one: their rows of {@link
 * TouchedSections#SCHEMA}, the accounts that they belonged to, and those of them that were not
 * known before.
 */
final class ChangedSections {

  private static final List<String> KEY = ReferenceTable.CONTRACT_SECTION.key();
  private static final String IS_STORED = "_is_stored";
  private static final String COVERHOLDER_KEY = "coverholder_key";
  private static final TupleTag<Row> SECTIONS = new TupleTag<>() {};
  private static final TupleTag<Row> ACCOUNTS = new TupleTag<>() {};
  private static final TupleTag<Row> NEW = new TupleTag<>() {};

  private final PCollectionTuple changed;

  private ChangedSections(PCollectionTuple changed) {
    this.changed = changed;
  }

  /**
   * Compares two histories by the columns that both have.
   *
   * @param stored without inferred rows
   * @param versions as they are now
   */
  static ChangedSections between(PCollection<Row> stored, PCollection<Row> versions) {
    // a dimension keeps the coverholder by its key alone
    Schema.Builder both = Schema.builder().addNullableStringField(COVERHOLDER_KEY);
    for (Field field : versions.getSchema().getFields()) {
      if (stored.getSchema().hasField(field.getName())) {
        boolean isKey = KEY.contains(field.getName());
        both.addField(field.getName(), field.getType().withNullable(!isKey));
      }
    }
    Schema schema = both.addBooleanField(IS_STORED).build();
    return new ChangedSections(
        PCollectionList.of(compared("Stored sections", stored, schema, true))
            .and(compared("Sections as they are", versions, schema, false))
            .apply("Both histories", Flatten.pCollections())
            .setRowSchema(schema)
            .apply("Pack histories", PackRows.byKey(KEY).into(LakeTables.REFERENCE_BUCKETS))
            .apply("Gather histories", GroupByKey.create())
            .apply(
                "Changed sections",
                ParDo.of(new CompareFn(schema))
                    .withOutputTags(SECTIONS, TupleTagList.of(ACCOUNTS).and(NEW))));
  }

  private static PCollection<Row> compared(
      String name, PCollection<Row> rows, Schema schema, boolean isStored) {
    List<String> columns =
        List.copyOf(schema.getFieldNames().subList(0, schema.getFieldCount() - 1));
    return rows.apply(
            name,
            MapElements.into(TypeDescriptors.rows())
                .via(
                    row -> {
                      List<@Nullable Object> values = new ArrayList<>();
                      columns.forEach(column -> values.add(value(row, column)));
                      values.add(isStored);
                      return Row.withSchema(schema).attachValues(values);
                    }))
        .setRowSchema(schema);
  }

  private static @Nullable Object value(Row version, String column) {
    return column.equals(COVERHOLDER_KEY) && !version.getSchema().hasField(COVERHOLDER_KEY)
        ? DurableKey.key(version.getString("coverholder_id"))
        : version.getValue(column);
  }

  /** The sections, as rows of {@link TouchedSections#SCHEMA}. */
  PCollection<Row> sections() {
    return changed.get(SECTIONS).setRowSchema(TouchedSections.SCHEMA);
  }

  /** The accounts that they belonged to, as rows of {@link MartScope#ACCOUNT}'s groups. */
  PCollection<Row> accounts() {
    return changed.get(ACCOUNTS).setRowSchema(MartScope.ACCOUNT.schema());
  }

  /** Those of them that were not known, as rows of {@link TouchedSections#SCHEMA}. */
  PCollection<Row> becameKnown() {
    return changed.get(NEW).setRowSchema(TouchedSections.SCHEMA);
  }

  /** The versions of one section. */
  private static final class Versions {

    private final Set<Row> stored = new HashSet<>();
    private final Set<Row> now = new HashSet<>();
    private @Nullable Row latestStored;

    void add(Row version, int columns) {
      Row plain =
          Row.withSchema(version.getSchema())
              .attachValues(without(version.getValues(), columns - 1));
      if (!Boolean.TRUE.equals(version.getBoolean(IS_STORED))) {
        now.add(plain);
        return;
      }
      stored.add(plain);
      if (latestStored == null || validFrom(version).isAfter(validFrom(latestStored))) {
        latestStored = version;
      }
    }

    private static List<@Nullable Object> without(List<@Nullable Object> values, int column) {
      List<@Nullable Object> rest = new ArrayList<>(values);
      rest.set(column, false);
      return rest;
    }

    private static Instant validFrom(Row version) {
      Instant from = version.getLogicalTypeValue("valid_from", Instant.class);
      if (from == null) {
        throw new IllegalStateException("valid_from is null in " + version);
      }
      return from;
    }
  }

  private static final class CompareFn extends DoFn<KV<Integer, Iterable<byte[]>>, Row> {

    private static final long serialVersionUID = 1L;

    private final Schema schema;

    CompareFn(Schema schema) {
      this.schema = schema;
    }

    @ProcessElement
    public void compare(ProcessContext context) {
      Map<List<String>, Versions> bySection = new LinkedHashMap<>();
      RowBlocks rows = RowBlocks.of(context.element().getValue());
      for (Row version : rows.toRows(RowLayout.of(schema))) {
        bySection
            .computeIfAbsent(KEY.stream().map(version::getString).toList(), key -> new Versions())
            .add(version, schema.getFieldCount());
      }
      bySection.forEach(
          (key, versions) -> {
            if (versions.stored.equals(versions.now)) {
              return;
            }
            Row section =
                Row.withSchema(TouchedSections.SCHEMA)
                    .addValues(key.get(0), key.get(1), null)
                    .build();
            context.output(section);
            Row before = versions.latestStored;
            if (before == null) {
              context.output(NEW, section);
            } else {
              context.output(
                  ACCOUNTS,
                  MartGroups.account(
                      before.getString(COVERHOLDER_KEY),
                      before.getInt32("year_of_account"),
                      before.getString("class_of_business")));
            }
          });
    }
  }
}
