// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.TrackedColumns;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableStore;
import dev.tidemark.transforms.conform.Conformer;
import java.io.Serializable;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The columns whose change opens a version, per dimension, as they are configured now; and by which
 * of them each stored history was made, which its table keeps as a property. The order of a list
 * means nothing.
 */
final class Tracking implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The property of a history. */
  private static final String PROPERTY = "tidemark.tracked";

  private final LinkedHashMap<String, List<String>> columns;
  private final LinkedHashMap<String, List<String>> defaults;

  private Tracking(
      LinkedHashMap<String, List<String>> columns, LinkedHashMap<String, List<String>> defaults) {
    this.columns = columns;
    this.defaults = defaults;
  }

  /** No list: the tables are only read. */
  static Tracking none() {
    return new Tracking(new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  /**
   * As listed per dimension. Of the default list those columns count that the contract has.
   *
   * @throws ConfigException when another list names what is no attribute by its table's contract
   */
  static Tracking of(Map<String, List<String>> listed, LakeTables tables) {
    LinkedHashMap<String, List<String>> columns = new LinkedHashMap<>();
    LinkedHashMap<String, List<String>> defaults = new LinkedHashMap<>();
    for (ReferenceTable table : ReferenceTable.values()) {
      String dimension = table.dimension();
      List<String> attributes = tables.attributes(table);
      List<String> whole = TrackedColumns.defaults(dimension);
      List<String> own = listed.getOrDefault(dimension, whole);
      defaults.put(dimension, kept(whole, attributes));
      columns.put(
          dimension,
          Set.copyOf(own).equals(Set.copyOf(whole))
              ? defaults.getOrDefault(dimension, List.of())
              : requireKnown(table, own, attributes));
    }
    return new Tracking(columns, defaults);
  }

  /** Those of a list that there are; of a person's name, its hash. */
  private static List<String> kept(List<String> columns, List<String> attributes) {
    return columns.stream()
        .map(column -> attributes.contains(column) ? column : column + Conformer.HASH_SUFFIX)
        .filter(attributes::contains)
        .toList();
  }

  private static List<String> requireKnown(
      ReferenceTable table, List<String> listed, List<String> attributes) {
    for (String column : listed) {
      if (!attributes.contains(column)) {
        throw new ConfigException(
            "trackedColumns."
                + table.dimension()
                + ": "
                + column
                + " is no attribute by the contract of "
                + table.tableName()
                + "; its attributes are "
                + String.join(", ", attributes));
      }
    }
    return List.copyOf(listed);
  }

  /** The columns by dimension; empty when there is no list. */
  Map<String, List<String>> columns() {
    return columns;
  }

  /** What a history keeps of its list. */
  Map<String, String> settings(ReferenceTable table) {
    List<String> tracked = columns.get(table.dimension());
    return tracked == null ? Map.of() : Map.of(PROPERTY, text(tracked));
  }

  /**
   * What must be made again because a stored history was made by another list. A section's version
   * keys stand in the facts too. A history without the property was made before there was one: by
   * the default list, as far as anybody can tell.
   */
  Rebuild rebuild(LakeTables tables, TableStore store) {
    Rebuild rebuild = Rebuild.none();
    for (ReferenceTable table : ReferenceTable.values()) {
      TableSnapshot stored = store.pin(tables.history(table));
      String now = text(columns.getOrDefault(table.dimension(), List.of()));
      String before =
          stored
              .property(PROPERTY)
              .orElseGet(() -> text(defaults.getOrDefault(table.dimension(), List.of())));
      if (stored.exists() && !before.equals(now)) {
        String reason = reason(table, before, now);
        rebuild =
            rebuild.and(
                table == ReferenceTable.CONTRACT_SECTION
                    ? Rebuild.ofEverything(reason + ", and all facts with it")
                    : Rebuild.ofDimensions(reason));
      }
    }
    return rebuild;
  }

  private static String reason(ReferenceTable table, String before, String now) {
    return table.historyName()
        + " is made again: trackedColumns."
        + table.dimension()
        + " was ["
        + before.replace(",", ", ")
        + "] and is ["
        + now.replace(",", ", ")
        + "]";
  }

  private static String text(Collection<String> tracked) {
    return String.join(",", new TreeSet<>(tracked));
  }
}
