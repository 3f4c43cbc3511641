// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import org.apache.beam.sdk.schemas.Schema;

/**
 * The {@link SupersededVersions} of positions of claims: the amount is what was paid to date. A sum
 * of what was sent is told as it is, also where no fact could hold it.
 */
public final class SupersededClaim {

  /** The columns of a superseded version. */
  public static final Schema SCHEMA =
      SupersededVersions.schema(
          "claim_transaction_id",
          SilverClaim.NAMING,
          "paid_to_date",
          Columns.MONEY_SUM,
          "paid_to_date_difference");

  private SupersededClaim() {}

  static SupersededVersions of(SilverClaim in, ReferenceData reference) {
    return new SupersededVersions(SCHEMA, in, reference);
  }
}
