// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.facts.LargestRisks.RankedBy;
import dev.tidemark.transforms.facts.LargestRisks.Ranking;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChangedRisksTest {

  private static final RowLayout RISK = RowLayout.of(LargestRisks.SCHEMA);
  private static final RowLayout FACT = RowLayout.of(PremiumFacts.SCHEMA);

  /** A transaction of a certificate of section S1 or S2. */
  record Transaction(int id, int section, String certificate, int premium) {}

  private static final Ranking TWO = new Ranking(2, RankedBy.CERTIFICATE);

  private final List<Transaction> stored =
      List.of(
          new Transaction(1, 1, "A", 300),
          new Transaction(2, 1, "B", 200),
          new Transaction(3, 1, "C", 100));

  @Test
  void whatRisesIsRankedAmongWhatIsStored() {
    Change change = new Change(TWO, stored, with("B", 250));

    assertThat(change.open, is(empty()));
    assertThat(
        change.after.toRows(RISK),
        hasCells(LargestRisks.SCHEMA, "rank | certificate_ref\n1 | A\n2 | B"));
  }

  @Test
  void whatFallsBringsInOneThatNobodyStored() {
    Change change = new Change(TWO, stored, with("B", 50));

    assertThat(change.open, contains("U S1"));
    assertThat(
        change.after.toRows(RISK),
        hasCells(LargestRisks.SCHEMA, "rank | certificate_ref\n1 | A\n2 | C"));
  }

  /** A and B share the first rank, so the second is free. */
  @Test
  void whatIsEvenWithAnotherFreesARank() {
    Change change = new Change(TWO, stored, with("B", 300));

    assertThat(change.open, contains("U S1"));
    assertThat(
        change.after.toRows(RISK),
        hasCells(LargestRisks.SCHEMA, "rank | certificate_ref\n1 | A\n1 | B\n2 | C"));
  }

  @Test
  void whereARankWasFreeEveryRiskIsStored() {
    Change change = new Change(new Ranking(4, RankedBy.CERTIFICATE), stored, with("B", -1));

    assertThat(change.open, is(empty()));
    assertThat(
        change.after.toRows(RISK),
        hasCells(LargestRisks.SCHEMA, "rank | certificate_ref\n1 | A\n2 | C"));
  }

  private List<Transaction> with(String certificate, int premium) {
    return stored.stream()
        .map(
            t ->
                t.certificate().equals(certificate)
                    ? new Transaction(t.id(), 1, certificate, premium)
                    : t)
        .toList();
  }

  /** Whatever changes: the ranks are those of all facts. */
  @Property(tries = 500)
  void theRanksAreThoseOfAllFacts(
      @ForAll("transactions") List<Transaction> before,
      @ForAll("otherTransactions") List<Transaction> others,
      @ForAll Set<@IntRange(min = 0, max = 5) Integer> changing,
      @ForAll @IntRange(min = 1, max = 4) int ranks,
      @ForAll RankedBy by) {
    Set<String> certificates = new TreeSet<>();
    changing.forEach(c -> certificates.add(String.valueOf((char) ('A' + c))));
    List<Transaction> after = new ArrayList<>(before);
    after.removeIf(t -> certificates.contains(t.certificate()));
    others.stream().filter(t -> certificates.contains(t.certificate())).forEach(after::add);

    new Change(new Ranking(ranks, by), before, after, certificates).assertIsWhole();
  }

  @Provide
  Arbitrary<List<Transaction>> transactions() {
    return transactions(1, 1_000_000);
  }

  /** An id is of one transaction. */
  @Provide
  Arbitrary<List<Transaction>> otherTransactions() {
    return transactions(1_000_001, 2_000_000);
  }

  private static Arbitrary<List<Transaction>> transactions(int firstId, int lastId) {
    return Combinators.combine(
            Arbitraries.integers().between(firstId, lastId),
            Arbitraries.integers().between(1, 2),
            Arbitraries.of("A", "B", "C", "D", "E", "F"),
            Arbitraries.integers().between(-2, 5))
        .as(Transaction::new)
        .withoutEdgeCases()
        .list()
        .ofMaxSize(14)
        .uniqueElements(Transaction::id);
  }

  /** What becomes of the stored ranks when the facts do. */
  private static final class Change {

    private final Ranking ranking;
    private final RowBlocks facts;
    private final List<String> open = new ArrayList<>();
    private final RowBlocks stored;
    private final RowBlocks before;
    private final RowBlocks after;

    /** All certificates change whose transactions do. */
    Change(Ranking ranking, List<Transaction> before, List<Transaction> after) {
      this(ranking, before, after, changed(before, after));
    }

    Change(
        Ranking ranking, List<Transaction> before, List<Transaction> after, Set<String> changing) {
      this.ranking = ranking;
      RowBlocks former = facts(before);
      facts = facts(after);
      stored = ranks(former);
      ChangedRisks risks = new ChangedRisks(ranking);
      risks.left(of(former, changing));
      risks.came(of(facts, changing));
      this.before = risks.rankAmong(stored);
      risks.forEachOpen(
          (umr, sectionNo) -> {
            open.add(umr + " " + sectionNo);
            risks.lookThrough(
                facts.where(FACT, f -> f.getString(FACT.column("section_no")).equals(sectionNo)));
          });
      this.after = risks.toBlocks();
    }

    private static Set<String> changed(List<Transaction> before, List<Transaction> after) {
      Set<String> changed = new TreeSet<>();
      for (int t = 0; t < before.size(); t++) {
        if (!before.get(t).equals(after.get(t))) {
          changed.add(before.get(t).certificate());
        }
      }
      return changed;
    }

    private RowBlocks ranks(RowBlocks of) {
      LargestRisks risks = new LargestRisks(ranking);
      risks.add(of);
      return risks.toBlocks();
    }

    void assertIsWhole() {
      List<String> rows = texts(stored);
      texts(before).forEach(rows::remove);
      rows.addAll(texts(after));
      rows.sort(null);
      assertThat(rows, is(texts(ranks(facts))));
    }

    private static List<String> texts(RowBlocks risks) {
      List<String> rows = new ArrayList<>();
      risks.toRows(RISK).forEach(row -> rows.add(row.getValues().toString()));
      rows.sort(null);
      return rows;
    }

    private static RowBlocks of(RowBlocks facts, Set<String> certificates) {
      int certificate = FACT.column("certificate_ref");
      return facts.where(FACT, (RowView f) -> certificates.contains(f.getString(certificate)));
    }

    private static RowBlocks facts(List<Transaction> transactions) {
      StringBuilder rows =
          new StringBuilder(
              "premium_transaction_id | umr | section_no | certificate_ref | transaction_seq"
                  + " | gross_premium | transaction_type | original_currency | bordereau_month\n");
      for (Transaction of : transactions) {
        String type = of.premium() < 0 ? "CANCELLATION" : "NEW";
        rows.append(
            "%d | U | S%d | %s | %d | %d.00 | %s | GBP | 2024-01-01\n"
                .formatted(
                    of.id(),
                    of.section(),
                    of.certificate(),
                    of.id(),
                    Math.abs(of.premium()),
                    type));
      }
      return transactions.isEmpty()
          ? RowBlocks.empty()
          : PremiumFactsTest.derive(rows.toString()).facts();
    }
  }
}
