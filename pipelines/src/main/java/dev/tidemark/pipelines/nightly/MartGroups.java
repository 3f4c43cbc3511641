// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.keys.DurableKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Tells the groups that a row of partial sums belongs to. A known section belongs to its
 * coverholder and account, whoever its rows name; the rows of one that is not known belong to the
 * coverholder that they name, and to no year or class.
 */
final class MartGroups {

  private final ReferenceData reference;

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
    String coverholder =
        section == null ? row.getString("coverholder_id") : section.coverholderId();
    if (scope == MartScope.COVERHOLDER) {
      return Arrays.asList(coverholder);
    }
    return section == null
        ? Arrays.asList(coverholder, null, null)
        : Arrays.asList(coverholder, section.yearOfAccount(), section.classOfBusiness());
  }

  /** The group of a row, as a row of {@link MartScope#schema()}. */
  Row row(MartScope scope, Row row) {
    return row(scope, id(scope, row));
  }

  /** An account by what it is known by. */
  static Row account(
      @Nullable String coverholder, @Nullable Integer yearOfAccount, @Nullable String ofBusiness) {
    return row(MartScope.ACCOUNT, Arrays.asList(coverholder, yearOfAccount, ofBusiness));
  }

  /** The account of what a coverholder reported of sections that are not known. */
  static Row unknown(@Nullable String coverholder) {
    return account(coverholder, null, null);
  }

  private static Row row(MartScope scope, List<@Nullable Object> id) {
    DurableKey keys = new DurableKey();
    String first = (String) id.get(0);
    List<@Nullable Object> values = new ArrayList<>();
    if (scope == MartScope.SECTION) {
      values.add(keys.of(Objects.requireNonNull(first), String.valueOf(id.get(1))));
    } else {
      values.add(first == null ? null : keys.of(first));
    }
    values.addAll(id);
    return Row.withSchema(scope.schema()).attachValues(values);
  }
}
