// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.apache.hadoop.fs.Path;

/** A schema with a column of every type, and files of it. */
final class AllTypes {

  static final Schema SCHEMA =
      Schema.builder()
          .addInt64Field("id")
          .addNullableField("flag", FieldType.BOOLEAN)
          .addNullableField("small", FieldType.INT32)
          .addNullableField("ratio", FieldType.DOUBLE)
          .addNullableField("name", FieldType.STRING)
          .addNullableField("raw", FieldType.BYTES)
          .addNullableField("percent", Columns.PERCENT)
          .addNullableField("money", Columns.MONEY)
          .addNullableField("wide", Columns.MONEY_SUM)
          .addNullableField("day", Columns.DATE)
          .addNullableField("at", Columns.TIMESTAMP)
          .build();

  static final RowLayout LAYOUT = RowLayout.of(SCHEMA);

  private AllTypes() {}

  static Row full() {
    return Row.withSchema(SCHEMA)
        .addValues(
            1L,
            true,
            -7,
            0.25,
            "Zoë",
            "raw".getBytes(StandardCharsets.UTF_8),
            new BigDecimal("12.5000"),
            new BigDecimal("-9999999999999999.99"),
            new BigDecimal("-123456789012345678901234567890123456.78"),
            LocalDate.of(2024, 2, 29),
            Instant.parse("2024-02-29T23:59:59.123456Z"))
        .build();
  }

  static Row before1970() {
    return Row.withSchema(SCHEMA)
        .addValues(
            Long.MIN_VALUE,
            false,
            Integer.MAX_VALUE,
            Double.NaN,
            "",
            new byte[0],
            new BigDecimal("-99999.9999"),
            new BigDecimal("0.00"),
            new BigDecimal("0.00"),
            LocalDate.of(1899, 12, 31),
            Instant.parse("1899-12-31T00:00:00.000001Z"))
        .build();
  }

  static Row allNull() {
    Row.Builder row = Row.withSchema(SCHEMA).addValue(3L);
    for (int c = 1; c < SCHEMA.getFieldCount(); c++) {
      row.addValue(null);
    }
    return row.build();
  }

  static WrittenFile write(Path file, Schema schema, List<Row> rows, String... stats)
      throws IOException {
    RowLayout layout = RowLayout.of(schema);
    RowBlocks blocks = RowBlocks.of(schema, rows);
    RowView view = new RowView(layout);
    try (ParquetBlockWriter writer = ParquetBlockWriter.create(file, layout, List.of(stats))) {
      for (long ref : blocks.refs()) {
        writer.write(view.at(blocks, ref));
      }
      return writer.finish();
    }
  }

  static List<Row> read(Path file, Schema schema) {
    List<byte[]> blocks = new ArrayList<>();
    RowLayout layout = RowLayout.of(schema);
    try (ParquetBlockReader reader = ParquetBlockReader.open(LakeFiles.inputFile(file), layout)) {
      reader.read(blocks::add);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return RowBlocks.of(blocks).toRows(layout);
  }
}
