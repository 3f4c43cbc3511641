// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.transforms.conform.Conformer;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.schemas.logicaltypes.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * What a source table must offer: its key, its watermark and its columns with their types. One YAML
 * file per table; the files of the bundled tables are resources under {@code contracts/}.
 *
 * @param table the table's name in the product and, unless configured otherwise, at the source
 * @param schema its schema at the source, unless configured otherwise
 * @param key landed names of the primary key's columns, in order
 * @param watermark landed name of the watermark column, null for a table that is read whole
 * @param columns every required column, in landed order
 * @param added columns that the contract's file does not name, in landed order: found at the
 *     source, or kept in silver since they were; none is required, and all may be null
 */
public record TableContract(
    String table,
    String schema,
    List<String> key,
    @Nullable String watermark,
    List<ContractColumn> columns,
    List<ContractColumn> added)
    implements Serializable {

  /** Audit columns that landing adds behind the source's. */
  public static final String RUN_ID = "_run_id";

  public static final String EXTRACTED_AT = "_extracted_at";
  public static final String WINDOW_LOW = "_window_low";
  public static final String WINDOW_HIGH = "_window_high";
  public static final String SOURCE = "_source";

  private static final List<String> BUNDLED =
      List.of(
          "RiskTransaction",
          "PremiumTransaction",
          "ClaimTransaction",
          "ContractSection",
          "Coverholder",
          "Broker",
          "BusinessPlan",
          "ExchangeRate");

  public TableContract {
    key = List.copyOf(key);
    columns = List.copyOf(columns);
    added = List.copyOf(added);
    Set<String> normalised = new HashSet<>();
    Set<String> names = new HashSet<>();
    columns.forEach(column -> names.add(column.name()));
    for (ContractColumn column : all(columns, added)) {
      if (!normalised.add(ColumnNames.normalised(column.sourceName()))) {
        throw new IllegalArgumentException(
            "contract "
                + table
                + ": column "
                + column.sourceName()
                + " is named twice; remove one");
      }
    }
    if (key.isEmpty()) {
      throw new IllegalArgumentException(
          "contract " + table + ": key is missing; name at least one column");
    }
    for (String name : key) {
      requireKnown(table, "key", name, names);
    }
    if (watermark != null) {
      requireKnown(table, "watermark", watermark, names);
    }
  }

  /** As a contract's file has it: with the columns that it names, and no other. */
  public TableContract(
      String table,
      String schema,
      List<String> key,
      @Nullable String watermark,
      List<ContractColumn> columns) {
    this(table, schema, key, watermark, columns, List.of());
  }

  private static void requireKnown(String table, String role, String name, Set<String> names) {
    if (!names.contains(name)) {
      throw new IllegalArgumentException(
          "contract "
              + table
              + ": "
              + role
              + " "
              + name
              + " is not among its columns "
              + names.stream().sorted().toList());
    }
  }

  /** Names of the tables whose contracts are bundled. */
  public static List<String> bundledNames() {
    return BUNDLED;
  }

  /** The contract of a bundled table, e.g. {@code PremiumTransaction}. */
  public static TableContract bundled(String name) {
    if (!BUNDLED.contains(name)) {
      throw new IllegalArgumentException(
          "contract "
              + name
              + " is not bundled; use one of "
              + BUNDLED
              + " or name a contract file");
    }
    try (InputStream in = TableContract.class.getResourceAsStream("/contracts/" + name + ".yaml")) {
      if (in == null) {
        throw new IllegalStateException(
            "resource contracts/" + name + ".yaml is missing from the jar");
      }
      return ContractFile.read(name, in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The contract in a file. */
  public static TableContract load(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return ContractFile.read(file.toString(), in);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "contract file " + file + " cannot be read; check that it exists and who may read it", e);
    }
  }

  /** The landed, silver and quarantine name of the table, e.g. {@code premium_transaction}. */
  public String name() {
    return ColumnNames.snakeCase(table);
  }

  /**
   * The same contract, read by another watermark, in any spelling, or whole for null. A column that
   * it does not have changes nothing: the check at the source names it.
   */
  public TableContract readBy(@Nullable String watermark) {
    String name = watermark == null ? null : ColumnNames.snakeCase(watermark);
    boolean isKnown = name == null || columns.stream().anyMatch(c -> c.name().equals(name));
    return isKnown ? new TableContract(table, schema, key, name, columns, added) : this;
  }

  /** The same contract, with these columns beside its own. */
  public TableContract withAdded(List<ContractColumn> columnsBeside) {
    return new TableContract(table, schema, key, watermark, columns, columnsBeside);
  }

  /** What lands: the contract's own columns, then those beside them. */
  public List<ContractColumn> landed() {
    return all(columns, added);
  }

  private static List<ContractColumn> all(
      List<ContractColumn> columns, List<ContractColumn> added) {
    return Stream.concat(columns.stream(), added.stream()).toList();
  }

  /** The column with the landed name. */
  public ContractColumn column(String name) {
    for (ContractColumn column : landed()) {
      if (column.name().equals(name)) {
        return column;
      }
    }
    throw new IllegalArgumentException("contract " + table + " has no column " + name);
  }

  /**
   * The source's columns, those that were added behind the contract's own, then the audit columns.
   * Only the key is required: landing takes what the source holds, and a NULL elsewhere is for the
   * rules behind landing to judge.
   */
  public Schema landingSchema() {
    Schema.Builder schema = Schema.builder();
    for (ContractColumn column : landed()) {
      FieldType type = column.type().fieldType();
      schema.addField(column.name(), key.contains(column.name()) ? type : type.withNullable(true));
    }
    return schema
        .addField(RUN_ID, FieldType.STRING)
        .addField(EXTRACTED_AT, FieldType.logicalType(SqlTypes.TIMESTAMP))
        .addNullableField(WINDOW_LOW, FieldType.STRING)
        .addNullableField(WINDOW_HIGH, FieldType.STRING)
        .addField(SOURCE, FieldType.STRING)
        .build();
  }

  /**
   * The landing schema of rows that a comparison of keys found gone from the source, one column
   * more: {@link Conformer#TOMBSTONE}, which reads as null from any other landing.
   */
  public Schema tombstoneSchema() {
    return Schema.builder()
        .addFields(landingSchema().getFields())
        .addNullableField(Conformer.TOMBSTONE, FieldType.BOOLEAN)
        .build();
  }
}
