// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.Columns;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalTypes;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files as other writers leave them. */
class ForeignParquetTest {

  private static final Schema TIMES =
      Schema.builder().addNullableField("at", Columns.TIMESTAMP).build();
  private static final Schema MONEY =
      Schema.builder().addNullableField("amount", Columns.MONEY).build();
  private static final Schema SUM =
      Schema.builder().addNullableField("amount", Columns.MONEY_SUM).build();

  @TempDir private java.nio.file.Path directory = java.nio.file.Path.of("");

  @Test
  void avroDecimalsTimesAndDatesAreRead() throws IOException {
    org.apache.avro.Schema bytesDecimal =
        LogicalTypes.decimal(18, 2).addToSchema(SchemaBuilder.builder().bytesType());
    org.apache.avro.Schema fixedDecimal =
        LogicalTypes.decimal(38, 2).addToSchema(SchemaBuilder.builder().fixed("wide").size(16));
    org.apache.avro.Schema micros =
        LogicalTypes.timestampMicros().addToSchema(SchemaBuilder.builder().longType());
    org.apache.avro.Schema millis =
        LogicalTypes.timestampMillis().addToSchema(SchemaBuilder.builder().longType());
    org.apache.avro.Schema date =
        LogicalTypes.date().addToSchema(SchemaBuilder.builder().intType());
    org.apache.avro.Schema avro =
        SchemaBuilder.record("r")
            .fields()
            .requiredString("name")
            .name("money")
            .type(bytesDecimal)
            .noDefault()
            .name("wide")
            .type(fixedDecimal)
            .noDefault()
            .name("at")
            .type(micros)
            .noDefault()
            .name("seen")
            .type(millis)
            .noDefault()
            .name("day")
            .type(date)
            .noDefault()
            .endRecord();
    GenericData data = new GenericData();
    data.addLogicalTypeConversion(new Conversions.DecimalConversion());
    GenericData.Record record = new GenericData.Record(avro);
    record.put("name", "x");
    record.put("money", new BigDecimal("-12.34"));
    record.put("wide", new BigDecimal("-5.00"));
    record.put("at", -1L);
    record.put("seen", 1500L);
    record.put("day", 19782);
    try (ParquetWriter<GenericData.Record> writer =
        AvroParquetWriter.<GenericData.Record>builder(LakeFiles.outputFile(file()))
            .withSchema(avro)
            .withDataModel(data)
            .build()) {
      writer.write(record);
    }
    Schema schema =
        Schema.builder()
            .addStringField("name")
            .addNullableField("money", Columns.MONEY)
            .addNullableField("wide", Columns.MONEY_SUM)
            .addNullableField("at", Columns.TIMESTAMP)
            .addNullableField("seen", Columns.TIMESTAMP)
            .addNullableField("day", Columns.DATE)
            .build();

    assertThat(
        AllTypes.read(file(), schema),
        contains(
            Row.withSchema(schema)
                .addValues(
                    "x",
                    new BigDecimal("-12.34"),
                    new BigDecimal("-5.00"),
                    Instant.parse("1969-12-31T23:59:59.999999Z"),
                    Instant.parse("1970-01-01T00:00:01.500Z"),
                    LocalDate.of(2024, 2, 29))
                .build()));
  }

  @Test
  void int96TimesAreReadToTheMicrosecond() throws IOException {
    // 2024-02-29 is Julian day 2460370; 01:02:03.000004 after midnight
    byte[] bytes =
        ByteBuffer.allocate(12)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(3_723_000_004_000L)
            .putInt(2_460_370)
            .array();
    write("optional int96 at;", row -> row.add("at", Binary.fromConstantByteArray(bytes)));

    assertThat(
        AllTypes.read(file(), TIMES).get(0).getValue("at"),
        is(Instant.parse("2024-02-29T01:02:03.000004Z")));
  }

  @Test
  void nanosecondsAreReadOnlyWhenTheyAreWholeMicroseconds() throws IOException {
    write("optional int64 at (TIMESTAMP(NANOS,true));", row -> row.add("at", 1_001L));

    Exception refused = assertThrows(ArithmeticException.class, () -> AllTypes.read(file(), TIMES));
    assertThat(refused.getMessage(), containsString("column at holds a time finer"));
  }

  @Test
  void decimalsOfEveryPhysicalTypeComeToTheColumnsScale() throws IOException {
    write(
        "required int32 a (DECIMAL(9,4)); required int64 b (DECIMAL(18,0));"
            + " required fixed_len_byte_array(9) c (DECIMAL(20,3)); required binary d (DECIMAL(5,2));"
            + " required int32 e;",
        row -> {
          row.add("a", 125_000);
          row.add("b", 7L);
          row.add(
              "c", Binary.fromConstantByteArray(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -10}));
          row.add("d", Binary.fromConstantByteArray(new byte[] {0, -128}));
          row.add("e", 3);
        });
    Schema schema =
        Schema.builder()
            .addField("a", Columns.MONEY)
            .addField("b", Columns.MONEY)
            .addField("c", Columns.MONEY)
            .addField("d", Columns.MONEY_SUM)
            .addField("e", Columns.MONEY)
            .build();

    assertThat(
        AllTypes.read(file(), schema),
        contains(
            Row.withSchema(schema)
                .addValues(
                    new BigDecimal("12.50"),
                    new BigDecimal("7.00"),
                    new BigDecimal("-0.01"),
                    new BigDecimal("1.28"),
                    new BigDecimal("3.00"))
                .build()));
  }

  @Test
  void aDecimalThatWouldBeRoundedIsRefused() throws IOException {
    write("required int64 amount (DECIMAL(18,3));", row -> row.add("amount", 1_001L));

    Exception refused = assertThrows(ArithmeticException.class, () -> AllTypes.read(file(), MONEY));
    assertThat(refused.getMessage(), is("column amount is DECIMAL(18,2) and cannot hold 1.001"));
    assertThrows(ArithmeticException.class, () -> AllTypes.read(file(), SUM));
  }

  @Test
  void aDecimalWithTooManyDigitsIsRefused() throws IOException {
    byte[] ten18 = new java.math.BigInteger("1000000000000000000").toByteArray();
    write(
        "required binary amount (DECIMAL(20,2));",
        row -> row.add("amount", Binary.fromConstantByteArray(ten18)));

    assertThrows(ArithmeticException.class, () -> AllTypes.read(file(), MONEY));
    assertThat(
        AllTypes.read(file(), SUM).get(0).getValue("amount"),
        is(new BigDecimal("10000000000000000.00")));
  }

  @Test
  void wholeNumbersAndFloatsWiden() throws IOException {
    write(
        "required int32 id; required float ratio;",
        row -> {
          row.add("id", -5);
          row.add("ratio", 0.5f);
        });
    Schema schema =
        Schema.builder().addInt64Field("id").addField("ratio", FieldType.DOUBLE).build();

    assertThat(
        AllTypes.read(file(), schema),
        contains(Row.withSchema(schema).addValues(-5L, 0.5).build()));
  }

  @Test
  void aNestedColumnIsRefusedByName() throws IOException {
    write(
        "required group amount { required int64 pence; }",
        row -> row.addGroup("amount").add("pence", 1L));

    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> AllTypes.read(file(), MONEY));
    assertThat(refused.getMessage(), containsString("column amount as required group"));
  }

  /** As Spark, Arrow and others set their writers: any pages, encodings and codecs. */
  @ParameterizedTest
  @CsvSource({
    "PARQUET_1_0, SNAPPY, true",
    "PARQUET_1_0, SNAPPY, false",
    "PARQUET_1_0, ZSTD, true",
    "PARQUET_1_0, GZIP, false",
    "PARQUET_2_0, SNAPPY, true",
    "PARQUET_2_0, ZSTD, false",
    "PARQUET_2_0, UNCOMPRESSED, true"
  })
  void everyPageVersionEncodingAndCodecIsRead(
      WriterVersion version, CompressionCodecName codec, boolean dictionary) throws IOException {
    Schema schema =
        Schema.builder()
            .addInt64Field("id")
            .addNullableField("flag", FieldType.BOOLEAN)
            .addNullableField("seq", FieldType.INT32)
            .addNullableField("name", FieldType.STRING)
            .addNullableField("ratio", FieldType.DOUBLE)
            .addNullableField("percent", Columns.PERCENT)
            .addNullableField("amount", Columns.MONEY)
            .addNullableField("total", Columns.MONEY_SUM)
            .addNullableField("day", Columns.DATE)
            .addNullableField("at", Columns.TIMESTAMP)
            .addNullableField("later", FieldType.STRING)
            .build();
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message spark_schema { required int64 id; optional boolean flag;"
                + " optional int32 seq (INTEGER(16,true)); optional binary name (STRING);"
                + " optional double ratio; optional int32 percent (DECIMAL(9,4));"
                + " optional int64 amount (DECIMAL(18,2));"
                + " optional fixed_len_byte_array(16) total (DECIMAL(38,2));"
                + " optional int32 day (DATE); optional int96 at; }");
    SimpleGroupFactory groups = new SimpleGroupFactory(type);
    List<Row> rows = new ArrayList<>();
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(LakeFiles.outputFile(file()))
            .withType(type)
            .withWriterVersion(version)
            .withCompressionCodec(codec)
            .withDictionaryEncoding(dictionary)
            .withPageSize(4096)
            .withRowGroupSize(64 << 10)
            .build()) {
      for (int i = 0; i < 3000; i++) {
        Group group = groups.newGroup();
        rows.add(i % 3 == 0 ? nullsBut(i, schema, group) : full(i, schema, group));
        writer.write(group);
      }
    }

    assertThat(AllTypes.read(file(), schema), is(rows));
  }

  private static Row nullsBut(long id, Schema schema, Group group) {
    group.add("id", id);
    return Row.withSchema(schema).withFieldValue("id", id).build();
  }

  private static Row full(int i, Schema schema, Group group) {
    Instant at = Instant.parse("1999-12-31T23:59:59.999999Z").plusSeconds(86_399L * i);
    byte[] int96 =
        ByteBuffer.allocate(12)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(Math.floorMod(at.getEpochSecond(), 86_400L) * 1_000_000_000L + at.getNano())
            .putInt((int) (2_440_588 + Math.floorDiv(at.getEpochSecond(), 86_400L)))
            .array();
    BigDecimal total = BigDecimal.valueOf(-7L * i, 2);
    byte[] sixteen = new byte[16];
    Arrays.fill(sixteen, (byte) (i == 0 ? 0 : -1));
    byte[] unscaled = total.unscaledValue().toByteArray();
    System.arraycopy(unscaled, 0, sixteen, 16 - unscaled.length, unscaled.length);
    group.append("id", (long) i).append("flag", i % 2 == 0).append("seq", -i % 7);
    group.append("name", "Zoë " + i % 50).append("ratio", i / 8.0).append("percent", i * 100);
    group.append("amount", i * 1_000_003L).append("total", Binary.fromConstantByteArray(sixteen));
    group.append("day", i - 10).append("at", Binary.fromConstantByteArray(int96));
    return Row.withSchema(schema)
        .withFieldValue("id", (long) i)
        .withFieldValue("flag", i % 2 == 0)
        .withFieldValue("seq", -i % 7)
        .withFieldValue("name", "Zoë " + i % 50)
        .withFieldValue("ratio", i / 8.0)
        .withFieldValue("percent", BigDecimal.valueOf(i * 100L, 4))
        .withFieldValue("amount", BigDecimal.valueOf(i * 1_000_003L, 2))
        .withFieldValue("total", total)
        .withFieldValue("day", LocalDate.ofEpochDay(i - 10L))
        .withFieldValue("at", at)
        .build();
  }

  private void write(String columns, Consumer<Group> fill) throws IOException {
    MessageType type = MessageTypeParser.parseMessageType("message m { " + columns + " }");
    Group row = new SimpleGroupFactory(type).newGroup();
    fill.accept(row);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(LakeFiles.outputFile(file())).withType(type).build()) {
      writer.write(row);
    }
  }

  private Path file() {
    return new Path(directory.resolve("t.parquet").toString());
  }
}
