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
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Creates the {@code etl} schema in an empty database and refuses one of a later product. What
 * exists is left alone and the version is written last, so that a process that died half-way is
 * continued by the next one.
 */
final class ControlSchema {
  static final int VERSION = 1;

  private static final Pattern TABLE = Pattern.compile("CREATE TABLE etl\\.(\\w+)");

  private ControlSchema() {}

  static void install(Sql sql, Dialect dialect) throws SQLException {
    Optional<Integer> version = version(sql);
    if (version.isPresent()) {
      requireKnown(version.get());
      return;
    }
    if (sql.list(
            "SELECT schema_name FROM information_schema.schemata WHERE LOWER(schema_name) = 'etl'",
            row -> row.getString(1))
        .isEmpty()) {
      sql.update("CREATE SCHEMA etl");
    }
    Set<String> present = tables(sql);
    for (String statement : statements(dialect)) {
      Matcher table = TABLE.matcher(statement);
      if (table.find() && !present.contains(table.group(1))) {
        sql.update(statement);
      }
    }
    sql.update("INSERT INTO etl.schema_version (version) VALUES (?)", VERSION);
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

  /** The statements of the newest version, in the database's spelling. */
  static List<String> statements(Dialect dialect) {
    List<String> statements = new ArrayList<>();
    for (String statement : dialect.spell(resource()).split(";")) {
      statements.add(statement.replaceAll("(?m)^--.*$", "").strip());
    }
    return statements;
  }

  /** The version that is installed; empty when there is none. */
  static Optional<Integer> version(Sql sql) throws SQLException {
    if (!tables(sql).contains("schema_version")) {
      return Optional.empty();
    }
    return sql.first(
        "SELECT version FROM etl.schema_version ORDER BY version DESC", row -> row.getInt(1));
  }

  /** The tables of the schema, in lower case. */
  static Set<String> tables(Sql sql) throws SQLException {
    return new HashSet<>(
        sql.list(
            "SELECT LOWER(table_name) FROM information_schema.tables"
                + " WHERE LOWER(table_schema) = 'etl'",
            row -> row.getString(1)));
  }

  private static String resource() {
    try (InputStream in = ControlSchema.class.getResourceAsStream("schema-" + VERSION + ".sql")) {
      if (in == null) {
        throw new IllegalStateException("the control schema is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
