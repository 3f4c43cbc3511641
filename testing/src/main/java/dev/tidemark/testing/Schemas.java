// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/**
 * Schemas from a line of text, and back: the words in which the kit's own messages tell them.
 *
 * <pre>{@code
 * Schema ledger =
 *     Schemas.of("account INT32 NOT NULL, month STRING NOT NULL, amount DECIMAL(18,2), note STRING");
 * }</pre>
 *
 * <p>A column may be null unless it is NOT NULL. The types are those that a text table can hold,
 * see {@link Rows}: BOOLEAN, INT32, INT64, DOUBLE, STRING, BYTES, DECIMAL(p,s), DECIMAL, DATE,
 * TIMESTAMP.
 */
public final class Schemas {

  private static final String NOT_NULL = "NOT NULL";

  private Schemas() {}

  /**
   * Reads a schema.
   *
   * @throws IllegalArgumentException naming the first column that cannot be read
   */
  public static Schema of(String columns) {
    String text = columns.strip();
    if (text.startsWith("(") && text.endsWith(")")) {
      text = text.substring(1, text.length() - 1);
    }
    Schema.Builder schema = Schema.builder();
    for (String column : split(text)) {
      String[] words = column.strip().split("\\s+", 2);
      if (words.length < 2) {
        throw new IllegalArgumentException(
            "Column \"" + column.strip() + "\" has no type: write its name, then its type.");
      }
      schema.addField(words[0], type(words[0], words[1]));
    }
    return schema.build();
  }

  private static FieldType type(String column, String words) {
    boolean isNotNull = words.endsWith(" " + NOT_NULL);
    String type = words.replaceFirst("\\s+(NOT )?NULL$", "");
    try {
      return ColumnKind.parse(type).withNullable(!isNotNull);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("Column " + column + ": " + e.getMessage() + ".", e);
    }
  }

  /** At commas, but not at those inside parentheses. */
  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ',' && depth == 0) {
        parts.add(text.substring(start, i));
        start = i + 1;
      } else if (c == '(') {
        depth++;
      } else if (c == ')') {
        depth--;
      }
    }
    parts.add(text.substring(start));
    return parts;
  }

  /** The whole schema on one line, in parentheses; {@link #of} reads it. */
  static String describe(Schema schema) {
    return schema.getFields().stream()
        .map(field -> field.getName() + " " + ColumnKind.describeWithNull(field.getType()))
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
