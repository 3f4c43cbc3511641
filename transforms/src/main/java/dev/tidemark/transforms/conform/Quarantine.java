// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.calendar.MonthIndex;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Writes quarantine rows: one per source image that is kept out of silver, with its reason and the
 * row as sent in JSON, names of people masked.
 *
 * <p>Those of transactions have columns that start with {@code _} and say what was reported where
 * and when: a quarantined premium still counts as a submission.
 */
public final class Quarantine {

  /**
   * The columns of every quarantine table; {@code source_key} is its key, see {@link SourceKey}.
   */
  public static final Schema SCHEMA =
      Schema.builder()
          .addStringField("source_key")
          .addStringField("reason")
          .addNullableField("modified_date", Columns.TIMESTAMP)
          .addStringField("payload")
          .addInt64Field("batch_id")
          .build();

  /** The columns of a quarantine table of transactions. */
  public static final Schema TRANSACTION_SCHEMA =
      Schema.builder()
          .addFields(SCHEMA.getFields())
          .addNullableStringField("_umr")
          .addNullableStringField("_section_no")
          .addNullableStringField("_coverholder_id")
          .addNullableField("_bordereau_month", Columns.DATE)
          .addNullableField("_submitted_at", Columns.TIMESTAMP)
          .addBooleanField("_is_deleted")
          .build();

  private static final JsonFactory JSON = new JsonFactory();
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final RowLayout landed;
  private final SourceKey key;
  private final int updateTime;
  private final boolean reportsSubmission;
  private final Set<String> personal;
  private final long batchId;

  private Quarantine(
      Schema landed,
      List<String> key,
      @Nullable String updateTime,
      boolean reportsSubmission,
      Set<String> personal,
      long batchId) {
    this.landed = RowLayout.of(landed);
    this.key = SourceKey.of(this.landed, key);
    this.updateTime = updateTime == null ? -1 : this.landed.column(updateTime);
    this.reportsSubmission = reportsSubmission;
    this.personal = personal;
    this.batchId = batchId;
  }

  /**
   * For landed rows of transactions; {@code personal} are the columns that hold names of people.
   */
  public static Quarantine ofTransactions(
      Schema landed, TransactionTable table, Set<String> personal, long batchId) {
    return new Quarantine(
        landed, List.of(table.idColumn()), "modified_date", true, personal, batchId);
  }

  /**
   * For landed rows of another table.
   *
   * @param updateTime the column that {@code modified_date} is taken from, a day as its midnight in
   *     UTC; null, and a column of another type, leave it null
   */
  public static Quarantine of(
      Schema landed,
      List<String> key,
      @Nullable String updateTime,
      Set<String> personal,
      long batchId) {
    return new Quarantine(landed, key, updateTime, false, personal, batchId);
  }

  /** Writes the quarantine row of the landed row that {@code row} is on. */
  public void write(RowView row, QuarantineReason reason, RowWriter out) {
    out.clear();
    out.setString(0, key.of(row));
    out.setString(1, reason.name());
    writeUpdateTime(row, out);
    out.setString(3, payload(row));
    out.setLong(4, batchId);
    if (reportsSubmission) {
      writeSubmission(row, out);
    }
  }

  private void writeUpdateTime(RowView row, RowWriter out) {
    if (updateTime < 0 || row.isNull(updateTime)) {
      return;
    }
    if (landed.type(updateTime) == ColumnType.TIMESTAMP) {
      out.copy(2, row, updateTime);
    } else if (landed.type(updateTime) == ColumnType.DATE) {
      out.setLong(2, row.getInt(updateTime) * MICROS_PER_DAY);
    }
  }

  private void writeSubmission(RowView row, RowWriter out) {
    out.setStringOrNull(5, KeyText.upper(row.getStringOrNull(landed.column("umr"))));
    out.setStringOrNull(6, KeyText.upper(row.getStringOrNull(landed.column("section_no"))));
    if (landed.has("coverholder_id")) {
      out.setStringOrNull(7, KeyText.trimmed(row.getStringOrNull(landed.column("coverholder_id"))));
    }
    int reported = landed.column("bordereau_month");
    if (!row.isNull(reported)) {
      int month = MonthIndex.ofEpochDay(row.getInt(reported));
      out.setInt(8, Math.toIntExact(MonthIndex.firstDay(month).toEpochDay()));
    }
    out.copy(9, row, landed.column("submitted_at"));
    out.setBoolean(10, row.getBoolean(landed.column("is_deleted")));
  }

  private String payload(RowView row) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      for (int c = 0; c < landed.size(); c++) {
        String name = landed.name(c);
        if (name.startsWith("_")) {
          continue; // how it was landed is not part of what was sent
        }
        json.writeFieldName(name);
        writeValue(json, row, c, personal.contains(name));
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void writeValue(JsonGenerator json, RowView row, int column, boolean isPersonal)
      throws IOException {
    Object value = row.getValue(column);
    if (value == null) {
      json.writeNull();
    } else if (isPersonal) {
      json.writeString(PersonalData.MASK);
    } else if (value instanceof Boolean) {
      json.writeBoolean((Boolean) value);
    } else if (value instanceof Integer) {
      json.writeNumber((Integer) value);
    } else if (value instanceof Long) {
      json.writeNumber((Long) value);
    } else if (value instanceof BigDecimal) {
      json.writeNumber(((BigDecimal) value).toPlainString());
    } else if (value instanceof byte[]) {
      json.writeBinary((byte[]) value);
    } else {
      json.writeString(value.toString());
    }
  }
}
