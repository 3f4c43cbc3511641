// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.history.Violation;
import java.util.ArrayList;
import java.util.List;

/**
 * A rule of the gate: gold is published only if it holds. {@link AuditGold} counts what goes
 * against it, in figures that the launcher judges.
 *
 * @param name what is counted, as a sentence
 * @param figure the name of the count
 * @param lookedAt the name of the count of rows that were looked at
 */
public record GoldRule(String name, String figure, String lookedAt) {

  /** So many rows are named at most. */
  public static final int NAMED_ROWS = 5;

  private static final String VERSIONS = "gold.versions";
  private static final String CURRENT_ROWS = "gold.current_rows";

  private static final GoldRule OPEN =
      dimension("live keys without exactly one open version", "open_version", VERSIONS);
  private static final GoldRule CONTIGUOUS =
      dimension(
          "versions that do not begin where the one before ended, unless a delete ended it",
          "contiguous",
          VERSIONS);
  private static final GoldRule LENGTH = dimension("versions without a length", "length", VERSIONS);
  private static final GoldRule OVERLAP = dimension("versions that overlap", "overlap", VERSIONS);
  private static final GoldRule VERSION_KEY =
      dimension(
          "version keys that are not unique, or not of their key and start",
          "version_key",
          VERSIONS);
  private static final GoldRule CURRENT =
      dimension(
          "current rows that are not the last version of their key, and keys without one",
          "current_row",
          CURRENT_ROWS);

  private static final GoldRule ROW_KEY =
      dimension(
          "rows without history whose key is not unique, or not of their name",
          "row_key",
          CURRENT_ROWS);

  private static final String CLAIMS = "gold.claims";
  private static final GoldRule LATEST_POSITION =
      new GoldRule(
          "fact_claim_transaction: claims of which not exactly the last position is the latest",
          "gold.latest_position",
          CLAIMS);

  private static GoldRule dimension(String name, String figure, String lookedAt) {
    return new GoldRule("dimensions: " + name, "gold." + figure, lookedAt);
  }

  /** Every rule that the gold tables of a lake are held to. */
  public static List<GoldRule> all(LakeTables tables) {
    List<GoldRule> rules =
        new ArrayList<>(List.of(OPEN, CONTIGUOUS, LENGTH, OVERLAP, VERSION_KEY, CURRENT, ROW_KEY));
    for (FactKeys facts : FactKeys.of(tables)) {
      facts.references().forEach(reference -> rules.add(present(facts, reference)));
    }
    rules.add(LATEST_POSITION);
    return rules;
  }

  /** The rule that a violation goes against. */
  static GoldRule of(Violation.Kind kind) {
    return switch (kind) {
      case CURRENT_FLAG, SEVERAL_OPEN, NONE_OPEN, OPEN_AND_DELETED -> OPEN;
      case GAP, NO_GAP_AFTER_DELETE -> CONTIGUOUS;
      case NO_START, EMPTY_WINDOW -> LENGTH;
      case OVERLAP, DUPLICATE_VERSION -> OVERLAP;
      case WRONG_KEY, WRONG_VERSION_KEY, REPEATED_VERSION_KEY -> VERSION_KEY;
      case NO_CURRENT_ROW, STALE_CURRENT_ROW, STRAY_CURRENT_ROW, SEVERAL_CURRENT_ROWS -> CURRENT;
    };
  }

  /** The rule of the keys of a dimension without history. */
  static GoldRule rowKey() {
    return ROW_KEY;
  }

  /** The rule that a key of a fact is in its dimension. */
  static GoldRule present(FactKeys facts, FactKeys.Reference reference) {
    return new GoldRule(
        facts.name()
            + ": rows whose "
            + reference.column()
            + " is not in "
            + reference.keys().table(),
        "gold." + facts.name() + "." + reference.column(),
        lookedAt(facts));
  }

  /** The rule that a claim has exactly one latest position. */
  static GoldRule latestPosition() {
    return LATEST_POSITION;
  }

  /** The name of the count of claims that were looked at. */
  static String claims() {
    return CLAIMS;
  }

  /** The name of the count of versions that were looked at. */
  static String versions() {
    return VERSIONS;
  }

  /** The name of the count of current rows that were looked at. */
  static String currentRows() {
    return CURRENT_ROWS;
  }

  /** The name of the count of facts that were looked at. */
  static String lookedAt(FactKeys facts) {
    return "gold." + facts.name() + ".rows";
  }

  /** The name of the figure that names some of the rows. */
  public String rows() {
    return figure + ".named";
  }
}
