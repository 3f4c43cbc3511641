// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static dev.tidemark.pipelines.nightly.GoldSample.CLAIMS;
import static dev.tidemark.pipelines.nightly.GoldSample.CLASSES;
import static dev.tidemark.pipelines.nightly.GoldSample.CONTRACTS;
import static dev.tidemark.pipelines.nightly.GoldSample.COVERHOLDERS;
import static dev.tidemark.pipelines.nightly.GoldSample.FACTS;
import static dev.tidemark.pipelines.nightly.GoldSample.RISKS;
import static dev.tidemark.pipelines.nightly.GoldSample.TABLES;
import static dev.tidemark.pipelines.nightly.GoldSample.day;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.table.PlanFile;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.WritePlan;
import dev.tidemark.transforms.keys.DurableKey;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.Create;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The gate over real files: sound ones, and with each kind of violation put into them. */
class AuditGoldTest {

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  static Stream<Arguments> violations() {
    String versions = COVERHOLDERS + "_history coverholder_id=CH001: ";
    String rows = COVERHOLDERS + " coverholder_id=";
    return Stream.of(
        violation(
            "two open versions",
            gold -> {
              gold.setVersion(1, "valid_to", null);
              gold.setVersion(1, "is_current", true);
            },
            "gold.open_version",
            versions + "2 versions are open"),
        violation(
            "a live key without an open version",
            gold -> {
              gold.setVersion(5, "valid_to", day(9));
              gold.setVersion(5, "is_current", false);
            },
            "gold.open_version",
            versions
                + "the last version [2024-01-05T00:00:00Z, 2024-01-09T00:00:00Z) is closed and no"
                + " delete ended it"),
        violation(
            "an open version that is not current",
            gold -> gold.setVersion(5, "is_current", false),
            "gold.open_version",
            versions + "[2024-01-05T00:00:00Z, null) has is_current false"),
        violation(
            "a gap that no delete left",
            gold -> gold.setVersion(1, "valid_to", day(4)),
            "gold.contiguous",
            versions
                + "[2024-01-01T00:00:00Z, 2024-01-04T00:00:00Z) is followed by"
                + " [2024-01-05T00:00:00Z, null)"),
        violation(
            "a window of no length",
            gold -> gold.setVersion(1, "valid_to", day(1)),
            "gold.length",
            versions + "[2024-01-01T00:00:00Z, 2024-01-01T00:00:00Z) is empty"),
        violation(
            "a window that ends before it begins",
            gold -> gold.setVersion(5, "valid_to", day(2)),
            "gold.length",
            versions + "[2024-01-05T00:00:00Z, 2024-01-02T00:00:00Z) is empty"),
        violation(
            "an overlap",
            gold -> gold.setVersion(1, "valid_to", day(7)),
            "gold.overlap",
            versions
                + "[2024-01-01T00:00:00Z, 2024-01-07T00:00:00Z) is followed by"
                + " [2024-01-05T00:00:00Z, null)"),
        violation(
            "a version that a second writer left too",
            gold ->
                gold.rows(COVERHOLDERS + "_history")
                    .add(gold.rows(COVERHOLDERS + "_history").get(0)),
            "gold.version_key",
            versions
                + "[2024-01-01T00:00:00Z, 2024-01-05T00:00:00Z) has the version key of another, "
                + versionKey("CH001", 1)),
        violation(
            "a version key of another start",
            gold -> gold.setVersion(1, "coverholder_version_key", versionKey("CH001", 2)),
            "gold.version_key",
            versions
                + "[2024-01-01T00:00:00Z, 2024-01-05T00:00:00Z) has coverholder_version_key "
                + versionKey("CH001", 2)),
        violation(
            "a durable key of another key",
            gold -> gold.setVersion(1, "coverholder_key", DurableKey.key("CH009")),
            "gold.version_key",
            versions
                + "[2024-01-01T00:00:00Z, 2024-01-05T00:00:00Z) has coverholder_key "
                + DurableKey.key("CH009")),
        violation(
            "a current row that is not the last version",
            gold -> gold.set(COVERHOLDERS, "coverholder_id", "CH001", "status", "NEW"),
            "gold.current_row",
            rows
                + "CH001: the current row, of 2024-01-05T00:00:00Z, differs from the last version in"
                + " status"),
        violation(
            "a deleted key without a current row",
            gold ->
                gold.rows(COVERHOLDERS)
                    .removeIf(row -> "CH002".equals(row.getString("coverholder_id"))),
            "gold.current_row",
            rows + "CH002: no current row shows the last version, of 2024-01-02T00:00:00Z"),
        violation(
            "a current row of a key without versions",
            gold ->
                gold.rows(COVERHOLDERS + "_history")
                    .removeIf(row -> "CH002".equals(row.getString("coverholder_id"))),
            "gold.current_row",
            rows + "CH002: the current row, of 2024-01-02T00:00:00Z, has no version"),
        violation(
            "a current row that a second writer left too",
            gold -> gold.rows(COVERHOLDERS).add(gold.rows(COVERHOLDERS).get(0)),
            "gold.current_row",
            rows + "CH001: a second current row, of 2024-01-05T00:00:00Z"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("violations")
  void aViolationOfADimensionIsCountedAndNamed(
      String kind, Consumer<GoldSample> violate, String rule, String row) {
    GoldSample gold = new GoldSample(folder);
    violate.accept(gold);

    Map<String, List<String>> figures =
        AuditedHistory.of(ReferenceTable.COVERHOLDER, TABLES, gold.snapshot(), gold.root())
            .check(gold.plan())
            .figures();

    List<String> named = figures.getOrDefault(rule + ".named", List.of());
    assertThat(named, hasItem(row));
    assertThat(figures.get(rule), is(List.of(Integer.toString(named.size()))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "contract_section_key",
        "contract_section_version_key",
        "coverholder_key",
        "broker_key",
        "contract_key",
        "class_of_business_key"
      })
  void aKeyOfAFactThatIsNotInItsDimensionIsNamed(String column) {
    GoldSample gold = new GoldSample(folder);
    gold.set(FACTS, "premium_transaction_id", 2L, column, "gone");

    PlanFile plan = audit(gold);

    assertThat(
        violations(plan),
        is(
            Map.of(
                "gold.fact_premium_transaction." + column,
                List.of(
                    FACTS
                        + " premium_transaction_id=2, umr=B0999CH001, section_no=S1: "
                        + column
                        + " gone"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"coverholder_key", "contract_key", "class_of_business_key"})
  void aKeyOfARiskThatIsNotInItsDimensionIsNamed(String column) {
    GoldSample gold = new GoldSample(folder);
    gold.set(RISKS, "risk_transaction_id", 1L, column, "gone");

    assertThat(
        violations(audit(gold)),
        is(
            Map.of(
                "gold.fact_risk_transaction." + column,
                List.of(
                    RISKS
                        + " risk_transaction_id=1, umr=B0999CH001, section_no=S1: "
                        + column
                        + " gone"))));
  }

  @Test
  void aNumberThatIsNoDayIsNamed() {
    GoldSample gold = new GoldSample(folder);
    gold.set(FACTS, "premium_transaction_id", 2L, "bordereau_month_date_key", 20240230);
    gold.set(RISKS, "risk_transaction_id", 1L, "effective_date_key", 19891231);

    assertThat(
        violations(audit(gold)),
        is(
            Map.of(
                "gold.fact_premium_transaction.bordereau_month_date_key",
                List.of(
                    FACTS
                        + " premium_transaction_id=2, umr=B0999CH001, section_no=S1:"
                        + " bordereau_month_date_key 20240230"),
                "gold.fact_risk_transaction.effective_date_key",
                List.of(
                    RISKS
                        + " risk_transaction_id=1, umr=B0999CH001, section_no=S1:"
                        + " effective_date_key 19891231"))));
  }

  @Test
  void aRowWithoutHistoryHasTheKeyOfItsNameAndStandsAlone() {
    GoldSample gold = new GoldSample(folder);
    gold.set(CLASSES, "class_of_business", "Property", "class_of_business", "Marine");
    gold.rows(CONTRACTS).add(gold.rows(CONTRACTS).get(0));

    assertThat(
        violations(audit(gold)),
        is(
            Map.of(
                "gold.row_key",
                List.of(
                    CLASSES
                        + " class_of_business=Marine: has class_of_business_key "
                        + DurableKey.key("Property"),
                    CONTRACTS + " umr=B0999CH001: a second row"))));
  }

  /** Position 1 of claim A is of January, position 2 of February. */
  @ParameterizedTest
  @CsvSource({"1, 1, 2", "0, 0, 0", "1, 0, 1"})
  void aClaimOfWhichNotExactlyTheLastPositionIsTheLatestIsNamed(
      int january, int february, int flagged) {
    GoldSample gold = new GoldSample(folder);
    gold.set(CLAIMS, "claim_transaction_id", 1L, "is_latest_position", january);
    gold.set(CLAIMS, "claim_transaction_id", 2L, "is_latest_position", february);

    PlanFile plan = audit(gold);

    assertThat(
        violations(plan),
        is(
            Map.of(
                "gold.latest_position",
                List.of("claim_transaction_id=2: " + flagged + " latest positions"))));
    assertThat(count(plan, "gold.claims"), is(2L));
  }

  @Test
  void whatIsSoundPassesWithInferredRowsAndFactsWithoutAParty() {
    GoldSample gold = new GoldSample(folder);
    List<TableChange> planned = gold.plan();

    PlanFile plan = audit(gold, planned);

    assertThat(violations(plan).entrySet(), empty());
    assertThat(count(plan, "gold.versions"), is(4L + 2 + 1));
    assertThat(count(plan, "gold.current_rows"), is(3L + 2 + 1 + 2 + 1));
    assertThat(count(plan, "gold.fact_premium_transaction.rows"), is(3L));
    assertThat(count(plan, "gold.fact_risk_transaction.rows"), is(1L));
    assertThat(count(plan, "gold.fact_claim_transaction.rows"), is(3L));
    assertThat(count(plan, "gold.claims"), is(2L));
    assertThat(plan.changes(), containsInAnyOrder(planned.toArray()));
  }

  @Test
  void aLakeWithoutGoldPasses() {
    GoldSample gold = new GoldSample(folder);
    assertThat(violations(audit(gold, List.of())).entrySet(), empty());
  }

  @Test
  void factsThatDoNotChangeAreNotReadUnlessAKeyLeftItsDimension() {
    GoldSample gold = new GoldSample(folder);
    gold.commit();
    assertThat(count(audit(gold), "gold.fact_premium_transaction.rows"), is(0L));

    // a key that no fact points to leaves: every bucket is looked at, and is sound
    gold.rows(COVERHOLDERS + "_history")
        .removeIf(row -> "CH002".equals(row.getString("coverholder_id")));
    gold.rows(COVERHOLDERS).removeIf(row -> "CH002".equals(row.getString("coverholder_id")));
    PlanFile plan = audit(gold);
    assertThat(count(plan, "gold.fact_premium_transaction.rows"), is(3L));
    assertThat(violations(plan).entrySet(), empty());

    // so does one that an old fact points to
    gold.rows(COVERHOLDERS + "_history")
        .removeIf(row -> "CH003".equals(row.getString("coverholder_id")));
    gold.rows(COVERHOLDERS).removeIf(row -> "CH003".equals(row.getString("coverholder_id")));
    assertThat(
        violations(audit(gold)),
        is(
            Map.of(
                "gold.fact_premium_transaction.coverholder_key",
                List.of(
                    FACTS
                        + " premium_transaction_id=2, umr=B0999CH001, section_no=S1: coverholder_key "
                        + DurableKey.key("CH003")))));
  }

  @Test
  void whatAChangeWritesIsLookedAtAndOtherBucketsAreNot() {
    GoldSample gold = new GoldSample(folder);
    gold.commit();
    gold.set(FACTS, "premium_transaction_id", 1L, "certificate_ref", "C9");

    // facts 1 and 2 share a section, and so a bucket and a file
    assertThat(count(audit(gold), "gold.fact_premium_transaction.rows"), is(2L));
  }

  @Test
  void theRestOfAChangedBucketIsLookedAtIfItIsNotWhatWasPublished() {
    GoldSample gold = new GoldSample(folder);
    gold.commit();
    gold.rows(FACTS)
        .add(GoldSample.fact(4, "B0999CH001", "S1", GoldSample.day(1), "CH001", "0999"));
    String looked = "gold.fact_premium_transaction.rows";

    assertThat(count(audit(gold), looked), is(1L));
    assertThat(
        count(audit(gold, gold.plan(), Rebuild.ofDimensions("a batch was void")), looked), is(3L));
  }

  @Test
  void ofManyViolationsTheFirstFiveAreNamedAndAllAreCounted() {
    GoldSample gold = new GoldSample(folder);
    for (int id = 10; id < 20; id++) {
      gold.rows(COVERHOLDERS + "_history")
          .add(GoldSample.coverholder("CH0" + id, "NEW", 1, 2, false));
    }

    PlanFile plan = audit(gold);

    assertThat(count(plan, "gold.open_version"), is(10L));
    assertThat(violations(plan).get("gold.open_version"), hasSize(GoldRule.NAMED_ROWS));
  }

  private static PlanFile audit(GoldSample gold) {
    return audit(gold, gold.plan());
  }

  private static PlanFile audit(GoldSample gold, List<TableChange> changes) {
    return audit(gold, changes, Rebuild.none());
  }

  private static PlanFile audit(GoldSample gold, List<TableChange> changes, Rebuild rebuild) {
    Pipeline pipeline = Pipeline.create();
    AuditGold gate = AuditGold.of(TABLES, gold.snapshot(), rebuild, gold.root());
    pipeline
        .apply("None", Create.empty(TableChange.coder()))
        .apply(
            WritePlan.in(gold.root())
                .ofBatch(1)
                .withParts(
                    pipeline
                        .apply("Changes", Create.of(changes).withCoder(TableChange.coder()))
                        .apply(gate)));
    pipeline.run().waitUntilFinish();
    return PlanFile.read(gold.root(), 1);
  }

  private static long count(PlanFile plan, String figure) {
    return plan.figures().getOrDefault(figure, List.of()).stream().mapToLong(Long::parseLong).sum();
  }

  /** The rows that are named, by rule. */
  private static Map<String, List<String>> violations(PlanFile plan) {
    Map<String, List<String>> named = new LinkedHashMap<>();
    plan.figures()
        .forEach(
            (name, values) -> {
              if (name.endsWith(".named")) {
                named.put(name.substring(0, name.length() - ".named".length()), values);
              }
            });
    return named;
  }

  private static Arguments violation(
      String kind, Consumer<GoldSample> violate, String rule, String row) {
    return Arguments.of(kind, violate, rule, row);
  }

  private static String versionKey(String coverholder, int day) {
    return DurableKey.versionKey(DurableKey.key(coverholder), day(day));
  }
}
