// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/** A schema with every column type, some twice so that slots follow each other in many ways. */
final class EveryType {

  static final Schema SCHEMA =
      Schema.builder()
          .addNullableField("flag", FieldType.BOOLEAN)
          .addNullableField("text", FieldType.STRING)
          .addNullableField("small", FieldType.INT32)
          .addNullableField("large", FieldType.INT64)
          .addNullableField("ratio", FieldType.DOUBLE)
          .addNullableField("raw", FieldType.BYTES)
          .addNullableField("money", Columns.MONEY)
          .addNullableField("sum", Columns.MONEY_SUM)
          .addNullableField("whole", Columns.decimal(38, 0))
          .addNullableField("day", Columns.DATE)
          .addNullableField("instant", Columns.TIMESTAMP)
          .addNullableField("more_text", FieldType.STRING)
          .build();

  static final RowLayout LAYOUT = RowLayout.of(SCHEMA);

  private EveryType() {}

  static Arbitrary<Row> rows() {
    List<Arbitrary<Object>> values =
        List.of(
            nullable(Arbitraries.of(true, false)),
            nullable(text()),
            nullable(
                Arbitraries.oneOf(
                    Arbitraries.integers(),
                    Arbitraries.of(Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE))),
            nullable(
                Arbitraries.oneOf(
                    Arbitraries.longs(), Arbitraries.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE))),
            nullable(
                Arbitraries.oneOf(
                    Arbitraries.doubles().map(d -> d == 0 ? 0.0 : d),
                    Arbitraries.of(
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY,
                        Double.MIN_VALUE,
                        -Double.MAX_VALUE))),
            nullable(Arbitraries.bytes().array(byte[].class).ofMaxSize(40)),
            nullable(decimals(18, 2)),
            nullable(decimals(38, 2)),
            nullable(decimals(38, 0)),
            nullable(
                Arbitraries.integers()
                    .between(-800_000, 2_932_896)
                    .map(d -> LocalDate.ofEpochDay(d))),
            nullable(
                Arbitraries.oneOf(
                        Arbitraries.longs()
                            .between(-62_135_596_800_000_000L, 253_402_300_799_999_999L),
                        Arbitraries.longs().between(-2_000_000, 2_000_000))
                    .map(RowView::instant)),
            nullable(text()));
    // The extremes are among the values: all combinations of edge cases would crowd out the rest.
    return Combinators.combine(values)
        .as(v -> Row.withSchema(SCHEMA).addValues(v).build())
        .withoutEdgeCases();
  }

  static Arbitrary<List<Row>> lists() {
    return rows().list().ofMaxSize(30);
  }

  /** Any Unicode text, the empty one and characters beyond the first plane included. */
  static Arbitrary<String> text() {
    Arbitrary<Integer> anywhere =
        Arbitraries.integers()
            .between(0, Character.MAX_CODE_POINT)
            .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE);
    return Arbitraries.oneOf(
            Arbitraries.integers().between(32, 126),
            Arbitraries.of(0, 0x7f, 0x80, 0x7ff, 0x800, 0xe9, 0xfeff, 0xffff, 0x10000, 0x1f600),
            anywhere)
        .array(int[].class)
        .ofMaxSize(20)
        .map(codePoints -> new String(codePoints, 0, codePoints.length));
  }

  static BigDecimal nines(int precision, int scale) {
    return new BigDecimal(BigInteger.TEN.pow(precision).subtract(BigInteger.ONE), scale);
  }

  static List<byte[]> blocks(List<Row> rows, int rowsPerBlock) {
    RowWriter writer = new RowWriter(RowLayout.of(SCHEMA));
    BlockBuilder builder = new BlockBuilder();
    List<byte[]> blocks = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      writer.clear().set(rows.get(i)).appendTo(builder);
      if ((i + 1) % rowsPerBlock == 0) {
        blocks.add(builder.take());
      }
    }
    blocks.add(builder.take());
    return blocks;
  }

  static Row row(@Nullable Object... nameThenValue) {
    @Nullable Object[] values = new Object[SCHEMA.getFieldCount()];
    for (int i = 0; i < nameThenValue.length; i += 2) {
      values[SCHEMA.indexOf((String) nameThenValue[i])] = nameThenValue[i + 1];
    }
    return Row.withSchema(SCHEMA).addValues(Arrays.asList(values)).build();
  }

  private static Arbitrary<BigDecimal> decimals(int precision, int scale) {
    BigInteger limit = nines(precision, 0).unscaledValue();
    return Arbitraries.oneOf(
            Arbitraries.bigIntegers().between(limit.negate(), limit),
            Arbitraries.of(limit, limit.negate(), BigInteger.ZERO, BigInteger.ONE.negate()))
        .map(unscaled -> new BigDecimal(unscaled, scale));
  }

  private static Arbitrary<Object> nullable(Arbitrary<?> values) {
    return values.asGeneric().injectNull(0.15);
  }
}
