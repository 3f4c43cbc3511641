// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Creates the {@code etl} schema in an empty database, brings an older one up to date, and refuses
 * one of a later product. Each version has a script; what a script adds and is there already is
 * left alone, and the version is written behind it, so that a process that died half-way is
 * continued by the next one.
 */
final class ControlSchema {
  static final int VERSION = 4;

  /** The table that says which versions were completed; only they write to it. */
  static final String VERSIONS = "schema_version";

  private static final Pattern TABLE = Pattern.compile("CREATE TABLE etl\\.(\\w+)");
  private static final Pattern COLUMN = Pattern.compile("ALTER TABLE etl\\.(\\w+) ADD (\\w+)");

  private ControlSchema() {}

  static void install(Sql sql, Dialect dialect) throws SQLException {
    int version = version(sql);
    requireKnown(version);
    if (version == 0) {
      createSchema(sql);
    }
    for (int next = version + 1; next <= VERSION; next++) {
      Set<String> present = present(sql);
      for (String statement : statements(dialect, next)) {
        if (!present.contains(added(statement))) {
          sql.update(statement);
        }
      }
      sql.update("INSERT INTO etl.schema_version (version) VALUES (?)", next);
    }
  }

  /** Refuses a version of a later product. */
  static void requireKnown(int version) {
    if (version > VERSION) {
      throw new ControlStoreException(
          ControlStoreException.Reason.FAILED,
          "control database is at schema version "
              + version
              + ", this program knows version "
              + VERSION
              + "; use the Tidemark that last ran here, or a later one",
          null);
    }
  }

  /** The statements that lead from the version before to this one, in the database's spelling. */
  static List<String> statements(Dialect dialect, int version) {
    List<String> statements = new ArrayList<>();
    String script = resource(version).replaceAll("(?m)^--.*$", "");
    for (String statement : dialect.spell(script).split(";")) {
      statements.add(statement.strip());
    }
    return statements;
  }

  private static void createSchema(Sql sql) throws SQLException {
    if (sql.list(
            "SELECT schema_name FROM information_schema.schemata WHERE LOWER(schema_name) = 'etl'",
            row -> row.getString(1))
        .isEmpty()) {
      sql.update("CREATE SCHEMA etl");
    }
  }

  /** The table that a statement creates, or the column that it adds. */
  private static String added(String statement) {
    Matcher table = TABLE.matcher(statement);
    if (table.find()) {
      return table.group(1);
    }
    Matcher column = COLUMN.matcher(statement);
    if (column.find()) {
      return column.group(1) + "." + column.group(2);
    }
    throw new IllegalStateException("no table or column is added by " + statement);
  }

  /** The highest version that was completed; 0 in a database without any. */
  static int version(Sql sql) throws SQLException {
    if (!present(sql).contains(VERSIONS)) {
      return 0;
    }
    return sql.first(
            "SELECT version FROM etl.schema_version ORDER BY version DESC", row -> row.getInt(1))
        .orElse(0);
  }

  /** The tables of the schema, in lower case. */
  static Set<String> tables(Sql sql) throws SQLException {
    return new HashSet<>(
        sql.list(
            "SELECT LOWER(table_name) FROM information_schema.tables"
                + " WHERE LOWER(table_schema) = 'etl'",
            row -> row.getString(1)));
  }

  /** The tables by name, and their columns as {@code table.column}. */
  private static Set<String> present(Sql sql) throws SQLException {
    Set<String> present = new HashSet<>();
    sql.list(
            "SELECT LOWER(table_name), LOWER(column_name) FROM information_schema.columns"
                + " WHERE LOWER(table_schema) = 'etl'",
            row -> List.of(row.getString(1), row.getString(2)))
        .forEach(
            column -> {
              present.add(column.get(0));
              present.add(column.get(0) + "." + column.get(1));
            });
    return present;
  }

  private static String resource(int version) {
    String name = "schema-" + version + ".sql";
    try (InputStream in = ControlSchema.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the control schema " + name + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
