// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import org.apache.beam.sdk.schemas.Schema;

/** The {@link SupersededVersions} of premium: the amount is the premium with its sign. */
public final class SupersededPremium {

  /** The columns of a superseded version. */
  public static final Schema SCHEMA =
      SupersededVersions.schema(
          "premium_transaction_id",
          SilverTransaction.naming("premium_transaction"),
          "gross_premium_signed",
          Columns.MONEY,
          "gross_premium_difference");

  private SupersededPremium() {}

  static SupersededVersions of(SilverPremium in, ReferenceData reference) {
    return new SupersededVersions(SCHEMA, in, reference);
  }
}
