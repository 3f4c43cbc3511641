// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one day of the demo does to the source, so that the evidence can be compared with it: the
 * rows that appear and the rows that change, by table as the source spells it ({@code
 * PremiumTransaction}); a table that is not named does not change. Each row counts once, and no row
 * both appears and changes on one day.
 *
 * @param number 1 is the first load; 2, 3 and 4 follow
 * @param logicalTime the instant at which the nightly run of that day is said to start
 * @param insertedRows new source keys by table
 * @param updatedRows source keys that were there before and have a new image, by table
 * @param sentences what happens, for people, in the order in which it happens
 */
public record DemoDay(
    int number,
    Instant logicalTime,
    Map<String, Integer> insertedRows,
    Map<String, Integer> updatedRows,
    List<String> sentences) {

  /** The first load. */
  public static final int FIRST = 1;

  /** The last day that changes anything. */
  public static final int LAST = 4;

  private static final Instant FIRST_RUN =
      LocalDate.of(2024, 6, 3).atTime(2, 0).toInstant(ZoneOffset.UTC);

  public DemoDay {
    insertedRows = Collections.unmodifiableMap(new TreeMap<>(insertedRows));
    updatedRows = Collections.unmodifiableMap(new TreeMap<>(updatedRows));
    sentences = List.copyOf(sentences);
  }

  /** The day of that number, 1 to 4. */
  public static DemoDay of(int number) {
    List<String> sentences = DemoScript.ofDay(number).sentences();
    Instant time = logicalTimeOf(number);
    return switch (number) {
      case 1 -> new DemoDay(number, time, firstLoad(), Map.of(), sentences);
      case 2 ->
          new DemoDay(
              number,
              time,
              Map.of("PremiumTransaction", 5, "RiskTransaction", 1, "ClaimTransaction", 1),
              Map.of("Coverholder", 3),
              sentences);
      default ->
          new DemoDay(
              number,
              time,
              Map.of("PremiumTransaction", 4, "ClaimTransaction", 1),
              Map.of("Coverholder", 3, "PremiumTransaction", 1),
              sentences);
    };
  }

  /** The rows that appear or change, by table, the tables in alphabetical order. */
  public Map<String, Integer> changedRows() {
    TreeSet<String> tables = new TreeSet<>(insertedRows.keySet());
    tables.addAll(updatedRows.keySet());
    Map<String, Integer> changed = new LinkedHashMap<>();
    for (String table : tables) {
      changed.put(table, insertedRows.getOrDefault(table, 0) + updatedRows.getOrDefault(table, 0));
    }
    return Collections.unmodifiableMap(changed);
  }

  static Instant logicalTimeOf(int number) {
    return FIRST_RUN.plus(Duration.ofDays(checked(number) - FIRST));
  }

  static int checked(int number) {
    if (number < FIRST || number > LAST) {
      throw new IllegalArgumentException(
          "The demo has days " + FIRST + " to " + LAST + ", not day " + number + ".");
    }
    return number;
  }

  private static Map<String, Integer> firstLoad() {
    Map<String, Integer> rows = new TreeMap<>();
    rows.put("Broker", 25);
    rows.put("BusinessPlan", 16);
    rows.put("ClaimTransaction", 382);
    rows.put("ContractSection", 620);
    rows.put("Coverholder", 500);
    rows.put("ExchangeRate", 36);
    rows.put("PremiumTransaction", 3873);
    rows.put("RiskTransaction", 1977);
    return rows;
  }
}
