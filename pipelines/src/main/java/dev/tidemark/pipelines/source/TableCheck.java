// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds a contract's table at a source and matches its columns. Reads metadata only. */
final class TableCheck {

  private record Name(String schema, String table) {
    @Override
    public String toString() {
      return schema + "." + table;
    }

    String quoted(Dialect dialect) {
      return dialect.quote(schema) + "." + dialect.quote(table);
    }
  }

  private record Found(String name, NativeType type) {}

  private final Connection connection;
  private final Dialect dialect;
  private final TableContract contract;
  private final TableRef ref;
  private final String source;

  TableCheck(
      Connection connection, Dialect dialect, TableContract contract, TableRef ref, String source) {
    this.connection = connection;
    this.dialect = dialect;
    this.contract = contract;
    this.ref = ref;
    this.source = source;
  }

  SourceTable run() throws SQLException {
    String query = ref.query();
    Name name = query == null ? findTable() : new Name(ref.schema(), ref.table());
    String shown = query == null ? name.toString() : ref.toString();
    String from = query == null ? name.quoted(dialect) : TableRef.derived(query);
    Map<String, Found> found = findColumns(shown, from);
    List<SourceColumn> columns = new ArrayList<>();
    for (ContractColumn column : contract.columns()) {
      Found match = found.remove(ColumnNames.normalised(column.sourceName()));
      columns.add(check(shown, column, match == null ? missing(shown, column) : match));
    }
    List<String> extra = found.values().stream().map(Found::name).toList();
    SourceTable table =
        new SourceTable(contract, ref, dialect, name.schema(), name.table(), columns, extra);
    if (ref.watermark() != null) {
      checkWatermark(table, ref.watermark());
    }
    return table;
  }

  private void checkWatermark(SourceTable table, String watermark) {
    if (contract.columns().stream().noneMatch(c -> c.name().equals(watermark))) {
      throw violation(
          "watermark " + watermark + " is not a column of its contract; name one of " + names());
    }
    Mark.Type type = table.markType();
    if (type == null) {
      throw new AssertionError(table);
    }
  }

  private String names() {
    return contract.columns().stream().map(ContractColumn::name).collect(Collectors.joining(", "));
  }

  private Name findTable() throws SQLException {
    Set<Name> alike = new LinkedHashSet<>();
    try (PreparedStatement statement = connection.prepareStatement(dialect.tablesQuery())) {
      statement.setString(1, ColumnNames.normalised(ref.schema()));
      statement.setString(2, ColumnNames.normalised(ref.table()));
      try (ResultSet tables = statement.executeQuery()) {
        while (tables.next()) {
          alike.add(new Name(tables.getString(1), tables.getString(2)));
        }
      }
    }
    Name exact = new Name(ref.schema(), ref.table());
    if (alike.contains(exact)) {
      return exact;
    }
    if (alike.size() > 1) {
      throw violation(
          "table "
              + ref
              + " could be any of "
              + alike
              + "; write its name exactly as the source does");
    }
    return alike.stream()
        .findFirst()
        .orElseThrow(
            () ->
                violation(
                    "table "
                        + ref
                        + " is not in "
                        + source
                        + ", or the user may not see it; check schema and sourceTable of the configuration"));
  }

  private Map<String, Found> findColumns(String table, String from) throws SQLException {
    String sql = "SELECT * FROM " + from + " WHERE 1 = 0";
    Map<String, Found> found = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet none = statement.executeQuery(sql)) {
      ResultSetMetaData columns = none.getMetaData();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        Found column = new Found(columns.getColumnName(i), NativeType.of(columns, i));
        Found twin = found.put(ColumnNames.normalised(column.name()), column);
        if (twin != null) {
          throw violation(
              "columns "
                  + twin.name()
                  + " and "
                  + column.name()
                  + " of "
                  + table
                  + " differ only in case or underscores; read the table through a view that has one of them");
        }
      }
    }
    return found;
  }

  private Found missing(String table, ContractColumn column) {
    throw violation(
        "column "
            + column.sourceName()
            + " ("
            + column.type()
            + ") is missing from "
            + table
            + " in "
            + source
            + "; add it there, or read a view that has it");
  }

  private SourceColumn check(String table, ContractColumn column, Found found) {
    SqlType.Kind kind = dialect.kindOf(found.type());
    if (kind == null || !TypeMatch.readable(kind, found.type(), column.type().kind())) {
      throw violation(
          "column "
              + column.sourceName()
              + " is "
              + found.type().name()
              + " in "
              + table
              + " in "
              + source
              + ", but its contract says "
              + column.type()
              + "; change the column, or read a view that casts it");
    }
    return new SourceColumn(column, found.name(), kind, found.type());
  }

  private ContractViolation violation(String what) {
    return new ContractViolation(contract.table() + ": " + what);
  }
}
