// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveComparator;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a written file by the Delta protocol: row count, and of some columns the least
 * and greatest value and the number of nulls.
 *
 * <p>Bounds that the protocol would cut (text above 32 characters) or that have no order in JSON
 * (bytes, booleans) are left out: a reader then cannot skip the file, which is right.
 */
final class FileStats {

  private static final int TEXT_LIMIT = 32;
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final RowLayout layout;
  private final int column;
  private long nulls;
  private @Nullable Object min;
  private @Nullable Object max;

  private FileStats(RowLayout layout, int column) {
    this.layout = layout;
    this.column = column;
  }

  static String of(
      RowLayout layout, MessageType schema, List<BlockMetaData> groups, List<String> columns)
      throws IOException {
    long rows = 0;
    for (BlockMetaData group : groups) {
      rows += group.getRowCount();
    }
    FileStats[] stats =
        columns.stream()
            .map(name -> collect(layout, schema, groups, layout.column(name)))
            .toArray(FileStats[]::new);
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);
      json.writeStartObject();
      json.writeNumberField("numRecords", rows);
      json.writeObjectFieldStart("minValues");
      for (FileStats each : stats) {
        each.writeBound(json, each.min, Bound.MIN);
      }
      json.writeEndObject();
      json.writeObjectFieldStart("maxValues");
      for (FileStats each : stats) {
        each.writeBound(json, each.max, Bound.MAX);
      }
      json.writeEndObject();
      json.writeObjectFieldStart("nullCount");
      for (FileStats each : stats) {
        json.writeNumberField(layout.name(each.column), each.nulls);
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    return text.toString();
  }

  private enum Bound {
    MIN,
    MAX
  }

  /** Joins what Parquet kept per row group. */
  private static FileStats collect(
      RowLayout layout, MessageType schema, List<BlockMetaData> groups, int column) {
    FileStats stats = new FileStats(layout, column);
    PrimitiveComparator<Object> order =
        schema.getType(column).asPrimitiveType().<Object>comparator();
    boolean known = true;
    for (BlockMetaData group : groups) {
      ColumnChunkMetaData chunk = group.getColumns().get(column);
      Statistics<?> part = chunk.getStatistics();
      stats.nulls += part.getNumNulls();
      if (part.hasNonNullValue()) {
        Object least = part.genericGetMin();
        Object greatest = part.genericGetMax();
        stats.min = stats.min == null || order.compare(least, stats.min) < 0 ? least : stats.min;
        stats.max =
            stats.max == null || order.compare(greatest, stats.max) > 0 ? greatest : stats.max;
      } else if (part.getNumNulls() < chunk.getValueCount()) {
        known = false; // a NaN leaves a row group without bounds
      }
    }
    if (!known) {
      stats.min = null;
      stats.max = null;
    }
    return stats;
  }

  private void writeBound(JsonGenerator json, @Nullable Object value, Bound bound)
      throws IOException {
    if (value == null) {
      return;
    }
    String name = layout.name(column);
    int scale = layout.scale(column);
    switch (layout.type(column)) {
      case INT32:
      case INT64:
        json.writeNumberField(name, ((Number) value).longValue());
        break;
      case DOUBLE:
        double number = (Double) value;
        if (!Double.isNaN(number) && !Double.isInfinite(number)) {
          json.writeNumberField(name, number);
        }
        break;
      case DECIMAL:
        json.writeNumberField(name, BigDecimal.valueOf(((Number) value).longValue(), scale));
        break;
      case BIG_DECIMAL:
        json.writeNumberField(
            name, new BigDecimal(new BigInteger(((Binary) value).getBytes()), scale));
        break;
      case DATE:
        json.writeStringField(name, LocalDate.ofEpochDay((Integer) value).toString());
        break;
      case TIMESTAMP:
        json.writeStringField(name, MILLIS.format(millis((Long) value, bound)));
        break;
      case STRING:
        String text = new String(((Binary) value).getBytes(), StandardCharsets.UTF_8);
        if (text.length() <= TEXT_LIMIT) {
          json.writeStringField(name, text);
        }
        break;
      default:
        break;
    }
  }

  /** The protocol keeps milliseconds: down for the least, up for the greatest. */
  private static Instant millis(long micros, Bound bound) {
    long rounded =
        bound == Bound.MIN ? Math.floorDiv(micros, 1000L) : -Math.floorDiv(-micros, 1000L);
    return RowView.instant(Math.multiplyExact(rounded, 1000L));
  }
}
