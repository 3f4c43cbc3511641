// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static dev.tidemark.testing.Samples.EVERY_TYPE;
import static dev.tidemark.testing.Samples.LEDGER;
import static dev.tidemark.testing.SchemaMatchers.matchesContract;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.hamcrest.StringDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContractMatcherTest {

  /** A variable that every environment has, and one that none has. */
  private static final String SET = "PATH";

  private static final String NOT_SET = "WRITE_THE_CONTRACTS_OF_NOBODY";

  private static final String CONTRACT =
      """
      column  | type          | nullability | key
      account | INT32         | NOT NULL    | 2
      month   | STRING        | NOT NULL    | 1
      amount  | DECIMAL(18,2) | NULL        |
      ratio   | DOUBLE        | NULL        |
      note    | STRING        | NULL        |
      """;

  @TempDir private Path folder = Path.of("");

  @Test
  void aContractIsWrittenAndThenKept() throws IOException {
    Path file = folder.resolve("bank/ledger.txt");
    ContractMatcher matcher = matchesContract(file).keyedBy("month", "account");

    assertThat(LEDGER, matcher.rewrittenIfSet(SET));
    assertThat(Files.readString(file), is(CONTRACT));
    assertThat(LEDGER, matcher);
    assertThat(LEDGER, matcher.rewrittenIfSet(NOT_SET));
    assertThat(EVERY_TYPE, not(matcher.keyedBy()));
  }

  @Test
  void aContractHoldsEveryTypeOfTextTables() {
    Path file = folder.resolve("types.txt");

    assertThat(EVERY_TYPE, matchesContract(file).rewrittenIfSet(SET));
    assertThat(EVERY_TYPE, matchesContract(file));
  }

  @Test
  void whatChangedIsToldWithWhatItMeansToAReader() throws IOException {
    Path file = Files.writeString(folder.resolve("ledger.txt"), CONTRACT);
    Schema changed =
        Schemas.of(
            "period STRING NOT NULL, account INT64 NOT NULL, amount DECIMAL(18,2) NOT NULL,"
                + " note STRING, since DATE");

    assertThat(
        mismatch(
            matchesContract(file).keyedBy("period", "account").rewrittenIfSet(NOT_SET), changed),
        is(
            """
            the schema differs
                        | column  | expected              | actual
            retyped     | account | INT32 NOT NULL        | INT64 NOT NULL
            renamed     | month   | month STRING NOT NULL | period STRING NOT NULL
            nullability | amount  | DECIMAL(18,2) NULL    | DECIMAL(18,2) NOT NULL
            missing     | ratio   | DOUBLE NULL           |
            extra       | since   |                       | DATE NULL
            moved       | month   | place 2               | place 1
            the key is [period, account], no longer [month, account]
            Whoever reads such rows has to
            - take account as INT64 NOT NULL, and store it so
            - read period in place of month
            - do nothing: amount is never NULL any more
            - do without ratio
            - do nothing, or read since too
            - do nothing, if month is read by its name
            - find a row by [period, account], no longer by [month, account]
            If that is meant, set WRITE_THE_CONTRACTS_OF_NOBODY=1 in the environment, run this test again and commit the file."""));
  }

  @Test
  void aColumnThatMayBeNullNowIsToBeExpectedSo() throws IOException {
    Path file = Files.writeString(folder.resolve("ledger.txt"), CONTRACT);

    assertThat(
        mismatch(
            matchesContract(file).keyedBy("month", "account"),
            Schemas.of(
                "account INT32 NOT NULL, month STRING, amount DECIMAL(18,2), ratio DOUBLE,"
                    + " note STRING")),
        endsWith("\nWhoever reads such rows has to\n- expect NULL in month"));
  }

  @Test
  void anotherKeyAloneIsAMismatch() throws IOException {
    Path file = Files.writeString(folder.resolve("ledger.txt"), CONTRACT);

    assertThat(
        mismatch(matchesContract(file).keyedBy("account"), LEDGER),
        is(
            """
            the key is [account], no longer [month, account]
            Whoever reads such rows has to
            - find a row by [account], no longer by [month, account]"""));
  }

  @Test
  void aContractThatIsNotThereTellsHowToWriteIt() {
    Path file = folder.resolve("ledger.txt");

    assertThat(mismatch(matchesContract(file), LEDGER), is("there is no such file yet"));
    assertThat(
        mismatch(matchesContract(file).rewrittenIfSet(NOT_SET), LEDGER),
        is(
            "there is no such file yet\nIf that is meant, set WRITE_THE_CONTRACTS_OF_NOBODY=1 in"
                + " the environment, run this test again and commit the file."));
    assertThat(StringDescription.asString(matchesContract(file)), is("the contract in " + file));
  }

  @Test
  void aSchemaThatNoFileCanHoldIsRefused() {
    Schema nested = Schema.builder().addArrayField("tags", FieldType.STRING).build();

    assertThat(
        assertThrows(
                IllegalArgumentException.class,
                () -> matchesContract(folder.resolve("x")).rewrittenIfSet(SET).matches(nested))
            .getMessage(),
        is("Column tags is ARRAY<STRING>, which a contract file cannot hold."));
    assertThat(
        assertThrows(
                IllegalArgumentException.class,
                () -> matchesContract(folder.resolve("x")).keyedBy("id").matches(nested))
            .getMessage(),
        is("The key names the column id, which the schema lacks: it has tags."));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " ;; ",
      value = {
        "column | type\\na | INT32 ;; its first line is not column | type | nullability | key.",
        "column | type | nullability | key\\na | INT32 | NULL ;; a line has 3 cells: a | INT32 | NULL.",
        "column | type | nullability | key\\na | INT | NULL | 1 ;; column a: INT is no type; there are"
            + " BOOLEAN, INT32, INT64, DOUBLE, STRING, BYTES, DECIMAL(p,s), DECIMAL, DATE,"
            + " TIMESTAMP.",
        "column | type | nullability | key\\na | INT32 | yes | 1 ;; column a is neither NULL nor NOT"
            + " NULL but yes."
      })
  void aFileThatCannotBeReadIsNamed(String text, String reason) throws IOException {
    Path file = Files.writeString(folder.resolve("ledger.txt"), text.replace("\\n", "\n"));

    assertThat(
        assertThrows(IllegalArgumentException.class, () -> matchesContract(file).matches(LEDGER))
            .getMessage(),
        is("The contract " + file + " cannot be read: " + reason));
  }

  private static String mismatch(ContractMatcher matcher, Schema actual) {
    assertThat(matcher.matches(actual), is(false));
    StringDescription description = new StringDescription();
    matcher.describeMismatch(actual, description);
    return description.toString();
  }
}
