// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static java.util.Comparator.naturalOrder;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.Buckets;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/** What is derived of claims depends on the set of silver rows alone. */
class ClaimFactsPropertyTest {

  private static final RowLayout SILVER = RowLayout.of(ClaimSamples.SILVER);
  private static final ReferenceData REFERENCE = Samples.reference();

  /** A version of a position as sent; its id tells its place in the list. */
  record Version(
      String claim,
      int month,
      @Nullable Integer paidThisMonth,
      int paidToDate,
      String status,
      String currency,
      @Nullable Integer submittedOn,
      boolean deleted) {

    String cells(int id) {
      return "%d | S%s | %s | 2024-%02d-01 | %s | %d.00 | 7.00 | %s | %s | %s | %s\n"
          .formatted(
              id,
              claim.charAt(0),
              claim.substring(1),
              month,
              paidThisMonth == null ? null : paidThisMonth + ".00",
              paidToDate,
              status,
              currency,
              submittedOn == null ? null : "2024-05-%02dT00:00:00Z".formatted(submittedOn),
              deleted);
    }
  }

  @Provide
  Arbitrary<List<Version>> versions() {
    return Combinators.combine(
            Arbitraries.of("1A", "1B", "9A"),
            Arbitraries.integers().between(1, 4),
            Arbitraries.integers().between(-2, 2).injectNull(0.5),
            Arbitraries.integers().between(0, 9),
            Arbitraries.of("OPEN", "closed", "REOPENED"),
            Arbitraries.of("GBP", "EUR"),
            Arbitraries.integers().between(1, 3).injectNull(0.2),
            Arbitraries.integers().between(0, 4))
        .as(
            (claim, month, paid, toDate, status, currency, submitted, deleted) ->
                new Version(claim, month, paid, toDate, status, currency, submitted, deleted == 0))
        .withoutEdgeCases()
        .list()
        .ofMaxSize(25);
  }

  @Property(tries = 100)
  void anyOrderAndAnySplitIntoBlocksGiveTheSame(
      @ForAll("versions") List<Version> versions, @ForAll long seed) {
    RowBlocks rows = silver(versions);

    assertThat(texts(derive(shuffled(rows, new Random(seed)))), is(texts(derive(rows))));
  }

  @Property(tries = 50)
  void partsOfWholeClaimsGiveWhatTheWholeGives(@ForAll("versions") List<Version> versions) {
    RowBlocks rows = silver(versions);
    RowKey key = RowKey.of(SILVER, ClaimFacts.CLAIM);
    ClaimMonths months = new ClaimMonths();
    PaidDays days = new PaidDays();
    List<byte[]> facts = new ArrayList<>();
    List<byte[]> superseded = new ArrayList<>();
    for (int p = 0; p < 3; p++) {
      int part = p;
      ClaimFacts.Result result =
          ClaimFacts.derive(
              ClaimSamples.SILVER,
              rows.where(SILVER, row -> Buckets.of(3, key, row) == part),
              REFERENCE,
              "run-1",
              Instant.parse("2024-05-01T00:00:00Z"),
              months,
              days);
      facts.addAll(result.facts().blocks());
      superseded.addAll(result.superseded().blocks());
    }

    assertThat(
        texts(
            new ClaimSamples.Derived(
                new ClaimFacts.Result(RowBlocks.of(facts), RowBlocks.of(superseded), 0),
                months.toBlocks(),
                days.toBlocks())),
        is(texts(derive(rows))));
  }

  /** One latest position per claim, the last; movements follow; sums over months and days agree. */
  @Property(tries = 100)
  void theFactsOfAClaimFollowOnEachOther(@ForAll("versions") List<Version> versions) {
    ClaimSamples.Derived derived = derive(silver(versions));
    Map<String, TreeMap<LocalDate, Row>> claims = new TreeMap<>();
    for (Row fact : derived.facts()) {
      claims
          .computeIfAbsent(String.valueOf(fact.getString("claim_key")), key -> new TreeMap<>())
          .put(fact.<LocalDate>getValue("bordereau_month"), fact);
    }
    claims.values().forEach(ClaimFactsPropertyTest::followOnEachOther);
    assertThat(derived.facts().size() + derived.superseded().size(), is(versions.size()));
    assertThat(
        sum(derived.monthRows(), "incurred_change_gbp"),
        is(sum(derived.monthRows(), "latest_incurred_gbp")));
    assertThat(
        sum(derived.monthRows(), "paid_movement_gbp"), is(sum(derived.dayRows(), "paid_gbp")));
  }

  private static void followOnEachOther(TreeMap<LocalDate, Row> claim) {
    BigDecimal before = null;
    for (Row fact : claim.values()) {
      BigDecimal paid = fact.getValue("paid_to_date");
      boolean isSent = fact.getInt64("claim_transaction_id") % 2 == 1;
      if (!isSent) {
        assertThat(
            fact.<BigDecimal>getValue("paid_movement"),
            is(before == null ? paid : paid.subtract(before)));
      }
      assertThat(
          String.valueOf(fact.getString("dq_flags")).contains("PAID_DECREASED"),
          is(before != null && paid.compareTo(before) < 0));
      assertThat(
          fact.getInt32("is_latest_position"), is(fact == claim.lastEntry().getValue() ? 1 : 0));
      before = paid;
    }
  }

  private static BigDecimal sum(List<Row> rows, String column) {
    return rows.stream()
        .map(row -> row.<BigDecimal>getValue(column))
        .reduce(new BigDecimal("0.00"), BigDecimal::add);
  }

  private static List<List<String>> texts(ClaimSamples.Derived derived) {
    return List.of(
        texts(ClaimFacts.SCHEMA, derived.result().facts()),
        texts(SupersededClaim.SCHEMA, derived.result().superseded()),
        texts(ClaimMonths.SCHEMA, derived.months()),
        texts(PaidDays.SCHEMA, derived.days()));
  }

  private static List<String> texts(Schema schema, RowBlocks rows) {
    return rows.toRows(RowLayout.of(schema)).stream()
        .map(row -> row.getValues().toString())
        .sorted(naturalOrder())
        .toList();
  }

  private static ClaimSamples.Derived derive(RowBlocks rows) {
    return ClaimSamples.derive(rows, REFERENCE);
  }

  private static RowBlocks silver(List<Version> versions) {
    StringBuilder table =
        new StringBuilder(
            "claim_transaction_id | section_no | certificate_ref | bordereau_month"
                + " | paid_this_month | paid_to_date | outstanding | claim_status"
                + " | original_currency | submitted_at | is_deleted\n");
    for (int i = 0; i < versions.size(); i++) {
      Version version = versions.get(i);
      // an odd id tells a position whose movement was sent
      table.append(version.cells(2 * i + (version.paidThisMonth() == null ? 0 : 1)));
    }
    return ClaimSamples.silver(table.toString());
  }

  private static RowBlocks shuffled(RowBlocks rows, Random random) {
    List<Long> refs = new ArrayList<>(Arrays.stream(rows.refs()).boxed().toList());
    Collections.shuffle(refs, random);
    RowView row = new RowView(SILVER);
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
