// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowMemo;
import dev.tidemark.transforms.conform.Umr;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.premium.DqFlag;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who stands behind a transaction: its section, the coverholder that reported it, and the broker in
 * its UMR. What the reference tables do not know keeps its key all the same.
 *
 * @param section null when it is not known
 * @param coverholderId the section's; of an unknown section the row's own, if it names one
 * @param brokerCode characters 2 to 5 of the UMR, even of a malformed one
 * @param keys of their rows in the dimensions
 * @param flags what is to be noticed about them, as a set of {@link DqFlag}
 */
record Parties(
    String umr,
    String sectionNo,
    @Nullable Section section,
    @Nullable String coverholderId,
    @Nullable String brokerCode,
    Keys keys,
    int flags) {

  /** The window start of an inferred dimension row: before any business. */
  static final Instant INFERRED_SINCE = Instant.parse("1900-01-01T00:00:00Z");

  /**
   * Durable keys of the dimensions' rows.
   *
   * @param inferredVersion the version key of a section that is not known; null of a known one,
   *     whose versions have their own
   * @param classOfBusiness the section's, when it is known
   */
  record Keys(
      String section,
      @Nullable String inferredVersion,
      @Nullable String coverholder,
      @Nullable String broker,
      String contract,
      @Nullable String classOfBusiness) {}

  /**
   * The parties of rows, looked up once for all rows that name the same.
   *
   * @param umr the column of it in the rows, as the next two
   * @param coverholderId the coverholder that a row itself names; null for rows that name none
   */
  static RowMemo<Parties> of(
      RowLayout rows,
      String umr,
      String sectionNo,
      @Nullable String coverholderId,
      ReferenceData reference) {
    int umrColumn = rows.column(umr);
    int sectionColumn = rows.column(sectionNo);
    DurableKey keys = new DurableKey();
    if (coverholderId == null) {
      return new RowMemo<>(
          RowKey.of(rows, umr, sectionNo),
          row -> of(row.getString(umrColumn), row.getString(sectionColumn), null, reference, keys));
    }
    int own = rows.column(coverholderId);
    return new RowMemo<>(
        RowKey.of(rows, umr, sectionNo, coverholderId),
        row ->
            of(
                row.getString(umrColumn),
                row.getString(sectionColumn),
                row.getStringOrNull(own),
                reference,
                keys));
  }

  private static Parties of(
      String umr,
      String sectionNo,
      @Nullable String ownCoverholderId,
      ReferenceData reference,
      DurableKey keys) {
    Section section = reference.section(umr, sectionNo);
    String coverholderId = Section.coverholderOf(section, ownCoverholderId);
    String brokerCode = Umr.brokerCode(umr);
    String sectionKey = keys.of(umr, sectionNo);
    return new Parties(
        umr,
        sectionNo,
        section,
        coverholderId,
        brokerCode,
        new Keys(
            sectionKey,
            section == null ? keys.versionOf(sectionKey, INFERRED_SINCE) : null,
            coverholderId == null ? null : keys.of(coverholderId),
            brokerCode == null ? null : keys.of(brokerCode),
            keys.of(umr),
            section == null ? null : keys.of(section.classOfBusiness())),
        flags(umr, section, coverholderId, brokerCode, reference));
  }

  /** The currency of the section, null when it has none or is not known. */
  @Nullable String currency() {
    return section == null ? null : section.currency();
  }

  private static int flags(
      String umr,
      @Nullable Section section,
      @Nullable String coverholderId,
      @Nullable String brokerCode,
      ReferenceData reference) {
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
