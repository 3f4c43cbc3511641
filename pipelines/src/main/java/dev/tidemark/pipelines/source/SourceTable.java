// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A contract's table, found at a source and checked: what {@link SourceDatabase#check} gives, and
 * reading needs.
 */
public final class SourceTable implements Serializable {
  private static final long serialVersionUID = 1L;

  private final TableContract contract;
  private final TableRef ref;
  private final Dialect dialect;
  private final String schema;
  private final String name;
  private final List<SourceColumn> columns;
  private final List<String> leftOut;

  SourceTable(
      TableContract contract,
      TableRef ref,
      Dialect dialect,
      String schema,
      String name,
      List<SourceColumn> columns,
      List<String> leftOut) {
    this.contract = contract;
    this.ref = ref;
    this.dialect = dialect;
    this.schema = schema;
    this.name = name;
    this.columns = List.copyOf(columns);
    this.leftOut = List.copyOf(leftOut);
  }

  /** The contract, and of the columns beside it those that are at the source and are read. */
  public TableContract contract() {
    return contract;
  }

  public TableRef ref() {
    return ref;
  }

  /**
   * A sentence for each column of the source that is not read, because no contract names it and it
   * cannot be kept exactly as it is.
   */
  public List<String> leftOut() {
    return leftOut;
  }

  /** Type of the watermark column; null for a table that is read whole. */
  public Mark.@Nullable Type markType() {
    return ref.watermark() == null ? null : MarkValues.type(this, watermark());
  }

  /**
   * What the audit column {@code _source} says, e.g. {@code PostgreSQL bdx.premium_transaction}.
   */
  public String description() {
    return dialect.product() + (ref.query() == null ? " " : " query of ") + schema + "." + name;
  }

  /** The same table with some of its columns, read whole. */
  public SourceTable only(Collection<String> names) {
    List<ContractColumn> wanted =
        contract.columns().stream().filter(c -> names.contains(c.name())).toList();
    return new SourceTable(
        new TableContract(contract.table(), contract.schema(), contract.key(), null, wanted),
        ref.whole(),
        dialect,
        schema,
        name,
        columns.stream().filter(c -> names.contains(c.contract().name())).toList(),
        leftOut);
  }

  Dialect dialect() {
    return dialect;
  }

  /** Its schema, in the source's spelling. */
  String schemaName() {
    return schema;
  }

  /** Its name, in the source's spelling. */
  String tableName() {
    return name;
  }

  List<SourceColumn> columns() {
    return columns;
  }

  SourceColumn watermark() {
    for (SourceColumn column : columns) {
      if (column.contract().name().equals(ref.watermark())) {
        return column;
      }
    }
    throw new IllegalStateException(description() + " is read whole; it has no mark");
  }

  String quotedWatermark() {
    return dialect.quote(watermark().sourceName());
  }

  /** Schema and name, exactly as the source spells them, as the first two parameters. */
  void bindName(PreparedStatement statement) throws SQLException {
    statement.setString(1, schema);
    statement.setString(2, name);
  }

  /** What stands behind FROM: the table, or the query that replaces it. */
  String quotedName() {
    String query = ref.query();
    return query == null
        ? dialect.quote(schema) + "." + dialect.quote(name)
        : TableRef.derived(query);
  }

  /** The key's columns, in the contract's order. */
  List<SourceColumn> keyColumns() {
    return contract.key().stream()
        .map(
            key ->
                columns.stream()
                    .filter(column -> column.contract().name().equals(key))
                    .findFirst()
                    .orElseThrow())
        .toList();
  }

  List<String> quotedKey() {
    return keyColumns().stream().map(column -> dialect.quote(column.sourceName())).toList();
  }

  /** The mark's parameter: bound as a {@link Mark}'s text, compared as the column's own type. */
  String markParameter() {
    return dialect.parameter(watermark());
  }

  /** What is selected to read every column. */
  String quotedColumns() {
    return columns.stream()
        .map(c -> dialect.selected(dialect.quote(c.sourceName()), c.type()))
        .collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return description();
  }
}
