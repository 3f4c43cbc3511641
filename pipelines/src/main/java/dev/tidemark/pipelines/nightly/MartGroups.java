// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.keys.DurableKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Tells the groups that partial sums belong to. A known section belongs to its coverholder and
 * account, whoever its rows name; the rows of one that is not known belong to the coverholder that
 * they name, and to no year or class. It belongs to one thread.
 */
final class MartGroups {

  private final DurableKey keys = new DurableKey();
  private final Map<String, String> coverholderKeys = new HashMap<>();

  /** A section of a row of partial sums, and whom the row names. */
  record Member(
      String umr, String sectionNo, @Nullable Section section, @Nullable String coverholderId) {}

  /** What the group of a row is known by, see {@link MartScope#id}. */
  List<@Nullable Object> id(MartScope scope, Member member) {
    if (scope == MartScope.SECTION) {
      return Arrays.asList(member.umr(), member.sectionNo());
    }
    Section section = member.section();
    String coverholder = keyOf(Section.coverholderOf(section, member.coverholderId()));
    if (scope == MartScope.COVERHOLDER) {
      return Arrays.asList(coverholder);
    }
    return section == null
        ? Arrays.asList(coverholder, null, null)
        : Arrays.asList(coverholder, section.yearOfAccount(), section.classOfBusiness());
  }

  /** The group of a row, as a row of {@link MartScope#schema()}. */
  Row row(MartScope scope, Member member) {
    List<@Nullable Object> values = new ArrayList<>();
    if (scope == MartScope.SECTION) {
      values.add(keys.of(member.umr(), member.sectionNo()));
    }
    values.addAll(id(scope, member));
    return Row.withSchema(scope.schema()).attachValues(values);
  }

  /** The durable key of a coverholder; null is nobody's. */
  @Nullable String keyOf(@Nullable String coverholder) {
    return coverholder == null ? null : coverholderKeys.computeIfAbsent(coverholder, keys::of);
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
}
