// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsFirst;
import static java.util.Comparator.reverseOrder;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.Buckets;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.premium.TransactionType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Facts depend on the set of silver rows alone, and their winners are those that the rules name.
 */
class PremiumFactsPropertyTest {

  private static final RowLayout SILVER = RowLayout.of(Samples.SILVER);
  private static final ReferenceData REFERENCE = Samples.reference();

  /** A version as sent; its id is its place in the list. */
  record Version(
      String section,
      String certificate,
      @Nullable Integer seq,
      String type,
      int month,
      int pounds,
      @Nullable Integer submittedOn,
      @Nullable Integer version,
      @Nullable Integer modifiedOn,
      boolean deleted) {

    String key() {
      TransactionType known = TransactionType.parse(type);
      String kind = known == null ? type : known.name();
      return section + certificate + (seq == null ? kind + month : "#" + seq);
    }

    String cells(int id) {
      return "%d | B0999CH00%s | S%s | %s | %s | %s | 2024-%02d-01 | %d.00 | %s | %s | %s | %s\n"
          .formatted(
              id,
              section,
              section,
              certificate,
              seq,
              type,
              month,
              pounds,
              day(submittedOn),
              version,
              day(modifiedOn),
              deleted);
    }

    private static @Nullable String day(@Nullable Integer day) {
      return day == null ? null : "2024-05-%02dT00:00:00Z".formatted(day);
    }
  }

  /** The last of these wins: the order of SPEC §3, a null version counted as 0. */
  static final Comparator<Version> RANK =
      comparing(Version::submittedOn, nullsFirst(naturalOrder()))
          .thenComparing(v -> v.version() == null ? 0 : v.version())
          .thenComparing(Version::modifiedOn, nullsFirst(naturalOrder()));

  @Provide
  Arbitrary<List<Version>> versions() {
    return Combinators.combine(
            Arbitraries.of("1A", "1B", "2A", "9A"),
            Arbitraries.integers().between(0, 1).injectNull(0.5),
            Arbitraries.of("NEW", "NB", "RP", "?"),
            Arbitraries.integers().between(1, 2),
            Arbitraries.integers().between(-2, 2),
            Arbitraries.integers().between(1, 3).injectNull(0.2),
            Arbitraries.integers().between(0, 2).injectNull(0.3),
            Arbitraries.integers().between(0, 15))
        .as(
            (place, seq, type, month, pounds, submitted, number, rest) ->
                new Version(
                    place.substring(0, 1),
                    place.substring(1),
                    seq,
                    type,
                    month,
                    pounds,
                    submitted,
                    number,
                    rest % 4 == 0 ? null : rest % 4,
                    rest < 4))
        .withoutEdgeCases()
        .list()
        .ofMaxSize(25);
  }

  @Property(tries = 100)
  void anyOrderAndAnySplitIntoBlocksGiveTheSameFacts(
      @ForAll("versions") List<Version> versions, @ForAll long seed) {
    RowBlocks rows = silver(versions);
    Derived once = Derived.of(rows);

    assertThat(Derived.of(shuffled(SILVER, rows, new Random(seed))), is(once));
  }

  @Property(tries = 100)
  void winnersAndVersionsAreThoseOfTheRules(@ForAll("versions") List<Version> versions) {
    TreeMap<String, List<Integer>> live = new TreeMap<>();
    for (int id = 0; id < versions.size(); id++) {
      if (!versions.get(id).deleted()) {
        live.computeIfAbsent(versions.get(id).key(), key -> new ArrayList<>()).add(id);
      }
    }
    TreeSet<String> expected = new TreeSet<>();
    for (List<Integer> ids : live.values()) {
      Comparator<Integer> rank = comparing(versions::get, RANK);
      int winner = Collections.max(ids, rank.thenComparing(naturalOrder()));
      expected.add("id " + winner + " of " + ids.size());
    }

    TreeSet<String> actual = new TreeSet<>();
    PremiumFacts.Result result = derive(silver(versions));
    PremiumFactsTest.facts(result)
        .forEach(
            fact ->
                actual.add(
                    "id "
                        + fact.getInt64("premium_transaction_id")
                        + " of "
                        + fact.getInt32("version_count")));
    assertThat(actual, is(expected));
    assertThat(result.liveRows(), is(versions.stream().filter(v -> !v.deleted()).count()));
    assertThat(result.superseded().rowCount(), is(versions.size() - expected.size()));
  }

  @Property(tries = 50)
  void partsOfWholeNaturalKeysGiveWhatTheWholeGives(@ForAll("versions") List<Version> versions) {
    RowBlocks rows = silver(versions);
    RowKey key = RowKey.of(SILVER, PremiumFacts.NATURAL_KEY);
    SectionMonths months = new SectionMonths();
    List<byte[]> facts = new ArrayList<>();
    long ambiguous = 0;
    for (int p = 0; p < 3; p++) {
      int part = p;
      PremiumFacts.Result result =
          PremiumFacts.derive(
              Samples.SILVER,
              rows.where(SILVER, row -> Buckets.of(3, key, row) == part),
              REFERENCE,
              "run-1",
              Instant.EPOCH,
              months);
      facts.addAll(result.facts().blocks());
      ambiguous += result.ambiguous();
    }

    Derived whole = Derived.of(rows);
    assertThat(Derived.sorted(PremiumFacts.SCHEMA, RowBlocks.of(facts)), is(whole.facts()));
    assertThat(Derived.sorted(SectionMonths.SCHEMA, months.toBlocks()), is(whole.months()));
    assertThat(ambiguous, is(derive(rows).ambiguous()));
  }

  /** What came out, in an order that says nothing about the input's. */
  private record Derived(
      List<String> facts, List<String> superseded, List<String> months, List<Long> counts) {

    static Derived of(RowBlocks rows) {
      PremiumFacts.Result result = derive(rows);
      return new Derived(
          sorted(PremiumFacts.SCHEMA, result.facts()),
          sorted(SupersededPremium.SCHEMA, result.superseded()),
          sorted(SectionMonths.SCHEMA, result.sectionMonths()),
          List.of(result.liveRows(), result.ambiguous()));
    }

    private static List<String> sorted(Schema schema, RowBlocks rows) {
      return rows.toRows(RowLayout.of(schema)).stream()
          .map(row -> row.getValues().stream().map(Derived::text).toList().toString())
          .sorted(reverseOrder())
          .toList();
    }

    private static String text(@Nullable Object value) {
      return value instanceof byte[] bytes
          ? HexFormat.of().formatHex(bytes)
          : String.valueOf(value);
    }
  }

  private static PremiumFacts.Result derive(RowBlocks rows) {
    return PremiumFacts.derive(Samples.SILVER, rows, REFERENCE, "run-1", Instant.EPOCH);
  }

  private static RowBlocks silver(List<Version> versions) {
    StringBuilder table =
        new StringBuilder(
            "premium_transaction_id | umr | section_no | certificate_ref | transaction_seq"
                + " | transaction_type | bordereau_month | gross_premium | submitted_at"
                + " | bdx_version | modified_date | is_deleted\n");
    for (int id = 0; id < versions.size(); id++) {
      table.append(versions.get(id).cells(id));
    }
    return Samples.silver(table.toString());
  }

  /** The same rows in another order and other blocks. */
  static RowBlocks shuffled(RowLayout layout, RowBlocks rows, Random random) {
    List<Long> refs = new ArrayList<>(Arrays.stream(rows.refs()).boxed().toList());
    Collections.shuffle(refs, random);
    RowView row = new RowView(layout);
    BlockBuilder builder = new BlockBuilder();
    List<byte[]> blocks = new ArrayList<>();
    for (long ref : refs) {
      builder.append(row.at(rows, ref));
      if (random.nextBoolean()) {
        blocks.add(builder.take());
      }
    }
    blocks.add(builder.take());
    return RowBlocks.of(blocks);
  }
}
