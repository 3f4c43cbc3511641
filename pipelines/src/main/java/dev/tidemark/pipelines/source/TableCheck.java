// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds a contract's table at a source and matches its columns: all that is wrong with it is told
 * at once. Reads metadata only.
 */
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
  private final List<String> problems = new ArrayList<>();

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
    Map<String, List<Found>> found = findColumns(from);
    List<SourceColumn> columns = new ArrayList<>();
    for (ContractColumn column : contract.columns()) {
      List<Found> alike = found.remove(ColumnNames.normalised(column.sourceName()));
      SourceColumn match = match(shown, column, alike == null ? List.of() : alike);
      if (match != null) {
        columns.add(match);
      }
    }
    boolean isMarked = ref.watermark() == null || isColumn(ref.watermark());
    if (!isMarked) {
      problems.add(
          "watermark "
              + ref.watermark()
              + " is not a column of its contract; name one of "
              + names());
    }
    if (!problems.isEmpty()) {
      throw violation(String.join("; ", numbered(problems)));
    }
    List<String> leftOut = new ArrayList<>();
    List<SourceColumn> added = added(found.values(), leftOut);
    columns.addAll(added);
    SourceTable table =
        new SourceTable(
            contract.withAdded(added.stream().map(SourceColumn::contract).toList()),
            ref,
            dialect,
            name.schema(),
            name.table(),
            columns,
            leftOut);
    if (ref.watermark() != null) {
      // refuses a type without an order
      table.markType();
    }
    return table;
  }

  private static List<String> numbered(List<String> problems) {
    if (problems.size() == 1) {
      return problems;
    }
    List<String> numbered = new ArrayList<>();
    for (String problem : problems) {
      numbered.add("(" + (numbered.size() + 1) + ") " + problem);
    }
    return numbered;
  }

  private List<SourceColumn> added(Collection<List<Found>> beside, List<String> leftOut) {
    AddedColumns decide = new AddedColumns(contract);
    List<SourceColumn> added = new ArrayList<>();
    for (List<Found> alike : beside) {
      if (alike.size() > 1) {
        leftOut.add(
            contract.table()
                + ": columns "
                + alike.stream().map(Found::name).collect(Collectors.joining(" and "))
                + " are not in its contract and differ only in case or underscores; they are left"
                + " out: read a view that has one of them");
        continue;
      }
      Found column = alike.get(0);
      AddedColumns.Decision decision =
          decide.decide(
              column.name(),
              column.type(),
              dialect.kindOf(column.type()),
              dialect.landedAs(column.type()));
      if (decision.column() != null) {
        added.add(decision.column());
      } else {
        leftOut.add(contract.table() + ": " + decision.leftOut());
      }
    }
    return added;
  }

  private boolean isColumn(String watermark) {
    return contract.columns().stream().anyMatch(c -> c.name().equals(watermark));
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

  private Map<String, List<Found>> findColumns(String from) throws SQLException {
    String sql = "SELECT * FROM " + from + " WHERE 1 = 0";
    Map<String, List<Found>> found = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet none = statement.executeQuery(sql)) {
      ResultSetMetaData columns = none.getMetaData();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        Found column = new Found(columns.getColumnName(i), NativeType.of(columns, i));
        found
            .computeIfAbsent(ColumnNames.normalised(column.name()), name -> new ArrayList<>())
            .add(column);
      }
    }
    return found;
  }

  /** The column of the source that a contract's is; null, and a problem, when it cannot be read. */
  private @Nullable SourceColumn match(String table, ContractColumn column, List<Found> alike) {
    if (alike.isEmpty()) {
      problems.add(
          "column "
              + column.sourceName()
              + " ("
              + column.type()
              + ") is missing from "
              + table
              + " in "
              + source
              + "; add it there, or read a view that has it");
      return null;
    }
    Found found = alike.get(0);
    if (alike.size() > 1) {
      problems.add(
          "columns "
              + found.name()
              + " and "
              + alike.get(1).name()
              + " of "
              + table
              + " differ only in case or underscores; read the table through a view that has one of"
              + " them");
      return null;
    }
    SqlType.Kind kind = dialect.kindOf(found.type());
    if (kind == null || !TypeMatch.readable(kind, found.type(), column.type().kind())) {
      problems.add(
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
      return null;
    }
    return new SourceColumn(column, found.name(), kind, found.type());
  }

  private ContractViolation violation(String what) {
    return new ContractViolation(contract.table() + ": " + what);
  }
}
