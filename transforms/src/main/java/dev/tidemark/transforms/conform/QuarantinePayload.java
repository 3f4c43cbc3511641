// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;

/**
 * Reads the payload of a quarantine entry, as {@link Quarantine} wrote it, back into a landed row:
 * the values as sent, names of people as null, since the payload has them masked. A column that the
 * payload does not have is null, one that the layout does not have is passed over.
 */
public final class QuarantinePayload {

  private static final JsonFactory JSON = new JsonFactory();

  private QuarantinePayload() {}

  /** Sets the columns of {@code out} from a payload; {@code personal} are left out. */
  public static void read(String payload, Set<String> personal, RowWriter out) {
    RowLayout layout = out.layout();
    out.clear();
    try (JsonParser json = JSON.createParser(payload)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        boolean isNull = json.nextToken() == JsonToken.VALUE_NULL;
        if (!isNull && layout.has(name) && !personal.contains(name)) {
          set(json, layout.column(name), out);
        } else {
          json.skipChildren();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a quarantine entry has a payload that is no JSON", e);
    }
  }

  private static void set(JsonParser json, int column, RowWriter out) throws IOException {
    switch (out.layout().type(column)) {
      case BOOLEAN -> out.setBoolean(column, json.getBooleanValue());
      case INT32 -> out.setInt(column, json.getIntValue());
      case INT64 -> out.setLong(column, json.getLongValue());
      case DOUBLE -> out.setDouble(column, Double.parseDouble(json.getText()));
      // the text and not a number: a parser may go through a double
      case DECIMAL, BIG_DECIMAL -> out.setDecimal(column, new BigDecimal(json.getText()));
      case STRING -> out.setString(column, json.getText());
      case BYTES -> out.setValue(column, json.getBinaryValue());
      case DATE -> out.setValue(column, LocalDate.parse(json.getText()));
      case TIMESTAMP -> out.setValue(column, Instant.parse(json.getText()));
    }
  }
}
