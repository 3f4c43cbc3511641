// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.function.BiFunction;
import org.apache.beam.sdk.schemas.Schema;
import org.hamcrest.Description;
import org.hamcrest.TypeSafeDiagnosingMatcher;

/** Matches a schema against the expected one; made by {@link SchemaMatchers}. */
public final class SchemaMatcher extends TypeSafeDiagnosingMatcher<Schema> {

  private final Schema expected;
  private final BiFunction<Schema, Schema, SchemaDiff> comparison;

  SchemaMatcher(Schema expected, BiFunction<Schema, Schema, SchemaDiff> comparison) {
    this.expected = expected;
    this.comparison = comparison;
  }

  /** The same, wherever the columns stand. */
  public SchemaMatcher inAnyOrder() {
    return new SchemaMatcher(expected, SchemaDiff::anyOrder);
  }

  @Override
  protected boolean matchesSafely(Schema actual, Description mismatch) {
    SchemaDiff diff = comparison.apply(expected, actual);
    if (!diff.isEmpty()) {
      mismatch.appendText("the schema differs\n").appendText(diff.format());
    }
    return diff.isEmpty();
  }

  @Override
  public void describeTo(Description description) {
    description.appendText("the schema ").appendText(Schemas.describe(expected));
  }
}
