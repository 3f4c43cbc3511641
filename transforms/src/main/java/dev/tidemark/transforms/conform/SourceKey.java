// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key of a source row as one text: the value itself where the key is one column, e.g. {@code
 * 4711}; else a JSON array of the parts as texts, e.g. {@code ["B0999CH001","S1"]}, so that parts
 * never run together.
 *
 * <p>Parts are as silver has them (trimmed, the section's in upper case): a landed row and its
 * silver row give the same text.
 */
public final class SourceKey {

  private static final JsonFactory JSON = new JsonFactory();

  private final List<String> names;
  private final int[] columns;

  private SourceKey(List<String> names, int[] columns) {
    this.names = names;
    this.columns = columns;
  }

  /** The key of rows of a layout, landed or silver. */
  public static SourceKey of(RowLayout layout, List<String> key) {
    return new SourceKey(List.copyOf(key), layout.columns(key));
  }

  /** The key of the row that {@code row} is on. */
  public String of(RowView row) {
    if (columns.length == 1) {
      String only = part(row, 0);
      return only == null ? "" : only;
    }
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartArray();
      for (int i = 0; i < columns.length; i++) {
        String part = part(row, i);
        if (part == null) {
          json.writeNull();
        } else {
          json.writeString(part);
        }
      }
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private @Nullable String part(RowView row, int i) {
    Object value = Conformer.asInSilver(names.get(i), row.getValue(columns[i]));
    if (value instanceof BigDecimal) {
      return ((BigDecimal) value).toPlainString();
    }
    if (value instanceof byte[]) {
      return Base64.getEncoder().encodeToString((byte[]) value);
    }
    return value == null ? null : value.toString();
  }
}
