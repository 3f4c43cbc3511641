// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.premium.PremiumAmounts.GbpAmounts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Derives the amounts of premium rows: every row comes out once, with signed amounts, commission,
 * net and sterling.
 *
 * <p>Reads {@code transaction_type} (trimmed, upper-cased), {@code gross_premium}, {@code
 * commission_pct}, {@code tax_amount}, {@code fee_amount} and {@code rate_to_gbp}; all other
 * columns pass through. Three columns are replaced: {@code transaction_type} by its canonical name,
 * {@code tax_amount} and {@code fee_amount} by their signed amounts. Eight are added: {@code
 * gross_premium_signed, commission_amount, net_premium, gross_premium_gbp, commission_gbp,
 * net_premium_gbp, london_premium_type, dq_flags}. See {@link PremiumAmounts} for the arithmetic
 * and {@link TransactionType} for the signs.
 *
 * <ul>
 *   <li>Nulls: a null percentage, tax or fee counts 0; a null rate leaves the sterling columns null
 *       and is flagged RATE_MISSING, unless the row is flagged CURRENCY_MISSING already. A null
 *       premium is accepted of a NIL row only: other rows must have been quarantined (NO_AMOUNT),
 *       and fail here.
 *   <li>Flags that a {@code dq_flags} column brings in are kept and joined with those found here.
 *   <li>An amount that outgrows DECIMAL(18,2) fails by name.
 *   <li>Empty input gives no rows, with the schema.
 * </ul>
 *
 * <p>Metrics: one counter per {@link DqFlag}, under its name. No shuffle; rows are independent, so
 * there are no ties.
 */
public final class DerivePremium extends PTransform<PCollection<Row>, PCollection<Row>> {
  private static final long serialVersionUID = 1L;

  private static final String TYPE = "transaction_type";
  private static final String GROSS = "gross_premium";
  private static final String COMMISSION_PCT = "commission_pct";
  private static final String TAX = "tax_amount";
  private static final String FEE = "fee_amount";
  private static final String RATE = "rate_to_gbp";
  private static final String FLAGS = "dq_flags";

  private static final FieldType MONEY_OR_NULL = Columns.MONEY.withNullable(true);

  private DerivePremium() {}

  /** Derives premium from the columns of these fixed names. */
  public static DerivePremium create() {
    return new DerivePremium();
  }

  @Override
  public PCollection<Row> expand(PCollection<Row> rows) {
    Schema output = outputSchema(rows.getSchema());
    return rows.apply("Derive", ParDo.of(new DeriveFn(output))).setRowSchema(output);
  }

  private static Schema outputSchema(Schema input) {
    RowLayout layout = RowLayout.of(input);
    require(layout, TYPE, ColumnType.STRING, 0);
    require(layout, GROSS, ColumnType.DECIMAL, 2);
    require(layout, COMMISSION_PCT, ColumnType.DECIMAL, 4);
    require(layout, TAX, ColumnType.DECIMAL, 2);
    require(layout, FEE, ColumnType.DECIMAL, 2);
    require(layout, RATE, ColumnType.DECIMAL, 8);
    Map<String, FieldType> derived = new LinkedHashMap<>();
    derived.put("gross_premium_signed", Columns.MONEY);
    derived.put("commission_amount", Columns.MONEY);
    derived.put("net_premium", Columns.MONEY);
    derived.put("gross_premium_gbp", MONEY_OR_NULL);
    derived.put("commission_gbp", MONEY_OR_NULL);
    derived.put("net_premium_gbp", MONEY_OR_NULL);
    derived.put("london_premium_type", FieldType.STRING);
    Schema.Builder schema = Schema.builder();
    for (Schema.Field field : input.getFields()) {
      String name = field.getName();
      if (derived.containsKey(name)) {
        throw new IllegalArgumentException(
            "DerivePremium cannot add column " + name + ": the rows have it; drop it first.");
      }
      if (name.equals(TAX) || name.equals(FEE)) {
        schema.addField(name, Columns.MONEY);
      } else if (!name.equals(FLAGS)) {
        schema.addField(field);
      }
    }
    derived.forEach(schema::addField);
    return schema.addField(FLAGS, FieldType.STRING).build();
  }

  private static void require(RowLayout layout, String column, ColumnType type, int scale) {
    if (!layout.has(column)) {
      throw new IllegalArgumentException(
          "DerivePremium needs column " + column + "; add it to the rows, null where unknown.");
    }
    int at = layout.column(column);
    if (layout.type(at) != type || layout.scale(at) != scale) {
      throw new IllegalArgumentException(
          "DerivePremium needs column "
              + column
              + " as "
              + type
              + (type == ColumnType.DECIMAL ? " of scale " + scale : "")
              + ", but it is "
              + layout.type(at)
              + " of scale "
              + layout.scale(at)
              + "; convert it first.");
    }
  }

  private static final class DeriveFn extends DoFn<Row, Row> {
    private static final long serialVersionUID = 1L;

    private final Schema output;

    DeriveFn(Schema output) {
      this.output = output;
    }

    @ProcessElement
    public void derive(@Element Row row, OutputReceiver<Row> out) {
      out.output(derived(row, output));
    }
  }

  private static Row derived(Row row, Schema output) {
    String typeText = row.getString(TYPE);
    TransactionType type = TransactionType.parse(typeText);
    BigDecimal gross = row.getValue(GROSS);
    if (!PremiumRule.hasAmount(type, gross)) {
      throw new IllegalArgumentException(
          "gross_premium is null in a row of type "
              + typeText
              + "; quarantine such rows as NO_AMOUNT before deriving premium.");
    }
    long sent = money(GROSS, gross);
    BigDecimal pct = row.getValue(COMMISSION_PCT);
    PremiumAmounts amounts =
        PremiumAmounts.of(
            TransactionType.signOf(type),
            sent,
            pct == null ? 0 : Money.ofPercentage(COMMISSION_PCT, pct),
            money(TAX, row.getValue(TAX)),
            money(FEE, row.getValue(FEE)));
    BigDecimal rate = row.getValue(RATE);
    GbpAmounts gbp = rate == null ? null : amounts.inGbp(Money.ofRate(RATE, rate));
    int flags = flags(row, PremiumRule.flags(type, sent, pct), rate);
    count(flags);

    List<@Nullable Object> values = new ArrayList<>(output.getFieldCount());
    for (Schema.Field field : row.getSchema().getFields()) {
      switch (field.getName()) {
        case TYPE -> values.add(TransactionType.canonical(typeText));
        case TAX -> values.add(Money.toDecimal(amounts.taxAmount()));
        case FEE -> values.add(Money.toDecimal(amounts.feeAmount()));
        case FLAGS -> {
          // rewritten as the last column
        }
        default -> values.add(row.getValue(field.getName()));
      }
    }
    values.add(Money.toDecimal(amounts.grossPremiumSigned()));
    values.add(Money.toDecimal(amounts.commissionAmount()));
    values.add(Money.toDecimal(amounts.netPremium()));
    values.add(gbp == null ? null : Money.toDecimal(gbp.grossPremiumGbp()));
    values.add(gbp == null ? null : Money.toDecimal(gbp.commissionGbp()));
    values.add(gbp == null ? null : Money.toDecimal(gbp.netPremiumGbp()));
    values.add(LondonPremiumType.of(type, amounts.grossPremiumSigned()).name());
    values.add(DqFlag.text(flags));
    return Row.withSchema(output).addValues(values).build();
  }

  private static int flags(Row row, int found, @Nullable BigDecimal rate) {
    int flags = found;
    if (row.getSchema().hasField(FLAGS)) {
      String earlier = row.getString(FLAGS);
      flags |= earlier == null ? DqFlag.NONE : DqFlag.parse(earlier);
    }
    if (rate == null && !DqFlag.CURRENCY_MISSING.in(flags)) {
      flags |= DqFlag.RATE_MISSING.bit();
    }
    return flags;
  }

  private static void count(int flags) {
    for (int rest = flags; rest != DqFlag.NONE; rest &= rest - 1) {
      DqFlag flag = DqFlag.at(Integer.numberOfTrailingZeros(rest));
      Metrics.counter(DerivePremium.class, flag.name()).inc();
    }
  }

  private static long money(String column, @Nullable BigDecimal amount) {
    return amount == null ? 0 : Money.ofDecimal(column, amount);
  }
}
