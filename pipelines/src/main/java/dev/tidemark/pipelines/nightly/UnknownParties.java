// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.Umr;
import dev.tidemark.transforms.facts.ReferenceData;
import java.util.List;
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

  /** Of a row of {@link FactParties} that has facts. */
  static UnknownParties of(RowView parties, ReferenceData reference) {
    String umr = parties.getString(FactParties.UMR);
    String sectionNo = parties.getString(FactParties.SECTION_NO);
    String coverholder = parties.getStringOrNull(FactParties.COVERHOLDER);
    String broker = Umr.brokerCode(umr);
    return new UnknownParties(
        umr,
        sectionNo,
        reference.section(umr, sectionNo) == null,
        coverholder,
        coverholder != null && !reference.knowsCoverholder(coverholder),
        broker,
        broker != null && !reference.knowsBroker(broker));
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
}
