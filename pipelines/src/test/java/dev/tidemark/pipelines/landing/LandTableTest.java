// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.Columns;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.LogicalTypes;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.GenericRecord;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.io.LocalInputFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LandTableTest {
  private static final Instant TIME = Instant.parse("2024-02-06T01:02:03.456Z");
  private static final Schema SCHEMA =
      Schema.builder()
          .addInt64Field("id")
          .addNullableField("flag", FieldType.BOOLEAN)
          .addNullableField("whole", FieldType.INT32)
          .addNullableField("share", FieldType.DOUBLE)
          .addNullableField("name", FieldType.STRING)
          .addNullableField("bytes", FieldType.BYTES)
          .addNullableField("money", Columns.MONEY)
          .addNullableField("sum", Columns.MONEY_SUM)
          .addNullableField("born", Columns.DATE)
          .addNullableField("at", Columns.TIMESTAMP)
          .build();

  private final Path lake;

  LandTableTest(@TempDir Path lake) {
    this.lake = lake;
  }

  private static Row row(@Nullable Object... values) {
    return Row.withSchema(SCHEMA).addValues(new ArrayList<>(Arrays.asList(values))).build();
  }

  private static Row nulls(long id) {
    return row(id, null, null, null, null, null, null, null, null, null);
  }

  private LandTable land(String attempt) {
    return LandTable.named("Sample")
        .in(new LandingLayout(lake.toString()))
        .at(TIME, "run-1")
        .withWindow(null, "2024-02-05 10:00:00.123456")
        .withAttempt(attempt);
  }

  private LandedTable run(LandTable transform, Row... rows) throws IOException {
    Pipeline pipeline = Pipeline.create();
    PCollection<LandedTable> landed =
        pipeline.apply(Create.of(Arrays.asList(rows)).withRowSchema(SCHEMA)).apply(transform);
    int count = rows.length;
    PAssert.thatSingleton(landed)
        .satisfies(
            table -> {
              assertThat(table.rows(), is((long) count));
              assertThat(table.isEmpty(), is(count == 0));
              return null;
            });
    pipeline.run().waitUntilFinish();
    String directory = folder().toString();
    return Files.exists(folder())
        ? LandingManifest.read(directory).landed(directory)
        : new LandedTable("Sample", directory, SCHEMA, List.of(), 0);
  }

  private Path folder() {
    return lake.resolve("landing/Sample/2024/02/06/010203");
  }

  private static List<Row> read(LandedTable landed) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (LandedFile file : landed.files()) {
      try (ParquetReader<GenericRecord> reader =
          AvroParquetReader.<GenericRecord>builder(new LocalInputFile(Path.of(file.path())))
              .build()) {
        for (GenericRecord record = reader.read(); record != null; record = reader.read()) {
          rows.add(toRow(record));
        }
      }
    }
    return rows;
  }

  private static Row toRow(GenericRecord record) {
    List<@Nullable Object> values = new ArrayList<>();
    for (org.apache.avro.Schema.Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      if (value instanceof GenericFixed fixed) {
        org.apache.avro.Schema type = fixed.getSchema();
        int scale = ((LogicalTypes.Decimal) LogicalTypes.fromSchema(type)).getScale();
        values.add(new BigDecimal(new BigInteger(fixed.bytes()), scale));
      } else if (value instanceof Long unscaled && field.name().equals("money")) {
        values.add(BigDecimal.valueOf(unscaled, 2));
      } else if (value instanceof ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        values.add(bytes);
      } else if (value instanceof CharSequence text) {
        values.add(text.toString());
      } else if (value != null && field.name().equals("born")) {
        values.add(LocalDate.ofEpochDay((Integer) value));
      } else if (value != null && field.name().equals("at")) {
        values.add(Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS));
      } else {
        values.add(value);
      }
    }
    return Row.withSchema(SCHEMA).addValues(values).build();
  }

  @Test
  void everyValueIsReadBackExactly() throws IOException {
    Row[] rows = {
      row(
          Long.MIN_VALUE,
          true,
          Integer.MIN_VALUE,
          -1.5e-300,
          "Œuvre 渋谷 😀\u0000",
          new byte[] {0, -1},
          new BigDecimal("9999999999999999.99"),
          new BigDecimal("-999999999999999999999999999999999999.99"),
          LocalDate.of(1, 1, 1),
          Instant.parse("1969-12-31T23:59:59.999999Z")),
      row(
          Long.MAX_VALUE,
          false,
          0,
          0.0,
          "",
          new byte[0],
          new BigDecimal("-0.01"),
          new BigDecimal("0.00"),
          LocalDate.of(9999, 12, 31),
          Instant.parse("0001-01-01T00:00:00.000001Z")),
      nulls(0)
    };
    assertThat(read(run(land("a"), rows)), containsInAnyOrder(rows));
  }

  @Test
  void theManifestNamesTheFilesTheWindowAndTheColumns() throws IOException {
    LandedTable landed = run(land("a"), nulls(1), nulls(2), nulls(3));
    LandingManifest manifest = LandingManifest.read(folder().toString());
    assertThat(manifest.runId(), is("run-1"));
    assertThat(manifest.windowHigh(), is("2024-02-05 10:00:00.123456"));
    assertThat(manifest.rows(), is(3L));
    assertThat(landed.files().stream().mapToLong(LandedFile::rows).sum(), is(3L));
    assertThat(landed.schema(), is(SCHEMA));
    assertThat(manifest.columns().get(0), is(new LandingManifest.Column("id", "INT64", false)));
    assertThat(
        manifest.columns().get(6), is(new LandingManifest.Column("money", "DECIMAL(18,2)", true)));
    assertThat(names(), containsInAnyOrder(named(landed, "_manifest.json")));
  }

  @Test
  void noRowsLeaveNoFolder() throws IOException {
    assertThat(run(land("a")).isEmpty(), is(true));
    assertThat(Files.exists(folder()), is(false));
  }

  @Test
  void aRepeatedRunNamesItsOwnFilesOnly() throws IOException {
    LandedTable first = run(land("a"), nulls(1), nulls(2));
    LandedTable second = run(land("b"), nulls(3));
    assertThat(read(second), contains(nulls(3)));
    // The first attempt's files are leftovers: still there, and not named.
    first.files().forEach(file -> assertThat(Files.exists(Path.of(file.path())), is(true)));
  }

  @Test
  void aRepeatedRunWithoutRowsNamesNothing() throws IOException {
    run(land("a"), nulls(1));
    Pipeline pipeline = Pipeline.create();
    pipeline.apply(Create.empty(SCHEMA)).apply(land("b"));
    pipeline.run().waitUntilFinish();
    assertThat(Files.exists(folder().resolve("_manifest.json")), is(false));
  }

  @Test
  void manyRowsMakeFewFiles() throws IOException {
    Row[] rows = IntStream.range(0, 10_000).mapToObj(i -> nulls(i)).toArray(Row[]::new);
    LandedTable landed = run(land("a"), rows);
    assertThat(landed.rows(), is(10_000L));
    assertThat(landed.files().size() < 20, is(true));
  }

  @Test
  void aLandedTableSurvivesItsCoder() throws IOException {
    LandedTable landed =
        new LandedTable("T", "/x", SCHEMA, List.of(new LandedFile("/x/a", 1, 2)), 1);
    assertThat(CoderUtils.clone(SerializableCoder.of(LandedTable.class), landed), equalTo(landed));
  }

  @Test
  void aLandingWithoutAPlaceIsRefusedWhileTheGraphIsBuilt() {
    Pipeline pipeline = Pipeline.create();
    PCollection<Row> rows = pipeline.apply(Create.empty(SCHEMA));
    assertThat(
        assertThrows(IllegalArgumentException.class, () -> rows.apply(LandTable.named("T")))
            .getMessage(),
        containsString("landing of T has no place"));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(name -> !name.endsWith(".crc"))
          .toList();
    }
  }

  private static String[] named(LandedTable landed, String manifest) {
    return Stream.concat(
            Stream.of(manifest),
            landed.files().stream().map(f -> f.path().substring(f.path().lastIndexOf('/') + 1)))
        .toArray(String[]::new);
  }
}
