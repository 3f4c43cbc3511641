// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether a user may do what a run does in a control database: each table is asked with statements
 * that touch no row, and all of it is rolled back.
 */
public final class ControlPrivileges {

  /** What is updated, and a column of it to try that on. */
  private static final Map<String, String> UPDATED =
      Map.of(
          "watermark", "table_name",
          "batch_sequence", "sequence_name",
          "lease", "table_name",
          "finding", "scope",
          "judged", "scope");

  private static final Set<String> DELETED_FROM = Set.of("run", "load_audit", "lease");

  private ControlPrivileges() {}

  /**
   * What the user may not do, as in {@code INSERT ON etl.lease}; empty when nothing is in the way.
   * An embedded database is not asked: whoever may write its file may do everything.
   *
   * @throws ControlStoreException when the database cannot be reached
   */
  public static List<String> missing(DatabaseConfig config) {
    try (ControlConnection connection = ControlConnection.writing(config)) {
      if (connection.dialect() == Dialect.H2) {
        return List.of();
      }
      boolean isThere = connection.transact(sql -> ControlSchema.version(sql) > 0);
      if (isThere) {
        return missingOnTables(connection);
      }
      return mayCreateSchema(connection) ? List.of() : List.of("CREATE SCHEMA etl");
    }
  }

  /**
   * What a run does to a table of the schema, such as {@code INSERT}; the least it must be granted.
   */
  static List<String> of(String table) {
    List<String> privileges = new ArrayList<>(List.of("SELECT"));
    if (!table.equals(ControlSchema.VERSIONS)) {
      privileges.add("INSERT");
    }
    if (UPDATED.containsKey(table)) {
      privileges.add("UPDATE");
    }
    if (DELETED_FROM.contains(table)) {
      privileges.add("DELETE");
    }
    return privileges;
  }

  private static List<String> missingOnTables(ControlConnection connection) {
    List<String> missing = new ArrayList<>();
    for (String table : new TreeSet<>(connection.transact(ControlSchema::tables))) {
      for (String privilege : of(table)) {
        if (!may(connection, privilege, table)) {
          missing.add(privilege + " ON etl." + table);
        }
      }
    }
    return missing;
  }

  private static boolean may(ControlConnection connection, String privilege, String table) {
    return connection.rehearse(
        sql -> {
          try {
            tryOn(table, privilege, sql);
            return true;
          } catch (SQLException refused) {
            return false;
          }
        });
  }

  private static void tryOn(String table, String privilege, Sql sql) throws SQLException {
    String name = "etl." + table;
    String noRow = " WHERE 1 = 0";
    switch (privilege) {
      case "SELECT" -> sql.list("SELECT 1 FROM " + name + noRow, row -> row.getInt(1));
      case "INSERT" -> sql.update("INSERT INTO " + name + " SELECT * FROM " + name + noRow);
      case "UPDATE" -> {
        String column = UPDATED.get(table);
        sql.update("UPDATE " + name + " SET " + column + " = " + column + noRow);
      }
      default -> sql.update("DELETE FROM " + name + noRow);
    }
  }

  private static boolean mayCreateSchema(ControlConnection connection) {
    String question =
        connection.dialect() == Dialect.POSTGRESQL
            ? "SELECT CASE WHEN has_database_privilege(current_database(), 'CREATE') THEN 1 ELSE 0 END"
            : "SELECT HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE SCHEMA')";
    return connection
        .transact(sql -> sql.first(question, row -> row.getInt(1)))
        .filter(answer -> answer == 1)
        .isPresent();
  }
}
