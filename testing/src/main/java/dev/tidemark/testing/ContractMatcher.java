// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import dev.tidemark.testing.SchemaDiff.Line;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.hamcrest.Description;
import org.hamcrest.TypeSafeDiagnosingMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Matches a schema against the contract that a file holds; made by {@link
 * SchemaMatchers#matchesContract}. A mismatch lists the columns that differ and says what somebody
 * who reads such rows has to do about them.
 */
public final class ContractMatcher extends TypeSafeDiagnosingMatcher<Schema> {

  private final Path file;
  private final List<String> key;
  private final @Nullable String variable;

  ContractMatcher(Path file, List<String> key, @Nullable String variable) {
    this.file = file;
    this.key = List.copyOf(key);
    this.variable = variable;
  }

  /** Compares the key too: the columns by which a row is found, in this order. */
  public ContractMatcher keyedBy(List<String> columns) {
    return new ContractMatcher(file, columns, variable);
  }

  /** Compares the key too: the columns by which a row is found, in this order. */
  public ContractMatcher keyedBy(String... columns) {
    return keyedBy(List.of(columns));
  }

  /**
   * Writes the file anew, instead of failing, when a variable of this name is set in the
   * environment; a mismatch then says so.
   */
  public ContractMatcher rewrittenIfSet(String environmentVariable) {
    return new ContractMatcher(file, key, environmentVariable);
  }

  @Override
  protected boolean matchesSafely(Schema actual, Description mismatch) {
    SchemaContract current = new SchemaContract(actual, key);
    if (variable != null && System.getenv(variable) != null) {
      current.write(file);
    }
    if (!Files.exists(file)) {
      mismatch.appendText("there is no such file yet").appendText(howToWriteIt());
      return false;
    }
    SchemaContract promised = SchemaContract.read(file);
    SchemaDiff diff = SchemaDiff.ordered(promised.schema(), actual);
    List<String> duties =
        new ArrayList<>(diff.lines().stream().map(ContractMatcher::duty).toList());
    if (!diff.isEmpty()) {
      mismatch.appendText("the schema differs\n").appendText(diff.format()).appendText("\n");
    }
    if (!promised.key().equals(key)) {
      mismatch.appendText("the key is " + key + ", no longer " + promised.key() + "\n");
      duties.add("find a row by " + key + ", no longer by " + promised.key());
    }
    if (duties.isEmpty()) {
      return true;
    }
    mismatch.appendText("Whoever reads such rows has to\n- ");
    mismatch.appendText(String.join("\n- ", duties)).appendText(howToWriteIt());
    return false;
  }

  private String howToWriteIt() {
    return variable == null
        ? ""
        : "\nIf that is meant, set "
            + variable
            + "=1 in the environment, run this test again and commit the file.";
  }

  private static String duty(Line line) {
    return switch (line.kind()) {
      case RENAMED -> "read " + line.now() + " in place of " + line.column();
      case RETYPED -> "take " + line.column() + " as " + line.actual() + ", and store it so";
      case NULLABILITY ->
          line.actual().endsWith(" NOT NULL")
              ? "do nothing: " + line.column() + " is never NULL any more"
              : "expect NULL in " + line.column();
      case MISSING -> "do without " + line.column();
      case EXTRA -> "do nothing, or read " + line.column() + " too";
      case MOVED -> "do nothing, if " + line.column() + " is read by its name";
    };
  }

  @Override
  public void describeTo(Description description) {
    description.appendText("the contract in ").appendText(file.toString());
  }
}
