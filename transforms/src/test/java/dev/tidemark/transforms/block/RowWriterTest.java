// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowWriterTest {

  private final RowWriter writer = new RowWriter(EveryType.LAYOUT).clear();

  @ParameterizedTest
  @ValueSource(strings = {"0.005", "10000000000000000.00", "-10000000000000000", "1E+17", "1E-9"})
  void moneyThatDoesNotFitIsRefusedByNameAndValue(String value) {
    BigDecimal money = new BigDecimal(value);

    ArithmeticException refused =
        assertThrows(
            ArithmeticException.class,
            () -> writer.setDecimal(EveryType.LAYOUT.column("money"), money));

    assertThat(refused.getMessage(), is("column money is DECIMAL(18,2) and cannot hold " + value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.001", "1000000000000000000000000000000000000.00", "1E+36"})
  void aSumThatDoesNotFitIsRefused(String value) {
    BigDecimal sum = new BigDecimal(value);

    assertThrows(
        ArithmeticException.class, () -> writer.setDecimal(EveryType.LAYOUT.column("sum"), sum));
  }

  @Test
  void anUnscaledValueWithTooManyDigitsIsRefused() {
    Schema schema = Schema.builder().addField("pct", Columns.PERCENT).build();
    RowWriter percent = new RowWriter(RowLayout.of(schema)).clear();
    percent.setLong(0, 999_999_999L);

    ArithmeticException refused =
        assertThrows(ArithmeticException.class, () -> percent.setLong(0, -1_000_000_000L));

    assertThat(refused.getMessage(), is("column pct is DECIMAL(9,4) and cannot hold -100000.0000"));
  }

  @Test
  void aDecimalOfAnotherScaleIsBroughtToTheColumnsScale() {
    int money = EveryType.LAYOUT.column("money");
    writer.setDecimal(money, new BigDecimal("1.5000"));
    BlockBuilder block = new BlockBuilder();
    writer.appendTo(block);

    RowView view = new RowView(EveryType.LAYOUT).at(block.take(), 0);

    assertThat(view.getDecimal(money), is(new BigDecimal("1.50")));
  }

  @Test
  void anInstantFinerThanAMicrosecondIsRefused() {
    Instant nanos = Instant.parse("2024-01-01T00:00:00.000000001Z");

    assertThrows(
        ArithmeticException.class,
        () -> writer.setValue(EveryType.LAYOUT.column("instant"), nanos));
  }

  @Test
  void aDateBeyondTheDaysOfAnIntIsRefused() {
    assertThrows(
        ArithmeticException.class,
        () -> writer.setValue(EveryType.LAYOUT.column("day"), LocalDate.MAX));
  }

  @Test
  void minusZeroIsZeroAndEveryNanIsOne() {
    int ratio = EveryType.LAYOUT.column("ratio");
    BlockBuilder block = new BlockBuilder();
    writer.setDouble(ratio, -0.0);
    writer.appendTo(block);
    writer.setDouble(ratio, Double.longBitsToDouble(0x7ff8000000000001L));
    writer.appendTo(block);
    byte[] rows = block.take();
    RowView view = new RowView(EveryType.LAYOUT).at(rows, 0);

    assertThat(view.getLong(ratio), is(0L));
    view.at(rows, view.length());
    assertThat(view.getLong(ratio), is(Double.doubleToLongBits(Double.NaN)));
  }

  @Test
  void aTypeThatRowsMayNotHaveIsRefusedByName() {
    Schema schema = Schema.builder().addField("short", FieldType.INT16).build();

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> RowLayout.of(schema));

    assertThat(refused.getMessage(), startsWith("column short has type INT16"));
  }
}
