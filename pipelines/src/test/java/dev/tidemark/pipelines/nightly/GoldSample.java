// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.BlockPacker;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.facts.ClaimFacts;
import dev.tidemark.transforms.facts.PremiumFacts;
import dev.tidemark.transforms.facts.RiskFacts;
import dev.tidemark.transforms.keys.DurableKey;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Gold tables in real files, sound as long as nobody changes their rows.
 *
 * <p>CH001 became LIVE on 5 January; CH002 was deleted on the 3rd; CH003 is known to facts only.
 * Section S1 of B0999CH001 has one version, section S2 is inferred; there is one broker. Facts 1
 * and 2 are of S1, fact 3 of S2 has neither coverholder nor broker. There is one risk, of S1. Claim
 * A has positions 1 and 2, claim B position 3.
 */
final class GoldSample {

  static final LakeTables TABLES = LakeTables.of(4, Map.of());
  static final String FACTS = "gold/fact_premium_transaction";
  static final String RISKS = "gold/fact_risk_transaction";
  static final String CONTRACTS = Type1Dimensions.CONTRACT;
  static final String CLASSES = Type1Dimensions.CLASS_OF_BUSINESS;
  static final String CLAIMS = "gold/fact_claim_transaction";
  static final String COVERHOLDERS = "gold/dim_coverholder";

  private static final Instant INFERRED = PremiumFacts.INFERRED_SINCE;

  private final String root;
  private final DeltaTableStore store;
  private final Map<String, List<Row>> rows = new LinkedHashMap<>();
  private long batch;

  GoldSample(Path root) {
    this.root = root.toString();
    store = DeltaTableStore.in(this.root);
    put(
        COVERHOLDERS + "_history",
        coverholder("CH001", "NEW", 1, 5, false),
        coverholder("CH001", "LIVE", 5, null, false),
        coverholder("CH002", "NEW", 2, 3, true),
        inferred(ReferenceTable.COVERHOLDER, Map.of("coverholder_id", "CH003")));
    put(
        "gold/dim_contract_section_history",
        version(
            ReferenceTable.CONTRACT_SECTION,
            Map.of("umr", "B0999CH001", "section_no", "S1"),
            day(1),
            null,
            false),
        inferred(ReferenceTable.CONTRACT_SECTION, Map.of("umr", "B0999CH002", "section_no", "S2")));
    put(
        "gold/dim_broker_history",
        version(ReferenceTable.BROKER, Map.of("broker_code", "0999"), day(1), null, false));
    for (ReferenceTable table : ReferenceTable.values()) {
      rows.put(TABLES.current(table).path(), currentOf(table));
    }
    put(
        FACTS,
        fact(1, "B0999CH001", "S1", day(1), "CH001", "0999"),
        fact(2, "B0999CH001", "S1", day(1), "CH003", "0999"),
        fact(3, "B0999CH002", "S2", INFERRED, null, null));
    put(RISKS, risk());
    put(
        CONTRACTS,
        ContractTerms.ofFacts().toRow("B0999CH001"),
        ContractTerms.ofFacts().toRow("B0999CH002"));
    put(
        CLASSES,
        Row.withSchema(Type1Dimensions.CLASS_SCHEMA)
            .addValues(DurableKey.key("Property"), "Property", "")
            .build());
    put(CLAIMS, position(1, "A", 1, 0), position(2, "A", 2, 1), position(3, "B", 1, 1));
  }

  String root() {
    return root;
  }

  private void put(String path, Row... content) {
    rows.put(path, new ArrayList<>(List.of(content)));
  }

  /** The rows of a table, to be changed. */
  List<Row> rows(String path) {
    List<Row> content = rows.get(path);
    if (content == null) {
      throw new IllegalArgumentException(path);
    }
    return content;
  }

  /** Changes the row of a table whose column has a value. */
  void set(String path, String key, Object is, String column, @Nullable Object value) {
    rows(path)
        .replaceAll(
            row ->
                is.equals(row.getValue(key))
                    ? Row.fromRow(row).withFieldValue(column, value).build()
                    : row);
  }

  /** The version of CH001 that starts on a day of January. */
  void setVersion(int from, String column, @Nullable Object value) {
    set(COVERHOLDERS + "_history", "valid_from", day(from), column, value);
  }

  /** What is committed now. */
  LakeSnapshot snapshot() {
    return LakeSnapshot.of(TABLES.all().stream().map(store::pin).toList());
  }

  /**
   * Plans what makes the tables these rows. Rows beyond the first of a key go to a file of their
   * own, as a second writer would leave them.
   */
  List<TableChange> plan() {
    List<TableChange> changes = new ArrayList<>();
    LakeSnapshot pinned = snapshot();
    rows.forEach(
        (path, content) -> {
          TableSpec spec = TABLES.at(path);
          Map<Object, List<Row>> byKey =
              content.stream()
                  .collect(
                      Collectors.groupingBy(
                          row -> row.getValue(spec.key().get(0)),
                          LinkedHashMap::new,
                          Collectors.toList()));
          int most = byKey.values().stream().mapToInt(List::size).max().orElse(1);
          for (int n = 0; n < most; n++) {
            int nth = n;
            List<Row> file =
                byKey.values().stream()
                    .filter(same -> same.size() > nth)
                    .map(same -> same.get(nth))
                    .toList();
            changes.addAll(plan(spec, pinned, file));
          }
        });
    return changes;
  }

  private List<TableChange> plan(TableSpec spec, LakeSnapshot pinned, List<Row> content) {
    Map<Integer, List<byte[]>> buckets = new HashMap<>();
    BlockPacker.Output collect =
        (bucket, block) -> buckets.computeIfAbsent(bucket, b -> new ArrayList<>()).add(block);
    BlockPacker packer = spec.packer();
    content.forEach(row -> packer.add(row, collect));
    packer.flush(collect);
    List<TableChange> changes = new ArrayList<>();
    for (int bucket = 0; bucket < spec.buckets(); bucket++) {
      changes.add(
          BucketMerge.of(spec, pinned.table(spec), bucket, root, UUID.randomUUID().toString())
              .replaceWith(RowBlocks.of(buckets.getOrDefault(bucket, List.of()))));
    }
    return changes;
  }

  /** Commits the rows. */
  void commit() {
    batch++;
    Map<String, List<TableChange>> byTable =
        plan().stream().collect(Collectors.groupingBy(TableChange::table));
    byTable.forEach(
        (path, changes) ->
            store.commit(
                TABLES.at(path),
                store.pin(TABLES.at(path)).version(),
                changes,
                "test/" + path,
                batch));
  }

  static Instant day(int ofJanuary) {
    return Instant.parse("2024-01-%02dT00:00:00Z".formatted(ofJanuary));
  }

  static Row coverholder(
      String id, String status, int from, @Nullable Integer to, boolean deleted) {
    return Row.fromRow(
            version(
                ReferenceTable.COVERHOLDER,
                Map.of("coverholder_id", id),
                day(from),
                to == null ? null : day(to),
                deleted))
        .withFieldValue("status", status)
        .build();
  }

  private static Row inferred(ReferenceTable table, Map<String, String> key) {
    return Row.fromRow(version(table, key, INFERRED, null, false))
        .withFieldValue("is_inferred", true)
        .build();
  }

  private static Row version(
      ReferenceTable table,
      Map<String, String> key,
      Instant from,
      @Nullable Instant to,
      boolean deleted) {
    String durable = DurableKey.key(table.key().stream().map(key::get).toArray(String[]::new));
    Map<String, Object> values = new HashMap<>(key);
    values.put(table.keyColumn(), durable);
    values.put(table.versionKeyColumn(), DurableKey.versionKey(durable, from));
    values.put("valid_from", from);
    values.put("is_current", to == null);
    values.put("is_deleted", deleted);
    values.put("is_inferred", false);
    if (to != null) {
      values.put("valid_to", to);
    }
    return Row.withSchema(TABLES.history(table).schema()).withFieldValues(values).build();
  }

  /** The last version of each key, with the columns of a current row. */
  private List<Row> currentOf(ReferenceTable table) {
    Schema schema = TABLES.current(table).schema();
    Map<String, Row> last = new LinkedHashMap<>();
    for (Row version : rows(TABLES.history(table).path())) {
      last.put(version.getString(table.keyColumn()), Dimensions.current(schema, version));
    }
    return new ArrayList<>(last.values());
  }

  /** A position of a claim of section S1. */
  private static Row position(long id, String claim, int month, int isLatest) {
    String section = DurableKey.key("B0999CH001", "S1");
    BigDecimal none = new BigDecimal("0.00");
    Map<String, Object> values = new HashMap<>();
    values.put("claim_key", DurableKey.key(claim));
    values.put("claim_transaction_id", id);
    values.put("contract_section_key", section);
    values.put("contract_section_version_key", DurableKey.versionKey(section, day(1)));
    values.put("contract_key", DurableKey.key("B0999CH001"));
    values.put("umr", "B0999CH001");
    values.put("section_no", "S1");
    values.put("certificate_ref", "C1");
    values.put("claim_ref", claim);
    values.put("bordereau_month", LocalDate.of(2024, month, 1));
    for (String amount :
        List.of("paid_to_date", "paid_movement", "outstanding", "recoveries_to_date")) {
      values.put(amount, none);
    }
    values.put("is_latest_position", isLatest);
    values.put("version_count", 1);
    values.put("dq_flags", "");
    values.put("load_run_id", "run-1");
    values.put("loaded_at", day(31));
    return Row.withSchema(ClaimFacts.SCHEMA).withFieldValues(values).build();
  }

  /** A fact that is right if these are. */
  static Row fact(
      long id,
      String umr,
      String sectionNo,
      Instant versionFrom,
      @Nullable String coverholder,
      @Nullable String broker) {
    String section = DurableKey.key(umr, sectionNo);
    BigDecimal none = new BigDecimal("0.00");
    Map<String, Object> values = new HashMap<>();
    values.put("premium_transaction_key", DurableKey.key(Long.toString(id)));
    values.put("premium_transaction_id", id);
    values.put("contract_section_key", section);
    values.put("contract_section_version_key", DurableKey.versionKey(section, versionFrom));
    values.put("contract_key", DurableKey.key(umr));
    values.put("umr", umr);
    values.put("section_no", sectionNo);
    values.put("certificate_ref", "C" + id);
    values.put("bordereau_month", LocalDate.parse("2024-01-01"));
    values.put("bordereau_month_date_key", 20240101);
    values.put("effective_date_key", 0);
    values.put("london_premium_type", "OP");
    for (String amount :
        List.of(
            "gross_premium_signed",
            "commission_amount",
            "net_premium",
            "tax_amount",
            "fee_amount")) {
      values.put(amount, none);
    }
    values.put("version_count", 1);
    values.put("dq_flags", "");
    values.put("load_run_id", "run-1");
    values.put("loaded_at", day(31));
    if (coverholder != null) {
      values.put("coverholder_key", DurableKey.key(coverholder));
    }
    if (broker != null) {
      values.put("broker_key", DurableKey.key(broker));
    }
    return Row.withSchema(PremiumFacts.SCHEMA).withFieldValues(values).build();
  }

  private static Row risk() {
    String section = DurableKey.key("B0999CH001", "S1");
    return Row.withSchema(RiskFacts.SCHEMA)
        .withFieldValue("risk_transaction_key", DurableKey.key("1"))
        .withFieldValue("risk_transaction_id", 1L)
        .withFieldValue("contract_section_key", section)
        .withFieldValue("contract_section_version_key", DurableKey.versionKey(section, day(1)))
        .withFieldValue("coverholder_key", DurableKey.key("CH001"))
        .withFieldValue("broker_key", DurableKey.key("0999"))
        .withFieldValue("contract_key", DurableKey.key("B0999CH001"))
        .withFieldValue("class_of_business_key", DurableKey.key("Property"))
        .withFieldValue("umr", "B0999CH001")
        .withFieldValue("section_no", "S1")
        .withFieldValue("certificate_ref", "C1")
        .withFieldValue("bordereau_month", LocalDate.parse("2024-01-01"))
        .withFieldValue("bordereau_month_date_key", 20240101)
        .withFieldValue("effective_date_key", 0)
        .withFieldValue("version_count", 1)
        .withFieldValue("dq_flags", "")
        .withFieldValue("load_run_id", "run-1")
        .withFieldValue("loaded_at", day(31))
        .build();
  }
}
