// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.nio.file.Path;
import java.util.List;
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

  /**
   * A schema as a file of the repository promises it: columns, types, nullability, order, and the
   * key if {@link ContractMatcher#keyedBy} names one.
   *
   * <pre>{@code
   * assertThat(
   *     ledger.schema(),
   *     matchesContract(Path.of("src/test/contracts/ledger.txt"))
   *         .keyedBy("account", "month")
   *         .rewrittenIfSet("WRITE_CONTRACTS"));
   * }</pre>
   */
  public static ContractMatcher matchesContract(Path file) {
    return new ContractMatcher(file, List.of(), null);
  }
}
