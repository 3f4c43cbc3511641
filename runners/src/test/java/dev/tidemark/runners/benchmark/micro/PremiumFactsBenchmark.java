// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.micro;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.facts.PremiumFacts;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.keys.DurableKey;
import java.time.Instant;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.infra.Blackhole;

/** The facts of a bucket, and the keys in them. */
public class PremiumFactsBenchmark extends MicroBenchmark {

  private static final Instant LOADED_AT = Instant.parse("2026-06-01T02:00:00Z");

  private final RowBlocks rows = PremiumRows.rows();
  private final ReferenceData reference = PremiumRows.reference();
  private final RowView view = new RowView(PremiumRows.LAYOUT);
  private final int[] key = PremiumRows.LAYOUT.columns(PremiumRows.NATURAL_KEY.subList(0, 3));
  private final DurableKey keys = new DurableKey();

  /** Winners, derived columns, keys, superseded rows and section months. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public PremiumFacts.Result derive() {
    return PremiumFacts.derive(PremiumRows.SCHEMA, rows, reference, "micro", LOADED_AT);
  }

  /** One durable key, of three texts, as a fact has eight. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public void durableKey(Blackhole sink) {
    for (int r = 0; r < PremiumRows.COUNT; r++) {
      view.at(rows, rows.ref(r));
      sink.consume(keys.of(view.getString(key[0]), view.getString(key[1]), view.getString(key[2])));
    }
  }
}
