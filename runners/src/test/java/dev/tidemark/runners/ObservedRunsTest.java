// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What runs of every outcome leave for those who watch: summary, log, metrics. */
class ObservedRunsTest {

  private static final Path REFERENCE = Path.of("..", "docs", "reference");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, Launch> LAUNCHES = new LinkedHashMap<>();

  private static Path results;
  private static JsonNode schema;

  /** The nights of one lake, and a command line that never gets that far. */
  @BeforeAll
  static void runs(@TempDir Path folder) throws IOException {
    schema = JSON.readTree(Files.readString(REFERENCE.resolve("summary.schema.json")));
    results = folder.resolve("results");
    DemoLake lake = DemoLake.withSourceIn(folder);
    run("loaded", lake, 1);
    run("empty", lake, 1);
    lake.configureWholly(lake.yaml().replace("buckets: 2", "buckets: 4"));
    run("rebucket", lake, 1, "--pipeline=rebucket");
    lake.source().advanceTo(2);
    lake.sql("ALTER TABLE bdx.PremiumTransaction DROP COLUMN GrossPremium");
    run("partial", lake, 2);
    lake.sql("ALTER TABLE ref.Coverholder RENAME TO Coverholders");
    run("failed", lake, 3);
    lake.configureWholly("nonsense");
    run("misled", lake, 3);
  }

  private static void run(String name, DemoLake lake, int day, String... more) {
    List<String> args = new ArrayList<>(List.of(more));
    args.addAll(
        List.of(
            "--runId=" + name,
            "--logFormat=json",
            "--metricsFile=" + results.resolve(name + ".prom"),
            "--lineageFile=" + results.resolve(name + ".ndjson")));
    LAUNCHES.put(name, lake.run(day, args.toArray(new String[0])));
  }

  @Test
  void everyOutcomeIsMet() {
    assertThat(
        LAUNCHES.keySet().stream()
            .map(name -> name + " " + summary(name).path("outcome").asText())
            .toList(),
        is(
            List.of(
                "loaded LOADED",
                "empty EMPTY",
                "rebucket LOADED",
                "partial PARTIAL",
                "failed FAILED",
                "misled FAILED")));
  }

  @Test
  void everySummaryIsAsTheSchemaSays() {
    LAUNCHES.keySet().forEach(name -> assertThat(name, problems(summary(name)), is(empty())));
  }

  @Test
  void whatIsNoSummaryIsRefused() {
    ObjectNode summary = (ObjectNode) summary("failed");
    assertThat(problems(summary.deepCopy().put("schema", 2)), is(not(empty())));
    assertThat(problems(summary.deepCopy().put("outcome", "DONE")), is(not(empty())));
    assertThat(problems(summary.deepCopy().put("batch_id", "0")), is(not(empty())));
    assertThat(problems(summary.deepCopy().put("surprise", 1)), is(not(empty())));
    for (String required : List.of("schema", "batch_id", "outcome", "tables", "lake", "checks")) {
      ObjectNode without = summary.deepCopy();
      without.remove(required);
      assertThat(required, problems(without), is(not(empty())));
    }
  }

  @Test
  void theSchemaAllowsNothingButWhatItNamesAndItsPageExplainsEveryName() throws IOException {
    String page = Files.readString(REFERENCE.resolve("summary.md"));
    List<JsonNode> objects = new ArrayList<>(List.of(schema));
    schema.path("definitions").forEach(objects::add);
    for (JsonNode object : objects) {
      assertThat(object.path("additionalProperties").asBoolean(true), is(false));
      object
          .path("properties")
          .fieldNames()
          .forEachRemaining(name -> assertThat(page, containsString("`" + name + "`")));
    }
  }

  @Test
  void everyLineOfEveryLogIsAnObjectThatNamesItsRun() {
    for (String name : LAUNCHES.keySet()) {
      List<JsonNode> log = log(name);
      assertThat(name, log, is(not(empty())));
      for (JsonNode line : log) {
        assertThat(line.path("time").asText(), is(DemoLake.NOW.toString()));
        assertThat(List.of("INFO", "WARN", "ERROR"), hasItem(line.path("level").asText()));
        assertThat(line.path("event").asText(), not(is("")));
        assertThat(line.path("message").asText(), not(is("")));
        if (!name.equals("misled")) {
          assertThat(line.path("run_id").asText(), is(name));
        }
      }
    }
  }

  @Test
  void theEventsOfARunAreNamedAndHaveTheirFigures() {
    List<JsonNode> log = log("loaded");
    Set<String> events =
        log.stream().map(l -> l.path("event").asText()).collect(Collectors.toSet());
    assertThat(
        events,
        hasItems(
            "table_captured",
            "graph_started",
            "table_published",
            "lake_changed",
            "marts_recomputed",
            "run_ended"));
    JsonNode counts = table(summary("loaded"), "Broker").path("counts");
    JsonNode published =
        log.stream()
            .filter(l -> l.path("event").asText().equals("table_published"))
            .filter(l -> l.path("table").asText().equals("Broker"))
            .findFirst()
            .orElseThrow();
    assertThat(published.path("landed_rows"), is(counts.path("landed_rows")));
    assertThat(published.path("inserted"), is(counts.path("inserted")));
    JsonNode ended = log.get(log.size() - 1);
    assertThat(ended.path("outcome").asText(), is("LOADED"));
    assertThat(ended.path("checks_held"), is(ended.path("checks")));
  }

  @Test
  void whatGoesWrongIsAnErrorOnce() {
    assertThat(complaints("loaded"), is(empty()));
    assertThat(complaints("partial").size(), is(1));
    assertThat(
        complaints("partial").get(0),
        containsString("column GrossPremium (DECIMAL(18,2)) is missing"));
    assertThat(complaints("failed"), is(List.of(summary("failed").path("message").asText())));
    assertThat(complaints("misled"), is(List.of(summary("misled").path("message").asText())));
  }

  @Test
  void everyRunLeavesItsMetrics() throws IOException {
    for (String name : LAUNCHES.keySet()) {
      String metrics = Files.readString(results.resolve(name + ".prom"));
      String pipeline = name.equals("rebucket") ? "rebucket" : "nightly";
      assertThat(
          metrics,
          containsString("pipeline=\"" + pipeline + "\"} " + LAUNCHES.get(name).exitCode() + "\n"));
      assertThat(
          metrics, containsString("outcome=\"" + summary(name).path("outcome").asText() + "\""));
    }
    JsonNode premium = table(summary("loaded"), "PremiumTransaction");
    assertThat(
        Files.readString(results.resolve("loaded.prom")),
        containsString(
            "pipeline=\"nightly\",table=\"PremiumTransaction\"} "
                + premium.path("counts").path("landed_rows").asLong()
                + "\n"));
  }

  @Test
  void everyRunThatIsUnderstoodLeavesItsLineage() throws IOException {
    for (String name : LAUNCHES.keySet()) {
      List<JsonNode> events = lineage(name);
      if (name.equals("misled")) {
        assertThat(events, is(empty()));
        continue;
      }
      String end = launched(name).exitCode() == 0 ? "COMPLETE" : "FAIL";
      assertThat(
          name,
          events.stream().map(event -> event.path("eventType").asText()).toList(),
          is(List.of("START", end)));
      assertThat(
          events.get(1).path("run").path("runId"), is(events.get(0).path("run").path("runId")));
      assertThat(events.get(1).path("outputs").size(), is(summary(name).path("lake").size()));
    }
    assertThat(
        lineage("failed").get(1).at("/run/facets/errorMessage/message"),
        is(summary("failed").path("message")));
    JsonNode premium = table(summary("loaded"), "PremiumTransaction");
    for (JsonNode input : lineage("loaded").get(1).path("inputs")) {
      if (input.path("name").asText().equals("bdx.PremiumTransaction")) {
        assertThat(
            input.at("/inputFacets/inputStatistics/rowCount"),
            is(premium.path("counts").path("landed_rows")));
        return;
      }
    }
    throw new AssertionError("PremiumTransaction is no input of " + lineage("loaded"));
  }

  private static List<JsonNode> lineage(String name) throws IOException {
    return Files.readAllLines(results.resolve(name + ".ndjson")).stream()
        .map(ObservedRunsTest::json)
        .toList();
  }

  private static JsonNode summary(String name) {
    return json(launched(name).lastLine());
  }

  private static List<JsonNode> log(String name) {
    return launched(name).progress().lines().map(ObservedRunsTest::json).toList();
  }

  private static List<String> complaints(String name) {
    return log(name).stream()
        .filter(line -> line.path("event").asText().equals("complaint"))
        .map(line -> line.path("message").asText())
        .toList();
  }

  private static Launch launched(String name) {
    Launch launch = LAUNCHES.get(name);
    if (launch == null) {
      throw new IllegalArgumentException(name);
    }
    return launch;
  }

  private static JsonNode table(JsonNode summary, String name) {
    for (JsonNode table : summary.path("tables")) {
      if (table.path("table").asText().equals(name)) {
        return table;
      }
    }
    throw new AssertionError(summary + " has no table " + name);
  }

  private static JsonNode json(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(line, e);
    }
  }

  private static Set<ValidationMessage> problems(JsonNode summary) {
    SchemaValidatorsConfig strict = new SchemaValidatorsConfig();
    strict.setTypeLoose(false);
    JsonSchema validator =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(schema, strict);
    return validator.validate(summary);
  }
}
