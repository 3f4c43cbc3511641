// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.OverlapSize;
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
   * How far behind its mark the table is read again, out of what is configured. Where no open
   * transaction can undercut the mark, that is by default the mark's own rows.
   *
   * @throws ContractViolation when a time is configured for a mark that is a number, or a number
   *     for one that is a time
   */
  public OverlapSize overlap(OverlapSize configured) {
    boolean isNumber = MarkValues.type(this, watermark()) == Mark.Type.BIGINT;
    OverlapSize.Unit unit = configured.unit();
    if (unit == (isNumber ? OverlapSize.Unit.TIME : OverlapSize.Unit.NUMBERS)) {
      throw new ContractViolation(
          contract.table()
              + ": overlap "
              + configured
              + (isNumber ? " is a time, but " : " is a number, but ")
              + watermark().sourceName()
              + " in "
              + this
              + (isNumber
                  ? " holds numbers; write a whole number such as 1000"
                  : " holds times; write a duration such as PT15M")
              + ", or remove it");
    }
    boolean isSettled = unit == OverlapSize.Unit.EITHER && dialect.settled(watermark()) != null;
    return isSettled ? OverlapSize.of(1) : configured;
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
    String watermark = ref.watermark();
    if (watermark == null) {
      throw new IllegalStateException(description() + " is read whole; it has no mark");
    }
    return column(watermark);
  }

  /** The column with the landed name. */
  SourceColumn column(String name) {
    return columns.stream()
        .filter(column -> column.contract().name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(description() + " has no column " + name));
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
    return contract.key().stream().map(this::column).toList();
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
