// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * An SQL resource of the demo: its statements, each ended by a semicolon at the end of a line, and
 * the sentences in its lines that start with {@code --:}. The sentences stand beside the statements
 * that they describe, so that the two cannot drift apart.
 */
record DemoScript(List<String> statements, List<String> sentences) {

  private static final String SENTENCE = "--:";

  static DemoScript ofDay(int day) {
    return named("day" + DemoDay.checked(day) + ".sql");
  }

  static DemoScript named(String resource) {
    return parse(text(resource));
  }

  static DemoScript parse(String text) {
    List<String> statements = new ArrayList<>();
    List<String> sentences = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    for (String line : text.lines().toList()) {
      if (line.startsWith(SENTENCE)) {
        sentences.add(line.substring(SENTENCE.length()).strip());
      } else if (!line.isBlank() && !line.startsWith("--")) {
        statement.append(line).append('\n');
        if (line.stripTrailing().endsWith(";")) {
          statements.add(statement.toString());
          statement.setLength(0);
        }
      }
    }
    return new DemoScript(List.copyOf(statements), List.copyOf(sentences));
  }

  void runOn(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  static String text(String resource) {
    try (InputStream in = DemoScript.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("The resource " + resource + " is missing from the jar.");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
