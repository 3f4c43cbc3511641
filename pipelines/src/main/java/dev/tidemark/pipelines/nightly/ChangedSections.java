// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.keys.DurableKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * The contract sections whose history is another than the stored one, those of them that were not
 * known before, and the accounts that the others belonged to.
 */
final class ChangedSections {

  private static final List<String> KEY = ReferenceTable.CONTRACT_SECTION.key();
  private static final String COVERHOLDER_KEY = "coverholder_key";

  /** UMR and number. */
  private final List<List<String>> sections = new ArrayList<>();

  private final Set<List<String>> becameKnown = new HashSet<>();
  private final List<Row> accounts = new ArrayList<>();

  private ChangedSections() {}

  /**
   * Compares two histories by the columns that both have.
   *
   * @param stored rows of the dimension's history, without inferred ones
   * @param versions as they are now
   */
  static ChangedSections between(
      Schema storedSchema, Iterable<Row> stored, Schema versionSchema, Iterable<Row> versions) {
    // a dimension keeps the coverholder by its key alone
    List<String> both = new ArrayList<>(List.of(COVERHOLDER_KEY));
    versionSchema.getFieldNames().stream().filter(storedSchema::hasField).forEach(both::add);
    Map<List<String>, Histories> bySection = new LinkedHashMap<>();
    for (Row version : stored) {
      of(version, bySection).addStored(version, values(version, both));
    }
    for (Row version : versions) {
      of(version, bySection).now.add(values(version, both));
    }
    ChangedSections changed = new ChangedSections();
    bySection.forEach(changed::compare);
    return changed;
  }

  private static Histories of(Row version, Map<List<String>, Histories> bySection) {
    List<String> section = new ArrayList<>();
    KEY.forEach(column -> section.add(String.valueOf(version.getString(column))));
    return bySection.computeIfAbsent(section, key -> new Histories());
  }

  private static List<@Nullable Object> values(Row version, List<String> columns) {
    List<@Nullable Object> values = new ArrayList<>();
    for (String column : columns) {
      values.add(
          column.equals(COVERHOLDER_KEY) && !version.getSchema().hasField(COVERHOLDER_KEY)
              ? DurableKey.key(version.getString("coverholder_id"))
              : version.getValue(column));
    }
    return values;
  }

  private void compare(List<String> section, Histories histories) {
    if (histories.stored.equals(histories.now)) {
      return;
    }
    sections.add(section);
    Row before = histories.latestStored;
    if (before == null) {
      becameKnown.add(section);
    } else {
      accounts.add(
          MartGroups.account(
              before.getString(COVERHOLDER_KEY),
              before.getInt32("year_of_account"),
              before.getString("class_of_business")));
    }
  }

  /** The sections, each as UMR and number. */
  List<List<String>> sections() {
    return sections;
  }

  /** Whether a section is one that was not known before. */
  boolean becameKnown(String umr, String sectionNo) {
    return becameKnown.contains(List.of(umr, sectionNo));
  }

  /** The accounts that they belonged to, as rows of {@link MartScope#ACCOUNT}'s groups. */
  List<Row> accounts() {
    return accounts;
  }

  /** The versions of one section. */
  private static final class Histories {

    private final Set<List<@Nullable Object>> stored = new HashSet<>();
    private final Set<List<@Nullable Object>> now = new HashSet<>();
    private @Nullable Row latestStored;

    void addStored(Row version, List<@Nullable Object> values) {
      stored.add(values);
      if (latestStored == null || validFrom(version).isAfter(validFrom(latestStored))) {
        latestStored = version;
      }
    }

    private static Instant validFrom(Row version) {
      Instant from = version.getLogicalTypeValue("valid_from", Instant.class);
      if (from == null) {
        throw new IllegalStateException("valid_from is null in " + version);
      }
      return from;
    }
  }
}
