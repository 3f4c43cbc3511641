// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.conform.Umr;
import dev.tidemark.transforms.facts.ReferenceData;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/** Who stands behind facts, and which of them the reference tables do not know. */
record UnknownParties(
    String umr,
    String sectionNo,
    boolean sectionUnknown,
    @Nullable String coverholderId,
    boolean coverholderUnknown,
    @Nullable String brokerCode,
    boolean brokerUnknown) {

  /** Of a row of {@link FactParties}; one without facts infers nothing. */
  static UnknownParties of(Row parties, ReferenceData reference) {
    String umr = text(parties, "umr");
    String sectionNo = text(parties, "section_no");
    String coverholder = parties.getString("coverholder_id");
    String broker = Umr.brokerCode(umr);
    Long facts = parties.getInt64("fact_rows");
    boolean hasFacts = facts != null && facts > 0;
    return new UnknownParties(
        umr,
        sectionNo,
        hasFacts && reference.section(umr, sectionNo) == null,
        coverholder,
        hasFacts && coverholder != null && !reference.knowsCoverholder(coverholder),
        broker,
        hasFacts && broker != null && !reference.knowsBroker(broker));
  }

  /** The key to infer in a dimension, null when it is known. */
  @Nullable List<String> keyOf(ReferenceTable table) {
    switch (table) {
      case CONTRACT_SECTION:
        return sectionUnknown ? List.of(umr, sectionNo) : null;
      case COVERHOLDER:
        return coverholderUnknown && coverholderId != null ? List.of(coverholderId) : null;
      case BROKER:
        return brokerUnknown && brokerCode != null ? List.of(brokerCode) : null;
    }
    throw new AssertionError(table);
  }

  private static String text(Row row, String column) {
    String value = row.getString(column);
    if (value == null) {
      throw new IllegalStateException("column " + column + " is null in " + row);
    }
    return value;
  }
}
