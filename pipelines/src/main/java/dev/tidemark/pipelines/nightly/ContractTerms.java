// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.conform.Umr;
import dev.tidemark.transforms.keys.DurableKey;
import java.io.Serializable;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a contract: the last version of each of its sections, in their order; none if
 * only facts know it. Terms of parts of what is known are merged in any order.
 *
 * <p>A contract is what its sections are that are not deleted: its period is theirs from the first
 * day to the last, its year of account the earliest, its parties those of the section that is first
 * by number. When all of them are deleted, so is the contract, and it shows what they were.
 */
record ContractTerms(TreeMap<String, SectionTerms> sections) implements Serializable {

  /** A version of a section. */
  record SectionTerms(
      Instant validFrom,
      boolean isDeleted,
      String coverholderId,
      String brokerCode,
      LocalDate periodFrom,
      LocalDate periodTo,
      int yearOfAccount)
      implements Serializable {

    private SectionTerms later(SectionTerms other) {
      return validFrom.isBefore(other.validFrom) ? other : this;
    }
  }

  /** Of a contract that facts name. */
  static ContractTerms ofFacts() {
    return new ContractTerms(new TreeMap<>());
  }

  /** Of a version of a section, with the source's columns. */
  static ContractTerms of(Row version) {
    TreeMap<String, SectionTerms> section = new TreeMap<>();
    section.put(
        value(version, "section_no"),
        new SectionTerms(
            value(version, "valid_from"),
            value(version, "is_deleted"),
            textOf(version, "coverholder_id"),
            textOf(version, "broker_code"),
            value(version, "period_from"),
            value(version, "period_to"),
            value(version, "year_of_account")));
    return new ContractTerms(section);
  }

  /** What both know. */
  ContractTerms merge(ContractTerms other) {
    TreeMap<String, SectionTerms> merged = new TreeMap<>(sections);
    other.sections.forEach((number, terms) -> merged.merge(number, terms, SectionTerms::later));
    return new ContractTerms(merged);
  }

  /** The row of dim_contract. */
  Row toRow(String umr) {
    List<SectionTerms> live = sections.values().stream().filter(s -> !s.isDeleted()).toList();
    Row.FieldValueBuilder row =
        Row.withSchema(Type1Dimensions.CONTRACT_SCHEMA)
            .withFieldValue("contract_key", DurableKey.key(umr))
            .withFieldValue("umr", umr)
            .withFieldValue("is_deleted", !sections.isEmpty() && live.isEmpty())
            .withFieldValue("is_inferred", sections.isEmpty());
    if (sections.isEmpty()) {
      return broker(row, Umr.brokerCode(umr)).build();
    }
    Collection<SectionTerms> shown = live.isEmpty() ? sections.values() : live;
    SectionTerms first = shown.iterator().next();
    return broker(row, first.brokerCode())
        .withFieldValue("coverholder_key", DurableKey.key(first.coverholderId()))
        .withFieldValue(
            "period_from",
            shown.stream()
                .map(SectionTerms::periodFrom)
                .min(Comparator.naturalOrder())
                .orElseThrow())
        .withFieldValue(
            "period_to",
            shown.stream().map(SectionTerms::periodTo).max(Comparator.naturalOrder()).orElseThrow())
        .withFieldValue(
            "year_of_account",
            shown.stream().mapToInt(SectionTerms::yearOfAccount).min().orElseThrow())
        .withFieldValue("section_count", live.size())
        .build();
  }

  private static Row.FieldValueBuilder broker(
      Row.FieldValueBuilder row, @Nullable String brokerCode) {
    return brokerCode == null
        ? row
        : row.withFieldValue("broker_code", brokerCode)
            .withFieldValue("broker_key", DurableKey.key(brokerCode));
  }

  /** A blank text is one all the same, as it is in the facts. */
  private static String textOf(Row version, String column) {
    String text = version.getString(column);
    return text == null ? "" : text;
  }

  private static <T> T value(Row version, String column) {
    T value = version.getValue(column);
    if (value == null) {
      throw new IllegalStateException("column " + column + " is null in " + version);
    }
    return value;
  }
}
