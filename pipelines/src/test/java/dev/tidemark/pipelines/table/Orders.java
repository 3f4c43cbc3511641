// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/** A small table to merge into, in a lake of its own. */
final class Orders {

  static final Schema SCHEMA =
      Schema.builder()
          .addInt64Field("id")
          .addNullableField("seq", FieldType.INT32)
          .addNullableField("amount", Columns.MONEY)
          .addNullableField("load_run_id", FieldType.STRING)
          .build();

  static final TableSpec ONE_BUCKET =
      TableSpec.at("gold/orders").schema(SCHEMA).key("id", "seq").audited("load_run_id").build();

  static final TableSpec FOUR_BUCKETS =
      TableSpec.at("gold/orders")
          .schema(SCHEMA)
          .key("id", "seq")
          .bucketedBy(4, "id")
          .audited("load_run_id")
          .build();

  private final String lake;
  private final DeltaTableStore store;
  private final TableSpec spec;
  private long batch;

  Orders(Path lake, TableSpec spec) {
    this.lake = lake.toString();
    this.spec = spec;
    store = DeltaTableStore.in(this.lake);
  }

  static Row row(long id, @Nullable Integer seq, String amount, String run) {
    return Row.withSchema(SCHEMA).addValues(id, seq, new BigDecimal(amount), run).build();
  }

  static RowBlocks blocks(Row... rows) {
    return RowBlocks.of(SCHEMA, List.of(rows));
  }

  TableSnapshot pin() {
    return store.pin(spec);
  }

  /** A merge that holds so many bytes of stored rows. */
  BucketMerge merge(int bucket, long memory) {
    return merge(spec, bucket, memory, DataFileWriter.ROW_GROUP_ROWS);
  }

  /** A merge by whoever knows the table so, that writes row groups of so many rows. */
  BucketMerge merge(TableSpec known, int bucket, long memory, long rowGroupRows) {
    return BucketMerge.of(
        known, pin(), bucket, lake, UUID.randomUUID().toString(), memory, rowGroupRows);
  }

  BucketMerge merge(int bucket) {
    return BucketMerge.of(spec, pin(), bucket, lake, UUID.randomUUID().toString());
  }

  /** Commits changes as the next batch. */
  long commit(TableChange... changes) {
    return store.commit(spec, pin().version(), List.of(changes), "test/orders", ++batch);
  }

  TableChange upsert(Row... rows) {
    TableChange change = merge(0).upsert(blocks(rows), RowBlocks.empty());
    commit(change);
    return change;
  }

  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int bucket = 0; bucket < spec.buckets(); bucket++) {
      rows.addAll(merge(bucket).read().toRows(spec.layout()));
    }
    return rows;
  }

  List<String> livePaths() {
    return pin().files().stream().map(DataFile::path).toList();
  }

  /** Data files in the table's directory, committed or not. */
  long filesOnDisk() {
    try (Stream<Path> files = Files.walk(Path.of(lake, spec.path()))) {
      return files.filter(file -> file.toString().endsWith(".zstd.parquet")).count();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The first value of a query over the live files, {@code %s}, by DuckDB. */
  static String duck(String lake, TableSnapshot table, String query) throws SQLException {
    String files =
        table.files().stream()
            .map(file -> "'" + lake + "/" + table.path() + "/" + file.path() + "'")
            .collect(
                Collectors.joining(
                    ",", "read_parquet([", "], union_by_name=true, hive_partitioning=true)"));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query.replace("%s", files))) {
      result.next();
      return result.getString(1);
    }
  }
}
