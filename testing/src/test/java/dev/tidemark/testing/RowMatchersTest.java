// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasNoRows;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.testing.RowMatchers.hasRowsInOrder;
import static dev.tidemark.testing.Samples.EVERY_TYPE;
import static dev.tidemark.testing.Samples.LEDGER;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.Row;
import org.hamcrest.StringDescription;
import org.junit.jupiter.api.Test;

class RowMatchersTest {

  private static final String TABLE =
      """
      account | month   | amount  | note
      1       | 2026-01 | 1200.00 | first
      1       | 2026-02 | 0.50    | null
      2       | 2026-01 | null    | ""
      """;

  @Test
  void orderIsIgnoredUnlessAsked() {
    List<Row> shuffled = new ArrayList<>(Rows.table(LEDGER, TABLE));
    Collections.rotate(shuffled, 1);

    assertThat(shuffled, hasRows(LEDGER, TABLE));
    assertThat(shuffled, hasRows(LEDGER, TABLE).byKey("account", "month"));
    assertThat(shuffled, not(hasRowsInOrder(LEDGER, TABLE)));
    assertThat(Rows.table(LEDGER, TABLE), hasRowsInOrder(LEDGER, TABLE));
  }

  @Test
  void cellsAreThoseOfTheColumnsThatTheTableNames() {
    List<Row> rows = Rows.table(LEDGER, TABLE);

    assertThat(
        rows, hasCells(LEDGER, "note | month\n\"\" | 2026-01\nfirst | 2026-01\nnull | 2026-02"));
    assertThat(rows, not(hasCells(LEDGER, "note | month\n\"\" | 2026-01\nfirst | 2026-01")));
    assertThat(rows, not(hasCells(LEDGER, "note\n\"\"\nfirst\n\"\"")));
    assertThat(
        assertThrows(IllegalArgumentException.class, () -> hasCells(LEDGER, "nota\nx"))
            .getMessage(),
        startsWith("The text table names the column nota, which the schema lacks"));
  }

  @Test
  void aKeyedDiffShowsMissingExtraAndChangedCells() {
    List<Row> actual =
        ledger(
            """
            account | month   | amount  | note
            1       | 2026-01 | 1200.01 | first
            1       | 2026-02 | 0.50    | null
            3       | 2026-01 | 7.00    | new
            """);

    assertThat(
        mismatch(hasRows(LEDGER, TABLE).byKey("account", "month"), actual),
        is(
            """
            1 missing, 1 extra, 1 changed, 1 as expected; a changed cell reads expected -> actual
                    | account | month   | amount             | ratio | note
            changed | 1       | 2026-01 | 1200.00 -> 1200.01 | null  | first
            missing | 2       | 2026-01 | null               | null  | ""
            extra   | 3       | 2026-01 | 7.00               | null  | new"""));
  }

  @Test
  void aDiffOfChangedCellsLeavesOutWhatIsTheSame() {
    List<Row> actual =
        ledger(
            """
            account | month   | amount  | note
            1       | 2026-01 | 1200.00 | "first "
            1       | 2026-02 | 0.50    | null
            2       | 2026-01 | null    | null
            """);

    assertThat(
        mismatch(hasRows(LEDGER, TABLE).byKey("account", "month"), actual),
        is(
            """
            2 changed, 1 as expected; a changed cell reads expected -> actual
                    | account | month   | note
            changed | 1       | 2026-01 | first -> "first "
            changed | 2       | 2026-01 | "" -> null"""));
  }

  @Test
  void withoutAKeyRowsAreMissingOrExtra() {
    assertThat(
        mismatch(
            hasRows(LEDGER, "account | month\n1 | a\n2 | a"),
            ledger("account | month\n1 | b\n2 | a")),
        is(
            """
            1 missing, 1 extra, 1 as expected
                    | account | month | amount | ratio | note
            missing | 1       | a     | null   | null  | null
            extra   | 1       | b     | null   | null  | null"""));
  }

  @Test
  void inOrderRowsAreComparedByPlace() {
    String diff =
        mismatch(
            hasRowsInOrder(LEDGER, "account | month\n1 | a\n2 | a\n3 | a"),
            ledger("account | month\n2 | a\n1 | a"));

    assertThat(
        diff,
        is(
            """
            1 missing, 2 changed, 0 as expected; a changed cell reads expected -> actual
                          | account | month | amount | ratio | note
            changed row 1 | 1 -> 2  | a     | null   | null  | null
            changed row 2 | 2 -> 1  | a     | null   | null  | null
            missing row 3 | 3       | a     | null   | null  | null"""));
  }

  @Test
  void inOrderWithAKeyFirstTellsWhatChangedThenWhatMoved() {
    RowsMatcher matcher =
        hasRowsInOrder(LEDGER, "account | month | note\n1 | a | x\n2 | a | y").byKey("account");

    assertThat(
        mismatch(matcher, ledger("account | month | note\n2 | a | y\n1 | a | z")),
        is(
            """
            1 changed, 1 as expected; a changed cell reads expected -> actual
                    | account | note
            changed | 1       | x -> z"""));
    assertThat(
        mismatch(matcher, ledger("account | month | note\n2 | a | y\n1 | a | x")),
        containsString("changed row 1 | 1 -> 2"));
  }

  @Test
  void duplicatesCount() {
    List<Row> once = ledger("account | month\n1 | a");
    List<Row> twice = ledger("account | month\n1 | a\n1 | a");

    assertThat(mismatch(hasRows(twice), once), startsWith("1 missing, 1 as expected\n"));
    assertThat(mismatch(hasRows(once), twice), startsWith("1 extra, 1 as expected\n"));
    assertThat(
        mismatch(hasRows(once).byKey("account"), twice), startsWith("1 extra, 1 as expected\n"));
  }

  @Test
  void decimalsAreExactInValueAndScale() {
    Schema schema = Schema.builder().addDecimalField("amount").build();
    List<Row> actual = Rows.table(schema, "amount\n1.50");

    assertThat(actual, hasRows(schema, "amount\n1.50"));
    assertThat(
        mismatch(hasRows(schema, "amount\n1.5").withTolerance(1), actual),
        containsString("missing | 1.5\nextra   | 1.50"));
  }

  @Test
  void doublesAreExactWithoutATolerance() {
    List<Row> actual = ledger("account | month | ratio\n1 | a | 0.30000000000000004");

    assertThat(actual, not(hasRows(LEDGER, "account | month | ratio\n1 | a | 0.3")));
    assertThat(
        actual, hasRows(LEDGER, "account | month | ratio\n1 | a | 0.3").withTolerance(1e-12));
    assertThat(
        ledger("account | month | ratio\n1 | a | -0.0\n2 | a | NaN"),
        hasRows(LEDGER, "account | month | ratio\n1 | a | 0.0\n2 | a | NaN"));
  }

  @Test
  void toleranceFindsThePartnersThatServeEveryRow() {
    // 1.0 fits both actual rows, 1.9 only the first: greed would leave 1.9 alone.
    List<Row> actual = ledger("account | month | ratio\n1 | a | 1.5\n1 | a | 0.5");

    assertThat(
        actual,
        hasRows(LEDGER, "account | month | ratio\n1 | a | 1.0\n1 | a | 1.9").withTolerance(0.5));
    assertThat(
        mismatch(
            hasRows(LEDGER, "account | month | ratio\n1 | a | 1.0\n1 | a | 1.9").withTolerance(0.2),
            actual),
        startsWith("2 missing, 2 extra, 0 as expected"));
  }

  @Test
  void toleranceLeavesTheSecondOfTwoSameExpectedRowsMissing() {
    Row row = ledger("account | month | ratio\n1 | a | 1.0").get(0);

    assertThat(
        mismatch(
            hasRows(List.of(row, row)).withTolerance(0.5),
            ledger("account | month | ratio\n1 | a | 1.1")),
        startsWith("1 missing, 1 as expected"));
  }

  @Test
  void bytesAreComparedByContent() {
    assertThat(Rows.table(EVERY_TYPE, "raw\n0x01\n0x02"), hasRows(EVERY_TYPE, "raw\n0x02\n0x01"));
    assertThat(
        Rows.table(EVERY_TYPE, "raw\n0x01"), not(hasRows(EVERY_TYPE, "raw\n0x02").byKey("flag")));
  }

  @Test
  void onlyTheColumnsAskedForAreCompared() {
    RowsMatcher matcher =
        hasRows(LEDGER, "account | month | note\n1 | a | x").onColumns("account", "note");

    assertThat(ledger("account | month | amount | note\n1 | b | 3.00 | x"), matcher);
    assertThat(
        mismatch(matcher, ledger("account | month | note\n1 | a | y")),
        endsWith(
            """
                    | account | note
            missing | 1       | x
            extra   | 1       | y"""));
  }

  @Test
  void onColumnsLooksForTheColumnsAnywhereInTheActualRows() {
    Schema narrow = Schema.builder().addNullableField("note", FieldType.STRING).build();

    assertThat(
        ledger("account | month | note\n1 | a | x"), hasRows(narrow, "note\nx").onColumns("note"));
  }

  @Test
  void anotherSchemaIsAMismatchOfItsOwn() {
    Schema renamed = Schema.builder().addInt32Field("account").addStringField("moon").build();

    assertThat(
        mismatch(hasRows(LEDGER, TABLE), Rows.table(renamed, "account | moon\n1 | a")),
        startsWith("the schema of the rows differs\n"));
  }

  @Test
  void noRowsAreExpectedOfAnySchema() {
    assertThat(List.of(), hasNoRows());
    assertThat(List.of(), hasRows(LEDGER, "account | month"));
    assertThat(
        mismatch(hasNoRows(), ledger("account | month\n1 | a")),
        startsWith("1 extra, 0 as expected"));
  }

  @Test
  void aLongDiffIsCutShort() {
    List<Row> actual =
        IntStream.range(0, 60)
            .mapToObj(i -> Row.withSchema(LEDGER).addValues(i, "a", null, null, null).build())
            .toList();

    assertThat(mismatch(hasNoRows(), actual), endsWith("\nand 10 more"));
  }

  @Test
  void anUnknownColumnIsRefusedAtOnce() {
    Exception error =
        assertThrows(IllegalArgumentException.class, () -> hasRows(LEDGER, TABLE).byKey("acount"));

    assertThat(
        error.getMessage(),
        is(
            "The expected rows have no column acount; they have account, month, amount, ratio,"
                + " note."));
  }

  @Test
  void aToleranceBelowZeroIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> hasRows(LEDGER, TABLE).withTolerance(-0.1));
    assertThrows(
        IllegalArgumentException.class, () -> hasRows(LEDGER, TABLE).withTolerance(Double.NaN));
  }

  @Test
  void theMatcherTravels() {
    RowsMatcher matcher = SerializableUtils.clone(hasRows(LEDGER, TABLE).byKey("account", "month"));

    assertThat(Rows.table(LEDGER, TABLE), matcher);
    assertThat(
        StringDescription.asString(matcher), is("3 rows in any order, by key account, month"));
  }

  @Test
  void shufflingAndMatchingAgreeForManyRows() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      rows.add(Row.withSchema(LEDGER).addValues(i % 7, "m" + i % 13, null, i / 10.0, null).build());
    }
    List<Row> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(7));

    assertThat(shuffled, hasRows(rows));
    assertThat(shuffled, hasRows(rows).byKey("account", "month").withTolerance(0.01));
  }

  private static List<Row> ledger(String table) {
    return Rows.table(LEDGER, table);
  }

  private static String mismatch(RowsMatcher matcher, List<Row> actual) {
    assertThat(matcher.matches(actual), is(false));
    StringDescription description = new StringDescription();
    matcher.describeMismatch(actual, description);
    return description.toString();
  }
}
