// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.conform.Umr;
import dev.tidemark.transforms.premium.DqFlag;
import org.jspecify.annotations.Nullable;

/**
 * Who stands behind a transaction: its section, the coverholder that reported it, and the broker in
 * its UMR. What the reference tables do not know keeps its key all the same.
 *
 * @param section null when it is not known
 * @param coverholderId the section's; of an unknown section the row's own, if it names one
 * @param brokerCode characters 2 to 5 of the UMR, even of a malformed one
 */
record Parties(
    String umr,
    String sectionNo,
    @Nullable Section section,
    @Nullable String coverholderId,
    @Nullable String brokerCode) {

  /**
   * The parties of a row.
   *
   * @param ownCoverholderId the coverholder that the row itself names
   */
  static Parties of(
      String umr, String sectionNo, @Nullable String ownCoverholderId, ReferenceData reference) {
    Section section = reference.section(umr, sectionNo);
    return new Parties(
        umr,
        sectionNo,
        section,
        Section.coverholderOf(section, ownCoverholderId),
        Umr.brokerCode(umr));
  }

  /** The currency of the section, null when it has none or is not known. */
  @Nullable String currency() {
    return section == null ? null : section.currency();
  }

  /** What is to be noticed about them, as a set of {@link DqFlag}. */
  int flags(ReferenceData reference) {
    int flags = DqFlag.NONE;
    if (!Umr.isWellFormed(umr)) {
      flags |= DqFlag.UMR_FORMAT.bit();
    }
    if (brokerCode == null || !reference.knowsBroker(brokerCode)) {
      flags |= DqFlag.BROKER_UNKNOWN.bit();
    }
    if (section == null) {
      flags |= DqFlag.SECTION_UNKNOWN.bit();
    }
    if (coverholderId == null || !reference.knowsCoverholder(coverholderId)) {
      flags |= DqFlag.COVERHOLDER_UNKNOWN.bit();
    }
    return flags;
  }
}
