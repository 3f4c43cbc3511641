// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which columns of a dimension open a new version when they change: by default all attributes but
 * agreement_no.
 */
public final class TrackedColumns {
  private static final String UNTRACKED = "agreement_no";

  private static final Map<String, List<String>> ATTRIBUTES =
      Map.of(
          "coverholder",
          List.of("coverholder_name", "coverholder_pin", "country_code", "status"),
          "broker",
          List.of("broker_name", "pseudonym"),
          "contract_section",
          List.of(
              UNTRACKED,
              "coverholder_id",
              "broker_code",
              "class_of_business",
              "risk_code",
              "year_of_account",
              "period_from",
              "period_to",
              "section_currency",
              "gpi_limit",
              "gpi_currency",
              "gpi_notifiable_pct",
              "commission_pct_default",
              "bordereau_due_days",
              "bordereau_interval"));
  // In the order that dimensions are named everywhere, with the table each is fed by.
  private static final List<Map.Entry<String, String>> DIMENSIONS =
      List.of(
          Map.entry("coverholder", "Coverholder"),
          Map.entry("broker", "Broker"),
          Map.entry("contract_section", "ContractSection"));

  private TrackedColumns() {}

  /** What a dimension tracks when nothing is listed, of the bundled contract. */
  public static List<String> defaults(String dimension) {
    return ATTRIBUTES.getOrDefault(dimension, List.of()).stream()
        .filter(column -> !column.equals(UNTRACKED))
        .toList();
  }

  /** An absent dimension has its default; an empty list tracks nothing. A column counts once. */
  static Map<String, List<String>> read(
      JsonNode node, Map<String, TableConfig> tables, Collection<String> problems) {
    Map<String, List<String>> tracked = new LinkedHashMap<>();
    for (Map.Entry<String, String> dimension : DIMENSIONS) {
      String name = dimension.getKey();
      List<String> attributes = ATTRIBUTES.getOrDefault(name, List.of());
      JsonNode listed = node.path(name);
      if (!listed.isArray()) {
        tracked.put(name, defaults(name));
        continue;
      }
      List<String> columns = new ArrayList<>();
      listed.forEach(column -> columns.add(column.asText()));
      TableConfig table = tables.get(dimension.getValue());
      // A contract of the user's own may have columns that only it knows.
      if (table != null && table.hasBundledContract()) {
        for (String column : columns) {
          if (!attributes.contains(column)) {
            problems.add(
                "trackedColumns."
                    + name
                    + ": "
                    + column
                    + " is no attribute of this dimension"
                    + Nearest.suggestion(column, attributes));
          }
        }
      }
      tracked.put(name, columns.stream().distinct().toList());
    }
    return tracked;
  }
}
