// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.tidemark.transforms.facts.LargestRisks;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads YAML into records. What the schema already found wrong is read as if it were absent, so
 * that every problem of a file, of shape and of meaning, is reported at once.
 */
final class ConfigReader {
  // Not by YAMLFactory.builder(), which reads a key without a value as an empty text.
  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION));

  private static final List<String> MARK_KEYS =
      List.of("overlap", "upperBoundLag", "nullWatermark");
  private static final List<String> TABLE_KEYS = List.of("schema", "sourceTable");

  private final Path folder;
  private final Environment environment;
  // A set: schema and meaning may find the same thing wrong.
  private final Set<String> problems = new LinkedHashSet<>();

  private ConfigReader(Path folder, Environment environment) {
    this.folder = folder;
    this.environment = environment;
  }

  static TidemarkConfig read(String yaml, Path folder, Environment environment) {
    JsonNode tree = tree(yaml);
    ConfigReader reader = new ConfigReader(folder, environment);
    reader.problems.addAll(SchemaCheck.problems(tree));
    TidemarkConfig config = reader.config(tree);
    if (!reader.problems.isEmpty()) {
      throw new ConfigException(List.copyOf(reader.problems));
    }
    return config;
  }

  private static JsonNode tree(String yaml) {
    try {
      JsonNode tree = YAML.readTree(yaml);
      return tree.isMissingNode() || tree.isNull() ? JsonNodeFactory.instance.objectNode() : tree;
    } catch (JsonProcessingException e) {
      String where =
          e.getLocation() == null
              ? ""
              : " at line "
                  + e.getLocation().getLineNr()
                  + ", column "
                  + e.getLocation().getColumnNr();
      String what = e.getOriginalMessage().lines().findFirst().orElse("unreadable");
      throw new ConfigException(
          "configuration is not YAML" + where + ": " + what + "; mend that place");
    }
  }

  private TidemarkConfig config(JsonNode tree) {
    LakeConfig lake =
        new LakeConfig(
            textOr(tree.path("lake"), "root", ""), integer(tree.path("lake"), "buckets"));
    DatabaseConfig source = database("source", tree.path("source"));
    DatabaseConfig control =
        tree.has("control")
            ? database("control", tree.path("control"))
            : defaultControl(lake.root());
    Map<String, TableConfig> tables = tables(tree.path("tables"), source.url());
    Map<String, List<String>> tracked =
        TrackedColumns.read(tree.path("trackedColumns"), tables, problems);
    return new TidemarkConfig(
        source,
        control,
        lake,
        tables,
        tracked,
        largestRisks(tree.path("marts").path("largestRisks")),
        secret("personalData.salt", "a salt", tree.path("personalData").path("salt")),
        AlertReader.read(tree.path("alerts"), folder, problems));
  }

  private static LargestRisks.Ranking largestRisks(JsonNode node) {
    LargestRisks.Ranking absent = LargestRisks.Ranking.DEFAULT;
    return new LargestRisks.Ranking(
        integer(node, "ranks", absent.ranks()),
        choice(node, "by", LargestRisks.RankedBy.class, absent.by()));
  }

  private DatabaseConfig defaultControl(String lakeRoot) {
    return DefaultControl.in(lakeRoot)
        .orElseGet(
            () -> {
              problems.add(DefaultControl.remedy(lakeRoot));
              return DatabaseConfig.of("");
            });
  }

  private DatabaseConfig database(String path, JsonNode node) {
    String url = revealed(path + ".url", textOr(node, "url", ""));
    if (JdbcUrls.holdsSecret(url)) {
      problems.add(
          path
              + ".url: holds a password or token; take it out and give it as "
              + path
              + ".password");
    } else if (node.path("url").isTextual() && !url.isEmpty() && !url.startsWith("jdbc:")) {
      problems.add(path + ".url: " + url + " is not a JDBC URL; it begins with jdbc:");
    }
    String user = text(node, "user");
    return new DatabaseConfig(
        url,
        user == null ? null : revealed(path + ".user", user),
        secret(path + ".password", "a password", node.path("password")),
        integer(node, "maxConnections", DatabaseConfig.DEFAULT_MAX_CONNECTIONS),
        integer(node, "fetchSize", DatabaseConfig.DEFAULT_FETCH_SIZE),
        duration(
            path,
            node,
            "statementTimeout",
            DatabaseConfig.DEFAULT_STATEMENT_TIMEOUT,
            Duration.ofSeconds(1)));
  }

  private @Nullable SecretRef secret(String path, String what, JsonNode node) {
    if (node.isMissingNode()) {
      return null;
    }
    if (!node.isTextual() || !SecretRef.isReference(node.asText())) {
      // The text is likely the secret itself: it is not repeated.
      problems.add(path + ": " + what + " is never written here; use env:NAME or file:PATH");
      return null;
    }
    return SecretRef.of(node.asText()).relativeTo(folder);
  }

  /** A URL or user name that may be kept outside the file as well. */
  private String revealed(String path, String text) {
    if (!SecretRef.isReference(text)) {
      return text;
    }
    try {
      return SecretRef.of(text).relativeTo(folder).reveal(environment);
    } catch (ConfigException e) {
      problems.add(path + ": " + e.getMessage());
      return "";
    }
  }

  private Map<String, TableConfig> tables(JsonNode node, String url) {
    Map<String, TableConfig> tables = new LinkedHashMap<>(TableConfig.bundled());
    node.fields()
        .forEachRemaining(
            entry ->
                tables.put(
                    entry.getKey(),
                    table(entry.getKey(), entry.getValue(), tables.get(entry.getKey()), url)));
    return tables;
  }

  private TableConfig table(String name, JsonNode node, @Nullable TableConfig bundled, String url) {
    String path = "tables." + name;
    if (bundled == null && !node.has("contract")) {
      problems.add(
          path
              + ": no bundled table has this name"
              + Nearest.suggestion(name, TableConfig.bundled().keySet())
              + " A table of your own needs contract: FILE");
    }
    TableConfig base = bundled == null ? TableConfig.incremental(name, "") : bundled;
    Mode mode = mode(path, node, base);
    if (mode == Mode.FULL) {
      refuse(path, node, "by mode full, which has no watermark", MARK_KEYS);
    }
    if (node.has("query")) {
      refuse(path, node, "beside query, which replaces the table", TABLE_KEYS);
    }
    return new TableConfig(
        name,
        contract(textOr(node, "contract", base.contract())),
        text(node, "schema"),
        text(node, "sourceTable"),
        query(path, node, url),
        mode,
        watermark(path, node, mode, base),
        overlap(path, node, base),
        duration(path, node, "upperBoundLag", base.upperBoundLag(), Duration.ZERO),
        zone(path, node),
        choice(node, "nullWatermark", NullWatermark.class, base.nullWatermark()),
        node.path("enabled").asBoolean(true));
  }

  private void refuse(String path, JsonNode node, String why, List<String> keys) {
    keys.stream()
        .filter(node::has)
        .forEach(key -> problems.add(path + "." + key + ": is not used " + why + "; remove it"));
  }

  private @Nullable String query(String path, JsonNode node, String url) {
    String query = text(node, "query");
    if (query != null) {
      QueryText.problem(query, url).ifPresent(problem -> problems.add(path + ".query: " + problem));
    }
    return query == null ? null : query.strip();
  }

  private String contract(String contract) {
    return TableConfig.isFile(contract) ? folder.resolve(contract).toString() : contract;
  }

  /** The bundled tables without a watermark replace what was loaded before. */
  private Mode mode(String path, JsonNode node, TableConfig base) {
    Mode mode = choice(node, "mode", Mode.class, base.mode());
    if (base.mode() == Mode.FULL && mode != Mode.FULL) {
      problems.add(path + ".mode: this table is always read whole; remove mode");
    }
    return base.mode() == Mode.FULL ? Mode.FULL : mode;
  }

  private @Nullable String watermark(String path, JsonNode node, Mode mode, TableConfig base) {
    String column = text(node, "watermark");
    if (mode == Mode.FULL) {
      if (column != null) {
        String remedy = base.mode() == Mode.FULL ? "" : ", or set mode: incremental";
        problems.add(
            path + ".watermark: " + column + " is not used by mode full; remove it" + remedy);
      }
      return null;
    }
    String known = column == null ? base.watermark() : column;
    if (known == null || known.isEmpty()) {
      problems.add(path + ".watermark: missing; name the watermark column, or set mode: full");
    }
    return known;
  }

  private OverlapSize overlap(String path, JsonNode node, TableConfig base) {
    JsonNode size = node.path("overlap");
    if (size.canConvertToExactIntegral() && size.canConvertToLong()) {
      return OverlapSize.of(size.longValue());
    }
    return size.isTextual()
        ? OverlapSize.of(duration(path, node, "overlap", OverlapSize.DEFAULT_TIME, Duration.ZERO))
        : base.overlap();
  }

  private Duration duration(
      String path, JsonNode node, String key, Duration absent, Duration least) {
    String text = text(node, key);
    if (text == null) {
      return absent;
    }
    try {
      Duration duration = Duration.parse(text);
      if (duration.compareTo(least) < 0) {
        problems.add(path + "." + key + ": " + text + " is too short; the least is " + least);
      }
      return duration;
    } catch (DateTimeParseException e) {
      problems.add(
          path
              + "."
              + key
              + ": "
              + text
              + " is not an ISO-8601 duration; write "
              + absent
              + " for the default");
      return absent;
    }
  }

  private ZoneId zone(String path, JsonNode node) {
    String text = text(node, "zone");
    if (text == null || text.equals("UTC")) {
      return ZoneOffset.UTC;
    }
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      String remedy =
          Nearest.to(text, ZoneId.getAvailableZoneIds())
              .map(zone -> "did you mean " + zone + "?")
              .orElse("write a name such as Europe/London, or UTC");
      problems.add(path + ".zone: " + text + " is not a time zone; " + remedy);
      return ZoneOffset.UTC;
    }
  }

  private static <E extends Enum<E>> E choice(JsonNode node, String key, Class<E> type, E absent) {
    String text = text(node, key);
    for (E constant : type.getEnumConstants()) {
      if (constant.name().toLowerCase(Locale.ROOT).equals(text)) {
        return constant;
      }
    }
    return absent;
  }

  private static @Nullable String text(JsonNode node, String key) {
    return node.path(key).isTextual() ? node.path(key).asText() : null;
  }

  private static String textOr(JsonNode node, String key, String absent) {
    String text = text(node, key);
    return text == null ? absent : text;
  }

  private static int integer(JsonNode node, String key, int absent) {
    Integer number = integer(node, key);
    return number == null ? absent : number;
  }

  private static @Nullable Integer integer(JsonNode node, String key) {
    JsonNode number = node.path(key);
    return number.canConvertToExactIntegral() && number.canConvertToInt()
        ? Integer.valueOf(number.intValue())
        : null;
  }
}
