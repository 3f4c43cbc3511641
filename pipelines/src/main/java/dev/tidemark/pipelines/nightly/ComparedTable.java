// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.source.KeyRead;
import dev.tidemark.pipelines.source.Mark;
import dev.tidemark.pipelines.source.SourceTable;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.table.DataFile;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.conform.Quarantine;
import dev.tidemark.transforms.conform.TransactionTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.KV;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * A table whose keys are compared: where its keys lie, and how a key is written down for the
 * comparison.
 *
 * <p>A compared row is the key as silver has it, and the number of the file that it stands in; a
 * row of the source has none. Files of silver come before those of the quarantine.
 */
final class ComparedTable implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The file that a key of the lake stands in, null for a key of the source. */
  static final String FILE = "_file";

  /** Whether a key of the source is in the scope; of the lake, whether it also is live. */
  static final String IN_SCOPE = "_in_scope";

  /** The mark of a key of the source that a run must have read, as {@link KeyRead#MARK}. */
  static final String MARK = KeyRead.MARK;

  private static final long KEYS_PER_PARTITION = 250_000;
  private static final long MOST_PARTITIONS = 4096;

  private final String name;
  private final TableContract contract;
  private final @Nullable TransactionTable rules;
  private final TableSpec silver;
  private final @Nullable BordereauScope scope;
  private final @Nullable Mark readTo;
  private final Schema compared;
  private final Set<String> personal;
  private final List<String> files = new ArrayList<>();
  private final int silverFiles;
  private long rows;

  /**
   * Of a table.
   *
   * @param readTo the mark up to which its rows were read; null when no key can be missed
   */
  ComparedTable(String name, RunPlan plan, @Nullable BordereauScope scope, @Nullable Mark readTo) {
    this.name = name;
    this.scope = scope;
    this.readTo = readTo;
    LakeTables tables = plan.tables();
    contract = tables.contract(name);
    rules = TransactionTable.named(name).orElse(null);
    silver = tables.silver(name);
    personal = tables.personalColumns(name);
    Schema.Builder schema = Schema.builder();
    contract.key().forEach(key -> schema.addField(silver.schema().getField(key)));
    compared =
        schema
            .addNullableInt32Field(FILE)
            .addNullableBooleanField(IN_SCOPE)
            .addNullableInt64Field(MARK)
            .build();
    addFiles(plan, silver);
    silverFiles = files.size();
    if (rules != null) {
      addFiles(plan, tables.quarantine(name));
    }
  }

  private void addFiles(RunPlan plan, TableSpec spec) {
    Path table = new Path(plan.lakeRoot(), spec.path());
    for (DataFile file : plan.pinned(spec).files()) {
      files.add(file.in(table).toString());
      rows += file.rows();
    }
  }

  String name() {
    return name;
  }

  TableContract contract() {
    return contract;
  }

  /** The rules of the table; null if it is none of transactions. */
  @Nullable TransactionTable rules() {
    return rules;
  }

  TableSpec silver() {
    return silver;
  }

  @Nullable BordereauScope scope() {
    return scope;
  }

  Set<String> personalColumns() {
    return personal;
  }

  boolean keyNamesPeople() {
    return key().stream().anyMatch(column -> contract.column(column).personal());
  }

  List<String> key() {
    return contract.key();
  }

  /** How many partitions keep the keys of one small enough to be held in memory. */
  int partitions() {
    return (int)
        Math.min(MOST_PARTITIONS, Math.max(PackRows.DEFAULT_BUCKETS, rows / KEYS_PER_PARTITION));
  }

  /** Whether keys of the source are looked for that the lake should have, and has not. */
  boolean seeksLostKeys() {
    return readTo != null;
  }

  /** What is read at the source. */
  KeyRead atSource(SourceTable table) {
    String sequence = ReferenceTable.named(name).isPresent() ? ReferenceTable.SEQUENCE : null;
    return new KeyRead(table, sourceColumns(), sequence, readTo);
  }

  /** The columns that are read at the source. */
  Set<String> sourceColumns() {
    Set<String> columns = new LinkedHashSet<>(contract.key());
    if (scope != null) {
      columns.addAll(BordereauScope.COLUMNS);
    }
    return columns;
  }

  /** The schema of compared rows. */
  Schema schema() {
    return compared;
  }

  /** Every file with keys, by its number. */
  List<KV<Integer, String>> numberedFiles() {
    List<KV<Integer, String>> numbered = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      numbered.add(KV.of(i, files.get(i)));
    }
    return numbered;
  }

  String path(int file) {
    return files.get(file);
  }

  boolean isQuarantine(int file) {
    return file >= silverFiles;
  }

  /** The layout of a file's rows. */
  RowLayout layout(int file) {
    return isQuarantine(file) ? RowLayout.of(Quarantine.TRANSACTION_SCHEMA) : silver.layout();
  }
}
