// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import org.apache.beam.sdk.schemas.Schema;

/** The {@link SupersededVersions} of risks: the amount is the sum insured, which may be unsaid. */
public final class SupersededRisk {

  /** The columns of a superseded version. */
  public static final Schema SCHEMA =
      SupersededVersions.schema(
          "risk_transaction_id",
          SilverTransaction.naming("risk_transaction"),
          "sum_insured",
          Columns.MONEY.withNullable(true),
          "sum_insured_difference");

  private SupersededRisk() {}

  static SupersededVersions of(SilverRisk in, ReferenceData reference) {
    return new SupersededVersions(SCHEMA, in, reference);
  }
}
