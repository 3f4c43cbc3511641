// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import org.apache.beam.sdk.schemas.Schema;

/** Hamcrest matchers over schemas, whose mismatch lists the columns that differ. */
public final class SchemaMatchers {

  private SchemaMatchers() {}

  /**
   * A schema of the same columns in the same order, with the same types and nullability. Field
   * descriptions, options and the schema's UUID do not count.
   */
  public static SchemaMatcher sameSchemaAs(Schema expected) {
    return new SchemaMatcher(expected, SchemaDiff::ordered);
  }
}
