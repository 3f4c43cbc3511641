// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.micro;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.premium.Money;
import dev.tidemark.transforms.premium.PremiumAmounts;
import dev.tidemark.transforms.premium.RateRule;
import dev.tidemark.transforms.premium.SignRule;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.infra.Blackhole;

/** The arithmetic of one premium row, without the row. */
public class MoneyBenchmark extends MicroBenchmark {

  private static final long RATE = 85_341_500;

  private final long[] gross = new long[PremiumRows.COUNT];
  private final long[] commissionPct = new long[PremiumRows.COUNT];
  private final String[] currency = new String[PremiumRows.COUNT];
  private final int[] month = new int[PremiumRows.COUNT];
  private final ReferenceData reference = PremiumRows.reference();

  /** Takes the amounts, currencies and months of the rows. */
  public MoneyBenchmark() {
    RowBlocks rows = PremiumRows.rows();
    RowView row = new RowView(PremiumRows.LAYOUT);
    int grossColumn = PremiumRows.LAYOUT.column("gross_premium");
    int pctColumn = PremiumRows.LAYOUT.column("commission_pct");
    int currencyColumn = PremiumRows.LAYOUT.column("original_currency");
    int monthColumn = PremiumRows.LAYOUT.column("bordereau_month");
    for (int r = 0; r < PremiumRows.COUNT; r++) {
      row.at(rows, rows.ref(r));
      gross[r] = row.getLong(grossColumn);
      commissionPct[r] = row.getLong(pctColumn);
      currency[r] = row.getString(currencyColumn);
      month[r] = MonthIndex.ofEpochDay(row.getInt(monthColumn));
    }
  }

  /** The amounts of a row, in its currency and in sterling. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public void amounts(Blackhole sink) {
    for (int r = 0; r < gross.length; r++) {
      PremiumAmounts amounts =
          PremiumAmounts.of(SignRule.MINUS_ABS, gross[r], commissionPct[r], 100, 0);
      sink.consume(amounts.inGbp(RATE).netPremiumGbp());
    }
  }

  /** Commission whose product fits 64 bits. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public long commission() {
    long sum = 0;
    for (int r = 0; r < gross.length; r++) {
      sum += Money.percentOf("commission_amount", gross[r], commissionPct[r]);
    }
    return sum;
  }

  /** Commission of amounts so large that the product does not fit 64 bits. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public long commissionOfHugeAmounts() {
    long sum = 0;
    for (int r = 0; r < gross.length; r++) {
      sum += Money.percentOf("commission_amount", Money.MAX - gross[r], 100_000 + r);
    }
    return sum;
  }

  /** The currency and the rate of a row. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public void rate(Blackhole sink) {
    for (int r = 0; r < gross.length; r++) {
      sink.consume(
          RateRule.decide(currency[r], "GBP", null, RateRule.NO_RATE, month[r], reference)
              .rateToGbp());
    }
  }
}
