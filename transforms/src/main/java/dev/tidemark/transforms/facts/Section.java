// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.calendar.ReportingInterval;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A contract section as it is now, with the versions that it went through. */
public record Section(
    String umr,
    String sectionNo,
    String coverholderId,
    String classOfBusiness,
    int yearOfAccount,
    @Nullable String currency,
    LocalDate periodFrom,
    LocalDate periodTo,
    ReportingInterval interval,
    @Nullable Integer bordereauDueDays,
    boolean isDeleted,
    List<Version> versions) {

  /**
   * One version: a half-open window in micros since 1970 ({@code validTo} is {@link Long#MAX_VALUE}
   * when open), its key, and the limit that it set.
   */
  public record Version(
      long validFrom,
      long validTo,
      String versionKey,
      LocalDate periodFrom,
      @Nullable BigDecimal gpiLimit,
      @Nullable String gpiCurrency,
      @Nullable BigDecimal gpiNotifiablePct) {

    boolean holds(long instant) {
      return validFrom <= instant && instant < validTo;
    }
  }

  /**
   * Whose a section's bordereaux are: its coverholder's, whoever a row names; those of a section
   * that is not known, of whom the row names.
   */
  public static @Nullable String coverholderOf(@Nullable Section section, @Nullable String named) {
    return section == null ? named : section.coverholderId();
  }

  /**
   * The version open at an instant (micros since 1970), or null. Versions are in the order of their
   * windows.
   */
  public @Nullable Version versionAt(long instant) {
    int low = 0;
    int high = versions.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Version version = versions.get(middle);
      if (version.holds(instant)) {
        return version;
      }
      if (version.validFrom() > instant) {
        high = middle - 1;
      } else {
        low = middle + 1;
      }
    }
    return null;
  }

  /** The first version. */
  public Version firstVersion() {
    return versions.get(0);
  }
}
