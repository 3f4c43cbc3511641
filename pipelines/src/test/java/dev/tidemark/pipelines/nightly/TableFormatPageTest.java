// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.Buckets;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.keys.DurableKey;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares what {@code docs/table-format.md} shows with what the program writes. */
class TableFormatPageTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern BUCKET_ROW =
      Pattern.compile("^\\| `(.*)` \\| (\\d+) \\|$", Pattern.MULTILINE);

  private static String page = "";

  @BeforeAll
  static void readThePage() throws IOException {
    page = Files.readString(Path.of("..", "docs", "table-format.md"));
  }

  @Test
  void propertiesAreThoseOfANewTable(@TempDir Path lake) throws IOException {
    TableSpec silver = LakeTables.of(16, Map.of()).at("silver/premium_transaction");
    DeltaTableStore.in(lake.toString()).commit(silver, -1, List.of(), "app", 1);

    assertThat(
        action(lake.resolve("silver/premium_transaction"), 0, "metaData").get("configuration"),
        is(JSON.readTree(blocks("json").get(0))));
  }

  @Test
  void bucketsAreThoseOfTheHash() {
    List<String> shown = new ArrayList<>();
    List<String> ours = new ArrayList<>();
    Matcher row = BUCKET_ROW.matcher(page);
    while (row.find()) {
      shown.add(row.group(1) + " in " + row.group(2));
      ours.add(row.group(1) + " in " + bucket(row.group(1).split(", ")));
    }

    assertThat(shown, hasSize(4));
    assertThat(ours, is(shown));
  }

  /** Where there is a Python, the page's own code must say the same. */
  @Test
  void thePagesCodeComputesThePagesBuckets() throws Exception {
    assumeTrue(hasPython(), "no python3 here");
    String code =
        blocks("python").stream()
            .filter(block -> block.startsWith("MASK"))
            .findFirst()
            .orElseThrow();
    StringBuilder script = new StringBuilder(code).append('\n');
    StringBuilder expected = new StringBuilder();
    Matcher row = BUCKET_ROW.matcher(page);
    while (row.find()) {
      script.append("print(bucket(16, ").append(row.group(1)).append("))\n");
      expected.append(row.group(2)).append('\n');
    }

    assertThat(python(script.toString()), is(expected.toString()));
  }

  @Test
  void keysAreThoseOfGold() {
    String section = DurableKey.key("B0999CH001", "S1");
    String version = DurableKey.versionKey(section, Instant.parse("2024-02-05T10:00:00.123456Z"));

    assertThat(
        List.of(page.split("\n")).stream()
            .filter(line -> line.matches(".*`[0-9a-f]{64}` \\|"))
            .toList(),
        contains(
            "| `\"B0999CH001\", \"S1\"` | `" + section + "` |",
            "| `null` | `" + DurableKey.key((String) null) + "` |",
            "| the first key and `2024-02-05T10:00:00.123456Z` | `" + version + "` |"));
  }

  @Test
  void theDigestIsThatOfTheRows(@TempDir Path lake) {
    Schema schema =
        Schema.builder()
            .addInt64Field("id")
            .addNullableField("name", FieldType.STRING)
            .addField("amount", Columns.MONEY)
            .addNullableField("at", Columns.TIMESTAMP)
            .build();
    TableSpec spec = TableSpec.at("gold/sample").schema(schema).key("id").build();
    List<Row> rows =
        List.of(
            Row.withSchema(schema)
                .addValues(
                    1L, null, new BigDecimal("12.50"), Instant.parse("2024-02-05T10:00:00.123456Z"))
                .build(),
            Row.withSchema(schema).addValues(2L, "Zoë", new BigDecimal("0.00"), null).build());
    DeltaTableStore store = DeltaTableStore.in(lake.toString());
    TableChange change =
        BucketMerge.of(spec, store.pin(spec), 0, lake.toString(), "a")
            .upsert(RowBlocks.of(schema, rows), RowBlocks.empty());
    store.commit(spec, -1, List.of(change), "app", 1);

    String sha256 = TableDigest.of(spec, store.pin(spec), lake.toString()).sha256();
    assertThat(page.contains("the digest `" + sha256 + "`"), is(true));
  }

  @Test
  void aChangeIsReadAndWrittenAndAddsItsFile() throws IOException {
    String line = blocks("json").get(1);
    TableChange change = TableChange.fromJson(line);

    assertThat(change.toJson(), is(line));
    assertThat(change.added().get(0).addAction(), is(blocks("json").get(2)));
  }

  @Test
  void aCutIsWrittenAsShown(@TempDir Path lake) throws IOException {
    PublishedCut.of(
            4,
            "day-4",
            Instant.parse("2026-11-30T05:31:00.389923Z"),
            Map.of("gold/dim_broker", 1L, "gold/fact_premium_transaction", 4L))
        .publish(lake.toString());

    assertThat(
        Files.readString(lake.resolve("_published/000000000004.json")), is(blocks("json").get(3)));
  }

  @Test
  void aCommitHasTheBatchAndTheEngine(@TempDir Path lake) throws IOException {
    TableSpec broker = LakeTables.of(16, Map.of()).at("gold/dim_broker");
    Schema schema = broker.schema();
    Row.Builder row = Row.withSchema(schema);
    for (Schema.Field field : schema.getFields()) {
      row.addValue(field.getType().getNullable() ? null : sample(field.getType()));
    }
    DeltaTableStore store = DeltaTableStore.in(lake.toString());
    TableChange change =
        BucketMerge.of(broker, store.pin(broker), 0, lake.toString(), "a")
            .upsert(RowBlocks.of(schema, List.of(row.build())), RowBlocks.empty());
    store.commit(broker, -1, List.of(change), "tidemark.nightly.gold/dim_broker", 4);

    Path table = lake.resolve("gold/dim_broker");
    JsonNode txn = action(table, 1, "txn");
    assertThat(txn.get("appId").asText(), is("tidemark.nightly.gold/dim_broker"));
    assertThat(txn.get("version").asLong(), is(4L));
    assertThat(
        action(table, 1, "commitInfo").get("engineInfo").asText().contains("tidemark"), is(true));
    assertThat(
        change.added().stream().map(file -> file.path()).toList(),
        hasItem("_bucket=0/part-00000-a.zstd.parquet"));
  }

  private static Object sample(FieldType type) {
    if (type.equals(FieldType.STRING)) {
      return "x";
    }
    return type.equals(FieldType.BOOLEAN)
        ? Boolean.FALSE
        : type.equals(FieldType.INT64) ? Long.valueOf(1) : Instant.EPOCH;
  }

  /** The bucket of columns that are written as in Python: texts, numbers, None. */
  private static int bucket(String... columns) {
    Schema.Builder schema = Schema.builder();
    List<@Nullable Object> values = new ArrayList<>();
    for (int c = 0; c < columns.length; c++) {
      boolean isText = columns[c].startsWith("\"") || columns[c].equals("None");
      schema.addNullableField("c" + c, isText ? FieldType.STRING : FieldType.INT64);
      values.add(
          columns[c].equals("None")
              ? null
              : isText ? columns[c].replace("\"", "") : Long.valueOf(columns[c]));
    }
    Row row = Row.withSchema(schema.build()).addValues(values).build();
    RowLayout layout = RowLayout.of(row.getSchema());
    RowBlocks rows = RowBlocks.of(row.getSchema(), List.of(row));
    return Buckets.of(
        16,
        RowKey.of(layout, row.getSchema().getFieldNames()),
        new RowView(layout).at(rows, rows.ref(0)));
  }

  /** The fenced blocks of a language, in their order. */
  private static List<String> blocks(String language) {
    List<String> blocks = new ArrayList<>();
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)\n```", Pattern.DOTALL).matcher(page);
    while (block.find()) {
      blocks.add(block.group(1));
    }
    return blocks;
  }

  private static JsonNode action(Path table, int version, String name) throws IOException {
    Path commit = table.resolve(String.format("_delta_log/%020d.json", version));
    for (String line : Files.readAllLines(commit)) {
      JsonNode action = JSON.readTree(line);
      if (action.has(name)) {
        return action.get(name);
      }
    }
    throw new AssertionError(commit + " has no " + name);
  }

  private static boolean hasPython() {
    try {
      return python("").isEmpty();
    } catch (IOException | InterruptedException none) {
      return false;
    }
  }

  private static String python(String script) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("python3", "-X", "utf8", "-").redirectErrorStream(true).start();
    process.getOutputStream().write(script.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }
}
