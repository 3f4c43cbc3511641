// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.keys.DurableKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Tells the groups that a row of partial sums belongs to. A known section belongs to its
 * coverholder and account, whoever its rows name; the rows of one that is not known belong to the
 * coverholder that they name, and to no year or class. It belongs to one thread.
 */
final class MartGroups {

  private final ReferenceData reference;
  private final DurableKey keys = new DurableKey();
  private final Map<String, String> coverholderKeys = new HashMap<>();

  MartGroups(ReferenceData reference) {
    this.reference = reference;
  }

  /**
   * What the group of a row is known by, see {@link MartScope#id}.
   *
   * @param row with umr, section_no and coverholder_id
   */
  List<@Nullable Object> id(MartScope scope, Row row) {
    String umr = Objects.requireNonNull(row.getString("umr"));
    String sectionNo = Objects.requireNonNull(row.getString("section_no"));
    if (scope == MartScope.SECTION) {
      return Arrays.asList(umr, sectionNo);
    }
    Section section = reference.section(umr, sectionNo);
    String coverholder = keyOf(Section.coverholderOf(section, row.getString("coverholder_id")));
    if (scope == MartScope.COVERHOLDER) {
      return Arrays.asList(coverholder);
    }
    return section == null
        ? Arrays.asList(coverholder, null, null)
        : Arrays.asList(coverholder, section.yearOfAccount(), section.classOfBusiness());
  }

  /** The group of a row, as a row of {@link MartScope#schema()}. */
  Row row(MartScope scope, Row row) {
    List<@Nullable Object> values = new ArrayList<>();
    if (scope == MartScope.SECTION) {
      values.add(keys.of(row.getString("umr"), row.getString("section_no")));
    }
    values.addAll(id(scope, row));
    return Row.withSchema(scope.schema()).attachValues(values);
  }

  /** An account by what it is known by. */
  static Row account(
      @Nullable String coverholderKey,
      @Nullable Integer yearOfAccount,
      @Nullable String classOfBusiness) {
    return Row.withSchema(MartScope.ACCOUNT.schema())
        .addValues(coverholderKey, yearOfAccount, classOfBusiness)
        .build();
  }

  /** The account of what a coverholder reported of sections that are not known. */
  static Row unknown(@Nullable String coverholder) {
    return account(coverholder == null ? null : DurableKey.key(coverholder), null, null);
  }

  private @Nullable String keyOf(@Nullable String coverholder) {
    return coverholder == null ? null : coverholderKeys.computeIfAbsent(coverholder, keys::of);
  }
}
