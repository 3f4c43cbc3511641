// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static dev.tidemark.testing.Samples.EVERY_TYPE;
import static dev.tidemark.testing.Samples.LEDGER;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowsTest {

  private static final String EVERY_TYPE_TABLE =
      """
      flag  | small       | large                | ratio  | text        | raw    | money                | any_decimal | day        | at
      true  | -2147483648 | -9223372036854775808 | 0.1    | plain words | 0x0aff | 1200                 | 1.500       | 2024-02-29 | 2026-01-31T10:15:00.123456Z
      false | 7           | 8                    | -1e300 | "a | \\"b\\"" | 0x     | -9999999999999999.99 | 0           | 0001-01-01 | 1969-12-31T23:59:59.999999Z
      null  | null        | null                 | null   | null        | null   | null                 | null        | null       | null
      null  | null        | null                 | null   | ""          | null   | null                 | null        | null       | null
      """;

  @Test
  void everyTypeIsReadAsItsJavaValue() {
    Row row = Rows.table(EVERY_TYPE, EVERY_TYPE_TABLE).get(0);

    assertThat(row.getBoolean("flag"), is(true));
    assertThat(row.getInt32("small"), is(Integer.MIN_VALUE));
    assertThat(row.getInt64("large"), is(Long.MIN_VALUE));
    assertThat(row.getDouble("ratio"), is(0.1));
    assertThat(row.getString("text"), is("plain words"));
    assertThat(row.getBytes("raw"), equalTo(new byte[] {10, -1}));
    assertThat(
        row.getLogicalTypeValue("money", BigDecimal.class), equalTo(new BigDecimal("1200.00")));
    assertThat(row.getDecimal("any_decimal"), equalTo(new BigDecimal("1.500")));
    assertThat(row.getLogicalTypeValue("day", LocalDate.class), equalTo(LocalDate.of(2024, 2, 29)));
    assertThat(
        row.getLogicalTypeValue("at", Instant.class),
        equalTo(Instant.parse("2026-01-31T10:15:00.123456Z")));
  }

  @Test
  void quotedTextKeepsBarsAndQuotes() {
    assertThat(Rows.table(EVERY_TYPE, EVERY_TYPE_TABLE).get(1).getString("text"), is("a | \"b\""));
  }

  @Test
  void nullIsNotTheEmptyText() {
    List<Row> rows = Rows.table(EVERY_TYPE, EVERY_TYPE_TABLE);

    assertThat(rows.get(2).getString("text"), is(nullValue()));
    assertThat(rows.get(3).getString("text"), is(""));
  }

  @Test
  void formattedRowsReadBackAsTheSameRows() {
    List<Row> rows = Rows.table(EVERY_TYPE, EVERY_TYPE_TABLE);

    assertThat(Rows.table(EVERY_TYPE, Rows.format(EVERY_TYPE, rows)), equalTo(rows));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "",
        " padded ",
        "a|b",
        "\"",
        "\\",
        "a\\n",
        "tab\t",
        "\n",
        "\u00a0",
        "---",
        "\u200bhidden",
        "plain \"middle\" quote",
        "Zürich",
        "#1"
      })
  void anyTextSurvivesBothWays(String text) {
    Schema schema = Schema.builder().addStringField("text").addInt32Field("n").build();
    List<Row> rows = List.of(Row.withSchema(schema).addValues(text, 1).build());

    assertThat(Rows.table(schema, Rows.format(schema, rows)), equalTo(rows));
  }

  @Test
  void rowsAreTheSameAfterTheirCoder() throws Exception {
    RowCoder coder = RowCoder.of(EVERY_TYPE);
    for (Row row : Rows.table(EVERY_TYPE, EVERY_TYPE_TABLE)) {
      assertThat(List.of(CoderUtils.clone(coder, row)), RowMatchers.hasRows(List.of(row)));
    }
  }

  @Test
  void framesRulesAndBlankLinesAreDecoration() {
    List<Row> framed =
        Rows.table(
            LEDGER,
            """
            | account | month   | amount |
            |---------|---------|-------:|

            | 1       | 2026-01 | 5.00   |
            """);

    assertThat(framed, equalTo(Rows.table(LEDGER, "month|amount|account\n2026-01|5.00|1")));
  }

  @Test
  void aHeaderAloneGivesNoRows() {
    assertThat(Rows.table(LEDGER, "account | month"), is(empty()));
  }

  @Test
  void aNullableColumnMayBeLeftOut() {
    Row row = Rows.table(LEDGER, "account | month\n1 | 2026-01").get(0);

    assertThat(row.getValues(), contains(1, "2026-01", null, null, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "small ! 1.5 ! 1.5 is not a whole number of 32 bits (INT32)",
        "small ! 2147483648 ! is not a whole number of 32 bits",
        "large ! x ! x is not a whole number of 64 bits (INT64)",
        "flag ! yes ! yes is neither true nor false",
        "ratio ! 1,5 ! 1,5 is not a number (DOUBLE)",
        "money ! 0.005 ! 0.005 has more than 2 decimals",
        "money ! 10000000000000000 ! 10000000000000000 does not fit DECIMAL(18,2)",
        "money ! 1.x ! 1.x is not a decimal number (DECIMAL(18,2))",
        "day ! 31/01/2026 ! 31/01/2026 is not a date such as 2026-01-31 (DATE)",
        "at ! 2026-01-31 ! 2026-01-31 is not an instant such as",
        "at ! 2026-01-31T00:00:00.0000001Z ! is finer than microseconds",
        "raw ! 0xf ! 0xf is not hexadecimal bytes such as 0x0aff",
        "raw ! ff ! ff is not hexadecimal bytes such as 0x0aff",
        "text ! \"a\" b ! has text after its closing quote",
        "text ! \"\\x\" ! has the unknown escape \\x",
      })
  void aCellThatCannotBeReadIsNamed(String column, String cell, String reason) {
    String text = column + "\nnull\n" + cell;

    Exception error =
        assertThrows(IllegalArgumentException.class, () -> Rows.table(EVERY_TYPE, text));

    assertThat(
        error.getMessage(), containsString("Row 2, column " + column + " of the text table: "));
    assertThat(error.getMessage(), containsString(reason));
  }

  @Test
  void anEmptyCellAsksForNullOrQuotes() {
    assertThat(
        error("account | month\n1 | "),
        is(
            "Row 1, column month of the text table: an empty cell; write null for a missing value"
                + " or \"\" for empty text."));
  }

  @Test
  void nullNeedsANullableColumn() {
    assertThat(
        error("account | month\nnull | 2026-01"),
        is("Row 1, column account of the text table: null in a column that is NOT NULL."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a", "\"", "\"a\\\""})
  void aQuoteThatNeverClosesIsNamed(String cell) {
    assertThat(
        error("account | month | note\n1 | " + cell + " | x"),
        is("A line of the text table opens a quote that it never closes: 1 | " + cell + " | x"));
  }

  @Test
  void aRowOfAnotherLengthIsNamed() {
    assertThat(
        error("account | month\n1 | 2026-01 | 3"),
        is("Row 1 of the text table has 3 cells, its header 2: 1 | 2026-01 | 3"));
  }

  @Test
  void aWrongHeaderIsNamed() {
    assertThat(
        error("account | mnth"),
        is(
            "The text table names the column mnth, which the schema lacks: it has account, month,"
                + " amount, ratio, note."));
    assertThat(
        error("account | month | account"), is("The text table names the column account twice."));
    assertThat(
        error("account"),
        is(
            "The text table leaves out the column month, which is NOT NULL: add it to the"
                + " header."));
    assertThat(error(" \n"), is("The text table is empty: its first line must name the columns."));
  }

  private static String error(String table) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> Rows.table(LEDGER, table)).getMessage());
  }
}
