// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetBlockTest {

  private static final int MANY = 150_000;

  @TempDir private java.nio.file.Path directory = java.nio.file.Path.of("");

  @Test
  void everyTypeAndItsNullComeBackAsTheyWere() throws IOException {
    List<Row> rows = List.of(AllTypes.full(), AllTypes.before1970(), AllTypes.allNull());

    WrittenFile written = AllTypes.write(file("t"), AllTypes.SCHEMA, rows);

    assertThat(AllTypes.read(file("t"), AllTypes.SCHEMA), equalTo(rows));
    assertThat(written.rows(), is(3L));
    assertThat(written.size(), is(Files.size(directory.resolve("t.parquet"))));
  }

  @Test
  void noSidecarLiesBesideTheFile() throws IOException {
    AllTypes.write(file("t"), AllTypes.SCHEMA, List.of(AllTypes.full()));

    try (Stream<java.nio.file.Path> files = Files.list(directory)) {
      assertThat(files.map(path -> path.getFileName().toString()).toList(), contains("t.parquet"));
    }
  }

  @Test
  void aFileWithoutRowsKeepsItsSchema() throws IOException {
    AllTypes.write(file("t"), AllTypes.SCHEMA, List.of());

    assertThat(AllTypes.read(file("t"), AllTypes.SCHEMA), empty());
  }

  @Test
  void anotherEngineReadsEveryType() throws Exception {
    AllTypes.write(file("t"), AllTypes.SCHEMA, List.of(AllTypes.full(), AllTypes.allNull()));

    assertThat(
        duck(
            "select concat_ws('|', id, flag, small, ratio, name, decode(raw), percent, money, wide,"
                + " day, \"at\" at time zone 'UTC') from '%s' where id = 1"),
        is(
            "1|true|-7|0.25|Zoë|raw|12.5000|-9999999999999999.99|"
                + "-123456789012345678901234567890123456.78|2024-02-29|2024-02-29 23:59:59.123456"));
    assertThat(
        duck(
            "select count(*) from '%s' where id = 3 and coalesce(flag::text, name, \"at\"::text,"
                + " wide::text, money::text, percent::text, day::text, ratio::text) is null"),
        is("1"));
  }

  @Test
  void pagesOfAllColumnsStayAlignedOverManyRows() throws Exception {
    writeMany(file("t"));

    assertThat(
        duck("select count(*) || ' ' || sum(money) from '%s'"), is(MANY + " " + sumOfMany()));
    // a filter prunes by page: pages that are cut at other rows would give another row's values
    assertThat(
        duck("select concat_ws('|', id, name, money, small) from '%s' where id = 149123"),
        is("149123|name-149123|1491.23|149123"));
    assertThat(
        duck("select count(*) from '%s' where name <> 'name-' || id or money <> id / 100::decimal"),
        is("0"));
  }

  @Test
  void rowGroupsCanBeReadOneByOne() throws IOException {
    writeMany(file("t"));
    List<byte[]> blocks = new ArrayList<>();

    try (ParquetBlockReader reader =
        ParquetBlockReader.open(LakeFiles.inputFile(file("t")), AllTypes.LAYOUT)) {
      assertThat(reader.rowCount(), is((long) MANY));
      for (int group = reader.rowGroupCount() - 1; group >= 0; group--) {
        reader.readRowGroup(group, blocks::add);
      }
    }

    RowBlocks rows = RowBlocks.of(blocks);
    RowView row = new RowView(AllTypes.LAYOUT);
    long sum = 0;
    for (int r = 0; r < rows.rowCount(); r++) {
      row.at(rows, rows.ref(r));
      assertThat(row.getString(4), is("name-" + row.getLong(0)));
      sum += row.getLong(7);
    }
    assertThat(rows.rowCount(), is(MANY));
    assertThat(sum, is(MANY * (MANY - 1L) / 2));
    assertThat(blocks.size(), greaterThan(1));
  }

  @Test
  void rowsThatPassATestAreWholeAlsoBehindManyThatDidNot() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      rows.add(i % 3 == 0 ? AllTypes.allNull() : AllTypes.before1970());
    }
    rows.add(AllTypes.full());
    rows.addAll(List.copyOf(rows));
    AllTypes.write(file("t"), AllTypes.SCHEMA, rows);
    List<Row> passed = new ArrayList<>();

    try (ParquetBlockReader reader =
        ParquetBlockReader.open(LakeFiles.inputFile(file("t")), AllTypes.LAYOUT)) {
      reader.readRowGroup(
          0, Set.of("id"), row -> row.getLong(0) == 1L, row -> passed.add(row.toRow()));
    }

    assertThat(passed, contains(AllTypes.full(), AllTypes.full()));
  }

  @Test
  void rowsThatPassATestAreFoundBehindPagesThatNobodyLookedAt() throws IOException {
    writeMany(file("t"));
    List<String> passed = new ArrayList<>();

    try (ParquetBlockReader reader =
        ParquetBlockReader.open(LakeFiles.inputFile(file("t")), AllTypes.LAYOUT)) {
      for (int group = 0; group < reader.rowGroupCount(); group++) {
        reader.readRowGroup(
            group,
            Set.of("id"),
            row -> row.getLong(0) % 50_000 == 49_123,
            row -> passed.add(row.getString(4) + " " + row.getLong(7) + " " + row.getInt(2)));
      }
    }

    assertThat(
        passed,
        contains("name-49123 49123 49123", "name-99123 99123 0", "name-149123 149123 149123"));
  }

  @Test
  void aTestOfRowsSeesNothingButTheColumnsThatItNames() throws IOException {
    AllTypes.write(file("t"), AllTypes.SCHEMA, List.of(AllTypes.full()));
    List<Row> seen = new ArrayList<>();

    try (ParquetBlockReader reader =
        ParquetBlockReader.open(LakeFiles.inputFile(file("t")), AllTypes.LAYOUT)) {
      reader.readRowGroup(0, Set.of("id"), row -> !seen.add(row.toRow()), row -> {});
    }

    assertThat(seen.get(0).getInt64("id"), is(1L));
    assertThat(seen.get(0).getString("name"), nullValue());
  }

  @Test
  void aNewNullableColumnOfTheTableReadsAsNullFromAnOldFile() throws IOException {
    Schema old = Schema.builder().addInt64Field("id").build();
    AllTypes.write(file("t"), old, List.of(Row.withSchema(old).addValue(3L).build()));

    assertThat(AllTypes.read(file("t"), AllTypes.SCHEMA), contains(AllTypes.allNull()));
  }

  @Test
  void aMissingColumnThatMustNotBeNullIsNamed() throws IOException {
    Schema other = Schema.builder().addNullableField("name", FieldType.STRING).build();
    AllTypes.write(file("t"), other, List.of());

    Exception refused =
        assertThrows(
            IllegalArgumentException.class, () -> AllTypes.read(file("t"), AllTypes.SCHEMA));
    assertThat(refused.getMessage(), containsString("no column id"));
  }

  @Test
  void onlyWantedColumnsAreRead() throws IOException {
    AllTypes.write(file("t"), AllTypes.SCHEMA, List.of(AllTypes.full()));
    List<byte[]> blocks = new ArrayList<>();

    try (ParquetBlockReader reader =
        ParquetBlockReader.openColumns(
            LakeFiles.inputFile(file("t")), AllTypes.LAYOUT, List.of("id", "name"))) {
      reader.read(blocks::add);
    }

    RowView row = new RowView(AllTypes.LAYOUT).at(blocks.get(0), 0);
    assertThat(row.getLong(0), is(1L));
    assertThat(row.getString(4), is("Zoë"));
    assertThat(row.isNull(AllTypes.LAYOUT.column("money")), is(true));
  }

  @Test
  void aTypeThatAColumnCannotHoldIsNamed() throws IOException {
    AllTypes.write(file("t"), AllTypes.SCHEMA, List.of(AllTypes.full()));
    Schema wrong = Schema.builder().addNullableField("name", Columns.DATE).build();

    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> AllTypes.read(file("t"), wrong));
    assertThat(refused.getMessage(), containsString("column name as optional binary"));
  }

  @Test
  void aNullWhereNoneMayBeIsRefusedByReaderAndWriter() throws IOException {
    Schema nullable = Schema.builder().addNullableField("id", FieldType.INT64).build();
    Schema required = Schema.builder().addInt64Field("id").build();
    List<Row> aNull = List.of(Row.withSchema(nullable).addValue(null).build());
    AllTypes.write(file("t"), nullable, aNull);

    assertThrows(IllegalArgumentException.class, () -> AllTypes.read(file("t"), required));
    RowLayout layout = RowLayout.of(required);
    BlockBuilder block = new BlockBuilder();
    new RowWriter(layout).appendTo(block);
    try (ParquetBlockWriter writer = ParquetBlockWriter.create(file("u"), layout, List.of())) {
      writer.write(new RowView(layout).at(block.take(), 0));
      Exception refused = assertThrows(IllegalArgumentException.class, writer::finish);
      assertThat(refused.getMessage(), containsString("column id must not be null"));
    }
    assertThat(Files.exists(directory.resolve("u.parquet")), is(false));
  }

  @Test
  void aFileIsNeverOverwritten() throws IOException {
    AllTypes.write(file("t"), AllTypes.SCHEMA, List.of());

    assertThrows(IOException.class, () -> AllTypes.write(file("t"), AllTypes.SCHEMA, List.of()));
  }

  private static void writeMany(Path file) throws IOException {
    RowWriter packer = new RowWriter(AllTypes.LAYOUT);
    RowView view = new RowView(AllTypes.LAYOUT);
    try (ParquetBlockWriter writer =
        ParquetBlockWriter.create(
            file, AllTypes.LAYOUT, List.of("id"), List.of("id"), Long.MAX_VALUE)) {
      for (int i = 0; i < MANY; i++) {
        packer.clear();
        packer.setLong(0, i);
        packer.setString(4, "name-" + i);
        packer.setLong(7, i);
        if (i % 3 != 0 || i == 149_123) {
          packer.setInt(2, i);
        }
        BlockBuilder block = new BlockBuilder();
        packer.appendTo(block);
        writer.write(view.at(block.take(), 0));
      }
      writer.finish();
    }
  }

  private static String sumOfMany() {
    return java.math.BigDecimal.valueOf(MANY * (MANY - 1L) / 2, 2).toPlainString();
  }

  private String duck(String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                query.replace("%s", directory.resolve("t.parquet").toString()))) {
      result.next();
      return result.getString(1);
    }
  }

  private Path file(String name) {
    return new Path(directory.resolve(name + ".parquet").toString());
  }
}
