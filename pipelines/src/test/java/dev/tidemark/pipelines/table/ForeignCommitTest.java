// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.Columns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What other writers may leave in a table's log, and what of it is refused. */
class ForeignCommitTest {

  @TempDir private Path lake = Path.of("");
  private DeltaTableStore store = DeltaTableStore.in("");
  private Path log = Path.of("");

  @BeforeEach
  void openTheLake() {
    store = DeltaTableStore.in(lake.toString());
    log = lake.resolve("gold/orders/_delta_log");
  }

  /** Wider or not, by the contract or by others: a stored type stays. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          INT           | BIGINT
          BIGINT        | INT
          DECIMAL(18,2) | DECIMAL(20,2)
          DECIMAL(20,2) | DECIMAL(18,2)
          DECIMAL(18,2) | DECIMAL(18,4)
          INT           | DECIMAL(18,2)
          INT           | STRING
          DATE          | TIMESTAMP
          BOOLEAN       | INT
          DOUBLE        | DECIMAL(18,2)
          STRING        | BINARY
          """)
  void aColumnOfAnotherTypeIsRefusedWithBothTypes(String stored, String wanted) throws IOException {
    String refusal =
        "table gold/orders: its column amount is stored as "
            + stored
            + ", not "
            + wanted
            + ", and a stored column keeps its type; move the stored table away so that it is built"
            + " anew";
    store.commit(orders(stored), -1, List.of(), "app", 1);

    assertThat(refusal(orders(wanted)), is(refusal));

    // ours is stored as wanted, and others turn it into the other type
    Path other = lake.resolve("other");
    DeltaTableStore.in(other.toString()).commit(orders(wanted), -1, List.of(), "app", 1);
    Path otherLog = other.resolve("gold/orders/_delta_log");
    String metadata = action("metaData", log.resolve("00000000000000000000.json"));
    Files.writeString(otherLog.resolve("00000000000000000001.json"), metadata);
    assertThat(
        assertThrows(
                TableMismatchException.class,
                () -> DeltaTableStore.in(other.toString()).pin(orders(wanted)))
            .getMessage(),
        is(refusal));
  }

  @Test
  void aLongerTextIsTheSameType() {
    store.commit(orders("STRING"), -1, List.of(), "app", 1);

    assertThat(store.pin(orders("STRING")).version(), is(0L));
  }

  /** Others encode names, or name files of another table by absolute paths. */
  @Test
  void namesAreDecodedAndRemovedAsTheLogHasThem() throws IOException {
    Orders orders = new Orders(lake, Orders.ONE_BUCKET);
    orders.upsert(Orders.row(1, 1, "1.00", "a"));
    String path = orders.livePaths().get(0);
    Path table = lake.resolve("gold/orders");
    Path renamed = table.resolve("_bucket=0/part 0 100%.parquet");
    Files.copy(table.resolve(path), renamed);
    String add = action("add", log.resolve("00000000000000000001.json"));
    String encoded = "_bucket=0/part%200%20100%25.parquet";
    Files.writeString(
        log.resolve("00000000000000000002.json"),
        "{\"remove\":{\"path\":\""
            + path
            + "\",\"deletionTimestamp\":0,\"dataChange\":false,\"partitionValues\":"
            + "{\"_bucket\":\"0\"}}}\n"
            + add.replace(path, encoded).replace("\"dataChange\":true", "\"dataChange\":false"));

    assertThat(orders.livePaths(), is(List.of(encoded)));
    TableChange change = orders.upsert(Orders.row(1, 1, "2.00", "b"));

    assertThat(change.removed(), is(List.of(encoded)));
    assertThat(
        orders.rows().stream().map(row -> row.getDecimal("amount").toPlainString()).toList(),
        is(List.of("2.00")));
    assertThat(
        new DataFile(renamed.toUri().toString(), 0, 1, 1, 0, null)
            .in(new org.apache.hadoop.fs.Path("/elsewhere"))
            .toUri()
            .getPath(),
        is(renamed.toString()));
  }

  private String refusal(TableSpec spec) {
    return String.valueOf(
        assertThrows(TableMismatchException.class, () -> store.pin(spec)).getMessage());
  }

  private static String action(String name, Path commit) throws IOException {
    return Files.readAllLines(commit).stream()
        .filter(line -> line.startsWith("{\"" + name + "\""))
        .findFirst()
        .orElseThrow();
  }

  private static TableSpec orders(String type) {
    return TableSpec.at("gold/orders")
        .schema(Schema.builder().addInt64Field("id").addNullableField("amount", of(type)).build())
        .key("id")
        .build();
  }

  private static FieldType of(String type) {
    return switch (type) {
      case "INT" -> FieldType.INT32;
      case "BIGINT" -> FieldType.INT64;
      case "STRING" -> FieldType.STRING;
      case "BINARY" -> FieldType.BYTES;
      case "BOOLEAN" -> FieldType.BOOLEAN;
      case "DOUBLE" -> FieldType.DOUBLE;
      case "DATE" -> Columns.DATE;
      case "TIMESTAMP" -> Columns.TIMESTAMP;
      case "DECIMAL(18,2)" -> Columns.MONEY;
      case "DECIMAL(20,2)" -> Columns.decimal(20, 2);
      case "DECIMAL(18,4)" -> Columns.decimal(18, 4);
      default -> throw new IllegalArgumentException(type);
    };
  }
}
