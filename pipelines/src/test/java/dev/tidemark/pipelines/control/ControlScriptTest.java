// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Holds the scripts with which a database administrator prepares a control database to what the
 * product would do by itself. With {@code TIDEMARK_WRITE_DOCS} in the environment they are written
 * anew.
 */
class ControlScriptTest {

  private static final Path FOLDER = Path.of("..", "docs", "access");
  private static final Pattern TABLE = Pattern.compile("CREATE TABLE etl\\.(\\w+)");

  private static final Map<Dialect, String> USER =
      Map.of(
          Dialect.POSTGRESQL,
          """
          -- Give it a password or another way to log in; no script holds one.
          CREATE ROLE tidemark_control LOGIN;

          GRANT USAGE ON SCHEMA etl TO tidemark_control;
          """,
          Dialect.SQL_SERVER,
          """
          -- The login is made before, on the server or as an identity of Entra ID.
          CREATE USER tidemark_control FOR LOGIN tidemark_control;
          """);

  @ParameterizedTest
  @EnumSource(
      value = Dialect.class,
      names = {"POSTGRESQL", "SQL_SERVER"})
  void anAdministratorsScriptMakesWhatARunNeedsAndNoMore(Dialect dialect) throws IOException {
    Path file = FOLDER.resolve("control-" + name(dialect) + ".sql");
    String script = script(dialect);
    if (System.getenv("TIDEMARK_WRITE_DOCS") != null) {
      Files.writeString(file, script);
    }

    assertThat(
        file + " is not what the product does; write it anew with TIDEMARK_WRITE_DOCS=1",
        Files.readString(file),
        is(script));
  }

  private static String name(Dialect dialect) {
    return dialect == Dialect.POSTGRESQL ? "postgresql" : "sqlserver";
  }

  /** The schema, version by version, and the grants of a user that only runs. */
  static String script(Dialect dialect) {
    StringBuilder script =
        new StringBuilder(
            """
            -- The control schema of Tidemark, for an administrator to run; then the user of a run may neither create nor change a table.
            -- A schema that is there already: begin at the version after the one that SELECT MAX(version) FROM etl.schema_version gives.

            CREATE SCHEMA etl;
            """);
    if (dialect == Dialect.SQL_SERVER) {
      // there, a schema is the only statement of its batch
      script.append("GO\n");
    }
    for (int version = 1; version <= ControlSchema.VERSION; version++) {
      script.append("\n-- version ").append(version).append('\n');
      for (String statement : ControlSchema.statements(dialect, version)) {
        script.append(statement).append(";\n\n");
      }
      script.append("INSERT INTO etl.schema_version (version) VALUES (" + version + ");\n");
    }
    script.append("\n-- the user of a run\n").append(USER.get(dialect)).append('\n');
    Matcher table = TABLE.matcher(script.toString());
    List<String> tables = table.results().map(found -> found.group(1)).sorted().toList();
    script.append(
        tables.stream()
            .map(
                each ->
                    "GRANT "
                        + String.join(", ", ControlPrivileges.of(each))
                        + " ON etl."
                        + each
                        + " TO tidemark_control;\n")
            .collect(Collectors.joining()));
    return script.toString();
  }
}
