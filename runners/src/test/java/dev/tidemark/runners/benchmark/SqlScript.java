// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Statements of a rival, from a resource: parted by semicolons, with names in {@code ${…}}. */
final class SqlScript {

  private final String text;

  private SqlScript(String text) {
    this.text = text;
  }

  /** The script of this file, its names replaced. */
  static SqlScript of(String file, Map<String, ?> names) throws IOException {
    try (InputStream in = SqlScript.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IOException("the resource " + file + " is missing");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (Map.Entry<String, ?> name : names.entrySet()) {
        text = text.replace("${" + name.getKey() + "}", String.valueOf(name.getValue()));
      }
      return new SqlScript(text);
    }
  }

  /** Its statements, comments left out. */
  List<String> statements() {
    List<String> statements = new ArrayList<>();
    for (String statement : text.replaceAll("(?m)--.*$", "").split(";\\s*\\n", -1)) {
      if (!statement.isBlank()) {
        statements.add(statement.strip());
      }
    }
    return statements;
  }
}
