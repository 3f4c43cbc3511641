// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.landing.LandTable;
import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.nightly.FactTables;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.BlockPacker;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.conform.PersonalData;
import dev.tidemark.transforms.conform.Quarantine;
import dev.tidemark.transforms.conform.QuarantineReason;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.ClaimFacts;
import dev.tidemark.transforms.facts.ClaimMonths;
import dev.tidemark.transforms.facts.PaidDays;
import dev.tidemark.transforms.facts.PremiumFacts;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.RiskFacts;
import dev.tidemark.transforms.facts.RiskMonths;
import dev.tidemark.transforms.keys.DurableKey;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;

/**
 * A lake of the worked example, made of the product's own parts: landed by two runs and by one that
 * died, merged, derived and published; and then changed by hand.
 *
 * <p>Beside the seven rows of the example: 8 is deleted, 9 has no amount, 10 has no rate; 2 is sent
 * again with another amount, the UMR in small letters.
 */
final class SmallLake {

  static final String PREMIUM = "PremiumTransaction";
  static final String CLAIM = "ClaimTransaction";
  static final String RISK = "RiskTransaction";

  private static final String PREMIUM_HEADER =
      "premium_transaction_id | umr | section_no | certificate_ref | transaction_type | bordereau_month | original_currency | gross_premium | submitted_at | is_deleted | modified_date | coverholder_id | commission_pct\n";
  private static final String FIRST_PREMIUM =
      """
      1  | B0999CH001 | S1 | CERT-1001 | NEW | 2024-01-01 | GBP | 1200.00 | 2024-02-05T00:00:00Z | false | 2024-02-05T00:00:00Z
      2  | B0999CH001 | S1 | CERT-1002 | NEW | 2024-01-01 | GBP | 800.00  | 2024-02-05T00:00:00Z | false | 2024-02-05T00:00:00Z
      3  | B0999CH001 | S1 | CERT-1001 | NEW | 2024-01-01 | GBP | 1250.00 | 2024-02-12T00:00:00Z | false | 2024-02-12T00:00:00Z
      4  | B0999CH002 | S2 | CERT-2001 | NEW | 2024-01-01 | GBP | 5000.00 | 2024-02-20T00:00:00Z | false | 2024-02-20T00:00:00Z
      5  | B0999CH001 | S1 | CERT-1003 | NEW | 2024-02-01 | GBP | 2000.00 | 2024-03-04T00:00:00Z | false | 2024-03-04T00:00:00Z
      6  | B0999CH001 | S1 | CERT-1001 | MTA | 2024-02-01 | GBP | 150.00  | 2024-03-04T00:00:00Z | false | 2024-03-04T00:00:00Z
      7  | B0999CH002 | S2 | CERT-2002 | NEW | 2024-03-01 | GBP | 3000.00 | 2024-04-08T00:00:00Z | false | 2024-04-08T00:00:00Z
      8  | B0999CH002 | S2 | CERT-2003 | NEW | 2024-03-01 | GBP | 70.00   | 2024-04-08T00:00:00Z | true  | 2024-04-09T00:00:00Z
      9  | B0999CH002 | S2 | CERT-2004 | NEW | 2024-03-01 | GBP | null    | 2024-04-08T00:00:00Z | false | 2024-04-08T00:00:00Z
      10 | B0999CH002 | S2 | CERT-2005 | NEW | 2024-03-01 | USD | 60.00   | 2024-04-08T00:00:00Z | false | 2024-04-08T00:00:00Z
      """;
  private static final String SECOND_PREMIUM =
      """
      2  | b0999ch001 | S1 | CERT-1002 | NEW | 2024-01-01 | GBP | 850.00  | 2024-02-05T00:00:00Z | false | 2024-05-01T00:00:00Z
      """;
  private static final String DEAD_PREMIUM =
      """
      99 | B0999CH001 | S1 | CERT-1099 | NEW | 2024-01-01 | GBP | 9900.00 | 2024-02-05T00:00:00Z | false | 2024-02-05T00:00:00Z
      """;
  private static final String RISKS =
      """
      risk_transaction_id | umr | section_no | certificate_ref | transaction_seq | transaction_type | bordereau_month | risk_inception_date | original_currency | sum_insured | submitted_at | is_deleted | modified_date
      1 | B0999CH001 | S1 | CERT-1001 | 1 | NEW | 2024-01-01 | 2024-01-01 | GBP | 100000.00 | 2024-02-05T00:00:00Z | false | 2024-02-05T00:00:00Z
      2 | B0999CH001 | S1 | CERT-1001 | 1 | NEW | 2024-01-01 | 2024-01-01 | GBP | 250000.00 | 2024-02-12T00:00:00Z | false | 2024-02-12T00:00:00Z
      3 | B0999CH001 | S1 | CERT-1002 | 1 | NEW | 2024-01-01 | null       | USD | 7000.00   | 2024-02-12T00:00:00Z | false | 2024-02-12T00:00:00Z
      4 | B0999CH002 | S2 | CERT-2001 | 1 | NEW | 2024-01-01 | 2024-01-01 | GBP | 500.00    | 2024-02-12T00:00:00Z | true  | 2024-02-12T00:00:00Z
      """;
  private static final String CLAIMS =
      """
      claim_transaction_id | umr | section_no | certificate_ref | claim_ref | bordereau_month | original_currency | paid_to_date | outstanding | is_deleted | modified_date
      1 | B0999CH001 | S1 | CERT-1001 | CLM-1 | 2024-02-01 | GBP | 100.00 | 50.00 | false | 2024-03-04T00:00:00Z
      """;

  private final Path root;
  private final LakeTables tables = LakeTables.of(2, Map.of());
  private final TableStore store;
  private final Map<String, Long> versions = new TreeMap<>();
  private long batch;

  private SmallLake(Path root) {
    this.root = root;
    this.store = DeltaTableStore.in(root.toString());
  }

  /** The sound lake, at its second batch. */
  static SmallLake create(Path root) {
    SmallLake lake = new SmallLake(root);
    Pipeline landing = Pipeline.create();
    lake.land(landing, PREMIUM, "run-1", "2024-04-20T02:00:00Z", premium(FIRST_PREMIUM));
    lake.land(landing, RISK, "run-1", "2024-04-20T02:00:00Z", RISKS);
    lake.land(landing, CLAIM, "run-1", "2024-04-20T02:00:00Z", CLAIMS);
    lake.land(landing, PREMIUM, "dead", "2024-05-01T02:00:00Z", premium(DEAD_PREMIUM));
    lake.land(landing, PREMIUM, "run-2", "2024-05-02T02:00:00Z", premium(SECOND_PREMIUM));
    landing.run().waitUntilFinish();
    lake.publish("run-1");
    lake.batch++;
    lake.mergeTransactions(
        TransactionTable.PREMIUM,
        premium(
            FIRST_PREMIUM
                    .lines()
                    .filter(line -> !line.startsWith("2 "))
                    .collect(Collectors.joining("\n"))
                + "\n"
                + SECOND_PREMIUM));
    lake.mergeTransactions(TransactionTable.RISK, RISKS);
    lake.mergeTransactions(TransactionTable.CLAIM, CLAIMS);
    lake.derive();
    lake.publish("run-2");
    return lake;
  }

  /** Lands rows of a table in a run of its own, and publishes the lake as it is. */
  void land(String table, String runId, String time, String text) {
    Pipeline landing = Pipeline.create();
    land(landing, table, runId, time, text);
    landing.run().waitUntilFinish();
    publish(runId);
  }

  /** Premium as the landing of a run holds it: all of the worked example's columns but two. */
  void landPremium(String runId, String time, String rows) {
    land(PREMIUM, runId, time, premium(rows));
  }

  /** A copy of this lake in another folder, to be changed. */
  SmallLake copiedTo(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Path target = folder.resolve(root.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
    SmallLake copy = new SmallLake(folder);
    copy.versions.putAll(versions);
    copy.batch = batch;
    return copy;
  }

  Path root() {
    return root;
  }

  LakeTables tables() {
    return tables;
  }

  TableStore store() {
    return store;
  }

  Reconciliation reconciliation() {
    return Reconciliation.of(root.toString(), tables, store);
  }

  /** The checks that do not hold, as they are printed. */
  List<String> differences() {
    return reconciliation().checks().stream()
        .filter(check -> !check.holds())
        .map(Check::toString)
        .toList();
  }

  Digests digests() {
    return Digests.of(root.toString(), tables, store);
  }

  List<Row> read(String path) {
    TableSpec spec = tables.at(path);
    List<Row> rows = new ArrayList<>();
    TableRows.of(spec, store.pin(spec), root.toString()).forEach(row -> rows.add(row.toRow()));
    return rows;
  }

  /** Makes a table's rows others, and publishes that. */
  void change(String path, UnaryOperator<List<Row>> change) {
    replace(tables.at(path), change.apply(read(path)));
    publish("by-hand-" + batch);
  }

  /** Makes a table the rows of a text table, each with the same further cells. */
  void write(String path, String table, String moreNames, String moreCells) {
    String header = table.lines().findFirst().orElseThrow();
    String cells =
        table.lines().skip(1).map(line -> line + moreCells + "\n").reduce("", String::concat);
    Schema schema = tables.at(path).schema();
    change(path, rows -> Rows.table(schema, header + moreNames + "\n" + cells));
  }

  private static String premium(String rows) {
    return PREMIUM_HEADER
        + rows.lines()
            .map(
                line ->
                    line
                        + " | "
                        + (line.toUpperCase(Locale.ROOT).contains("B0999CH001") ? "CH001" : "CH002")
                        + " | 10.0000\n")
            .collect(Collectors.joining());
  }

  private static List<Row> landedRows(String table, String runId, String text) {
    Schema schema = TableContract.bundled(table).landingSchema();
    List<String> lines = text.lines().toList();
    String audited =
        lines.get(0)
            + " | _run_id | _extracted_at | _source\n"
            + lines.stream()
                .skip(1)
                .map(line -> line + " | " + runId + " | 2024-06-01T00:00:00Z | test\n")
                .collect(Collectors.joining());
    return Rows.table(schema, audited);
  }

  private void land(Pipeline pipeline, String table, String runId, String time, String text) {
    Schema schema = TableContract.bundled(table).landingSchema();
    pipeline
        .apply(table + " of " + runId, Rows.create(schema, landedRows(table, runId, text)))
        .apply(
            "Land " + table + " of " + runId,
            LandTable.named(table)
                .in(new LandingLayout(root.toString()))
                .at(Instant.parse(time), runId));
  }

  private void mergeTransactions(TransactionTable table, String text) {
    TableContract contract = tables.contract(table.tableName());
    Schema landed = contract.landingSchema();
    TableSpec silver = tables.silver(table.tableName());
    Set<String> personal = Set.of("claimant_name", "insured_name");
    Conformer conformer =
        Conformer.of(landed, silver.schema(), table, PersonalData.saltedWith(null), batch);
    Quarantine quarantine = Quarantine.ofTransactions(landed, table, personal, batch);
    RowBlocks rows = RowBlocks.of(landed, landedRows(table.tableName(), "run-2", text));
    RowView row = new RowView(RowLayout.of(landed));
    RowWriter good = new RowWriter(silver.layout());
    RowWriter bad = new RowWriter(RowLayout.of(Quarantine.TRANSACTION_SCHEMA));
    BlockBuilder goodRows = new BlockBuilder();
    BlockBuilder badRows = new BlockBuilder();
    for (long ref : rows.refs()) {
      QuarantineReason reason = conformer.conform(row.at(rows, ref), good);
      if (reason == null) {
        good.appendTo(goodRows);
      } else {
        quarantine.write(row, reason, bad);
        bad.appendTo(badRows);
      }
    }
    replace(silver, RowBlocks.of(List.of(goodRows.take())).toRows(silver.layout()));
    TableSpec quarantined = tables.quarantine(table.tableName());
    replace(quarantined, RowBlocks.of(List.of(badRows.take())).toRows(quarantined.layout()));
  }

  private void derive() {
    TableSpec silver = tables.silver(PREMIUM);
    PremiumFacts.Result result =
        PremiumFacts.derive(
            silver.schema(),
            RowBlocks.of(silver.schema(), read(silver.path())),
            new ReferenceData(),
            "run-2",
            Instant.parse("2024-05-02T02:00:00Z"));
    TableSpec facts = tables.facts(TransactionTable.PREMIUM).facts();
    replace(facts, result.facts().toRows(facts.layout()));
    TableSpec superseded = tables.facts(TransactionTable.PREMIUM).superseded();
    replace(superseded, result.superseded().toRows(superseded.layout()));
    List<Row> months =
        result.sectionMonths().toRows(tables.facts(TransactionTable.PREMIUM).months().layout());
    replace(tables.facts(TransactionTable.PREMIUM).months(), months);
    deriveMart(months);
    deriveRisks();
    TableSpec contracts = tables.at("gold/dim_contract");
    replace(
        contracts,
        Stream.of("B0999CH001", "B0999CH002")
            .map(
                umr ->
                    Row.withSchema(contracts.schema())
                        .withFieldValue("contract_key", DurableKey.key(umr))
                        .withFieldValue("umr", umr)
                        .withFieldValue("is_deleted", false)
                        .withFieldValue("is_inferred", true)
                        .build())
            .toList());
    TableSpec dates = tables.at("gold/dim_date");
    replace(
        dates,
        IntStream.of(0, 20240101, 20240201, 20240301)
            .mapToObj(key -> Row.withSchema(dates.schema()).withFieldValue("date_key", key).build())
            .toList());
    deriveClaims();
    inferDimension(
        "contract_section",
        Map.of("umr", "B0999CH001", "section_no", "S1"),
        Map.of("umr", "B0999CH002", "section_no", "S2"));
    inferDimension(
        "coverholder", Map.of("coverholder_id", "CH001"), Map.of("coverholder_id", "CH002"));
    inferDimension("broker", Map.of("broker_code", "0999"));
  }

  private void deriveRisks() {
    TableSpec silver = tables.silver(RISK);
    FactTables derived = tables.facts(TransactionTable.RISK);
    RiskMonths months = new RiskMonths();
    RiskFacts.Result result =
        RiskFacts.derive(
            silver.schema(),
            RowBlocks.of(silver.schema(), read(silver.path())),
            new ReferenceData(),
            "run-2",
            Instant.parse("2024-05-02T02:00:00Z"),
            months);
    replace(derived.facts(), result.facts().toRows(derived.facts().layout()));
    replace(derived.superseded(), result.superseded().toRows(derived.superseded().layout()));
    replace(derived.months(), months.toBlocks().toRows(derived.months().layout()));
  }

  private void deriveClaims() {
    TableSpec silver = tables.silver(CLAIM);
    FactTables derived = tables.facts(TransactionTable.CLAIM);
    ClaimMonths months = new ClaimMonths();
    PaidDays days = new PaidDays();
    ClaimFacts.Result result =
        ClaimFacts.derive(
            silver.schema(),
            RowBlocks.of(silver.schema(), read(silver.path())),
            new ReferenceData(),
            "run-2",
            Instant.parse("2024-05-02T02:00:00Z"),
            months,
            days);
    replace(derived.facts(), result.facts().toRows(derived.facts().layout()));
    replace(derived.superseded(), result.superseded().toRows(derived.superseded().layout()));
    replace(derived.months(), months.toBlocks().toRows(derived.months().layout()));
    TableSpec paidDays = tables.at("silver/section_paid_day");
    replace(paidDays, days.toBlocks().toRows(paidDays.layout()));
  }

  private void deriveMart(List<Row> months) {
    TableSpec mart = tables.at("mart/gpi_utilisation");
    List<Row> rows = new ArrayList<>();
    for (Row month : months) {
      if (month.<Long>getValue("fact_rows") > 0) {
        rows.add(
            Row.withSchema(mart.schema())
                .withFieldValue(
                    "contract_section_key",
                    DurableKey.key(month.getString("umr"), month.getString("section_no")))
                .withFieldValue("umr", month.getString("umr"))
                .withFieldValue("section_no", month.getString("section_no"))
                .withFieldValue("bordereau_month", month.<LocalDate>getValue("bordereau_month"))
                .withFieldValue("month_gwp_gbp", month.<BigDecimal>getValue("gwp_gbp"))
                .withFieldValue("cumulative_gwp_gbp", month.<BigDecimal>getValue("gwp_gbp"))
                .withFieldValue("alert_level", "NO_LIMIT")
                .build());
      }
    }
    replace(mart, rows);
  }

  @SafeVarargs
  private void inferDimension(String dimension, Map<String, String>... keys) {
    for (String path : List.of("gold/dim_" + dimension, "gold/dim_" + dimension + "_history")) {
      TableSpec spec = tables.at(path);
      List<Row> rows = new ArrayList<>();
      for (Map<String, String> key : keys) {
        String durable =
            DurableKey.key(new TreeMap<>(key).descendingMap().values().toArray(String[]::new));
        Map<String, Object> values = new HashMap<>(key);
        values.put(dimension + "_key", durable);
        values.put(
            dimension + "_version_key",
            DurableKey.versionKey(durable, PremiumFacts.INFERRED_SINCE));
        values.put("valid_from", PremiumFacts.INFERRED_SINCE);
        values.put("is_deleted", false);
        values.put("is_inferred", true);
        if (path.endsWith("_history")) {
          values.put("is_current", true);
        }
        rows.add(Row.withSchema(spec.schema()).withFieldValues(values).build());
      }
      replace(spec, rows);
    }
  }

  private void replace(TableSpec spec, List<Row> rows) {
    Map<Integer, List<byte[]>> buckets = new HashMap<>();
    BlockPacker packer = spec.packer();
    BlockPacker.Output collect =
        (bucket, block) -> buckets.computeIfAbsent(bucket, b -> new ArrayList<>()).add(block);
    rows.forEach(row -> packer.add(row, collect));
    packer.flush(collect);
    TableSnapshot snapshot = store.pin(spec);
    List<TableChange> changes = new ArrayList<>();
    for (int bucket = 0; bucket < spec.buckets(); bucket++) {
      changes.add(
          BucketMerge.of(spec, snapshot, bucket, root.toString(), UUID.randomUUID().toString())
              .replaceWith(RowBlocks.of(buckets.getOrDefault(bucket, List.of()))));
    }
    versions.put(
        spec.path(),
        store.commit(spec, snapshot.version(), changes, "test." + spec.path(), batch + 1));
  }

  private void publish(String runId) {
    batch++;
    PublishedCut.of(batch, runId, Instant.parse("2024-05-02T03:00:00Z"), versions)
        .publish(root.toString());
  }
}
