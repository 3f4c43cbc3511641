// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.Buckets;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.facts.PremiumFactsPropertyTest.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.beam.sdk.values.Row;

/** Risk facts depend on the set of silver rows alone; who wins is ruled as for premium. */
class RiskFactsPropertyTest {

  private static final RowLayout SILVER = RowLayout.of(RiskSamples.SILVER);
  private static final ReferenceData REFERENCE = Samples.reference();

  @Provide
  Arbitrary<List<Version>> versions() {
    return new PremiumFactsPropertyTest().versions();
  }

  @Property(tries = 60)
  void anyOrderAndAnySplitIntoBlocksGiveTheSame(
      @ForAll("versions") List<Version> versions, @ForAll long seed) {
    RowBlocks rows = silver(versions);

    assertThat(
        texts(derive(PremiumFactsPropertyTest.shuffled(SILVER, rows, new Random(seed)))),
        is(texts(derive(rows))));
  }

  @Property(tries = 60)
  void winnersAreThoseOfTheRulesAndEveryOtherRowIsSuperseded(
      @ForAll("versions") List<Version> versions) {
    TreeMap<String, List<Integer>> live = new TreeMap<>();
    for (int id = 0; id < versions.size(); id++) {
      if (!versions.get(id).deleted()) {
        live.computeIfAbsent(versions.get(id).key(), key -> new ArrayList<>()).add(id);
      }
    }
    TreeSet<String> expected = new TreeSet<>();
    for (List<Integer> ids : live.values()) {
      Comparator<Integer> rank = comparing(versions::get, PremiumFactsPropertyTest.RANK);
      int winner = Collections.max(ids, rank.thenComparing(naturalOrder()));
      expected.add(winner + " of " + ids.size());
    }

    RiskSamples.Derived derived = derive(silver(versions));
    TreeSet<String> actual = new TreeSet<>();
    derived
        .facts()
        .forEach(
            fact ->
                actual.add(
                    fact.getInt64("risk_transaction_id")
                        + " of "
                        + fact.getInt32("version_count")));
    assertThat(actual, is(expected));
    assertThat(derived.superseded().size(), is(versions.size() - expected.size()));
  }

  @Property(tries = 30)
  void partsOfWholeNaturalKeysGiveWhatTheWholeGives(@ForAll("versions") List<Version> versions) {
    RowBlocks rows = silver(versions);
    RowKey key = RowKey.of(SILVER, RiskFacts.NATURAL_KEY);
    RiskMonths months = new RiskMonths();
    List<byte[]> facts = new ArrayList<>();
    List<byte[]> superseded = new ArrayList<>();
    long ambiguous = 0;
    for (int p = 0; p < 3; p++) {
      int part = p;
      RiskFacts.Result result =
          RiskFacts.derive(
              RiskSamples.SILVER,
              rows.where(SILVER, row -> Buckets.of(3, key, row) == part),
              REFERENCE,
              "run-1",
              Instant.parse("2024-05-01T00:00:00Z"),
              months);
      facts.addAll(result.facts().blocks());
      superseded.addAll(result.superseded().blocks());
      ambiguous += result.ambiguous();
    }

    RiskFacts.Result joined =
        new RiskFacts.Result(RowBlocks.of(facts), RowBlocks.of(superseded), ambiguous);
    assertThat(texts(new RiskSamples.Derived(joined, months)), is(texts(derive(rows))));
  }

  /** All that came out, in an order that says nothing about the input's. */
  private static List<List<String>> texts(RiskSamples.Derived derived) {
    return List.of(
        sorted(derived.facts()),
        sorted(derived.superseded()),
        sorted(derived.sums()),
        List.of(Long.toString(derived.result().ambiguous())));
  }

  private static List<String> sorted(List<Row> rows) {
    return rows.stream().map(row -> row.getValues().toString()).sorted().toList();
  }

  private static RiskSamples.Derived derive(RowBlocks rows) {
    return RiskSamples.derive(rows, REFERENCE);
  }

  private static RowBlocks silver(List<Version> versions) {
    StringBuilder table =
        new StringBuilder(
            "risk_transaction_id | umr | section_no | certificate_ref | transaction_seq"
                + " | transaction_type | bordereau_month | sum_insured | submitted_at"
                + " | bdx_version | modified_date | is_deleted\n");
    for (int id = 0; id < versions.size(); id++) {
      table.append(versions.get(id).cells(id));
    }
    return RiskSamples.silver(table.toString());
  }
}
