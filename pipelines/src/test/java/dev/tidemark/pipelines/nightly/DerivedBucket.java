// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.DataFile;
import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.conform.PersonalData;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.LargestRisks;
import dev.tidemark.transforms.facts.ReferenceData;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One bucket of a table of transactions, and all that is derived of it, night after night. */
final class DerivedBucket {

  /**
   * A row as it was sent, in one of four sections, two of which are known.
   *
   * @param number of the transaction; a claim has a reference instead
   * @param amount the premium, sum insured or paid to date
   * @param submitted a day of May, none if null
   */
  record Sent(
      long id,
      int section,
      int certificate,
      @Nullable Integer number,
      String type,
      int month,
      int amount,
      String currency,
      @Nullable Integer submitted,
      boolean deleted) {}

  private static final ReferenceData REFERENCE =
      Samples.reference(
          """
          umr        | section_no | coverholder_id | class_of_business | year_of_account | period_from | period_to  | section_currency | valid_from           | valid_to | is_current | is_deleted | _batch_id
          B0999CH001 | S1         | CH001          | Property          | 2024            | 2024-01-01  | 2024-12-31 | GBP      | 2023-12-01T00:00:00Z | null     | true       | false      | 1
          B0999CH001 | S2         | CH002          | Marine            | 2024            | 2024-01-01  | 2024-12-31 | EUR      | 2023-12-01T00:00:00Z | null     | true       | false      | 1
          """);

  private final Path root;
  private final TransactionTable table;
  private final LakeTables tables;
  private final TableSpec silver;
  private final Map<String, TableSnapshot> snapshots = new LinkedHashMap<>();
  private BucketOutcome outcome = new BucketOutcome();
  private long night;

  DerivedBucket(Path root, TransactionTable table, LargestRisks.Ranking ranking) {
    this.root = root;
    this.table = table;
    tables = LakeTables.of(1, Map.of()).ranking(ranking);
    silver = tables.silver(table.tableName());
    snapshots.put(silver.path(), TableSnapshot.absent(silver));
    tables
        .facts(table)
        .tables()
        .forEach(spec -> snapshots.put(spec.path(), TableSnapshot.absent(spec)));
  }

  /** A night that brings rows; others go to another bucket. */
  void run(Collection<Sent> rows, Collection<Sent> gone, boolean isDue) {
    night++;
    FactStage stage = stage();
    outcome = new BucketOutcome();
    TableSnapshot pinned = snapshot(silver);
    String attempt = UUID.randomUUID().toString();
    try (RowsToDerive derived =
        new RowsToDerive(
            stage.group(),
            silver.rowKey(),
            pinned.files().stream().mapToLong(DataFile::rows).sum(),
            isDue)) {
      BucketMerge merge =
          BucketMerge.of(silver, pinned, 0, root.toString(), attempt).watching(derived);
      outcome.add(merge.upsert(conformed(rows), conformed(gone)));
      derived.take(merge);
      derived.derive(stage, 0, () -> REFERENCE, attempt, outcome);
    }
    for (TableChange change : outcome.changes()) {
      snapshots.computeIfPresent(change.table(), (path, was) -> was.with(List.of(change)));
    }
  }

  private FactStage stage() {
    Instant time = Instant.parse("2024-06-01T00:00:00Z").plusSeconds(night);
    RunPlan plan =
        new RunPlan(
            "night-" + night,
            night,
            time,
            time,
            LocalDate.of(2024, 6, 1),
            TestSource.H2.config(),
            root.toString(),
            tables,
            LakeSnapshot.of(snapshots.values()),
            Map.of(),
            Map.of(),
            Map.of(),
            Rebuild.none(),
            null);
    return switch (table) {
      case RISK -> new RiskStage(plan);
      case PREMIUM -> new PremiumStage(plan);
      case CLAIM -> new ClaimStage(plan);
    };
  }

  /** Loses what is stored of a table. */
  void lose(String path) {
    snapshots.put(path, TableSnapshot.absent(tables.at(path)));
  }

  private TableSnapshot snapshot(TableSpec spec) {
    return Objects.requireNonNull(snapshots.get(spec.path()));
  }

  private RowBlocks conformed(Collection<Sent> rows) {
    TableContract contract = tables.contract(table.tableName());
    RowLayout landed = RowLayout.of(contract.landingSchema());
    Conformer conformer =
        Conformer.of(
            contract.landingSchema(), silver.schema(), table, PersonalData.saltedWith(null), night);
    RowWriter row = new RowWriter(landed);
    RowWriter conformed = new RowWriter(silver.layout());
    RowBlocksBuilder sent = new RowBlocksBuilder();
    rows.forEach(
        of -> {
          write(of, row.clear());
          sent.append(row);
        });
    RowBlocks all = sent.build();
    RowBlocksBuilder good = new RowBlocksBuilder();
    RowView view = new RowView(landed);
    for (long ref : all.refs()) {
      if (conformer.conform(view.at(all, ref), conformed) != null) {
        throw new IllegalArgumentException("not fit for silver: " + view.toRow());
      }
      good.append(conformed);
    }
    return good.build();
  }

  private void write(Sent sent, RowWriter row) {
    RowLayout layout = row.layout();
    row.setLong(layout.column(table.idColumn()), sent.id());
    row.setString(layout.column("umr"), "B0999CH001");
    row.setString(layout.column("section_no"), "S" + sent.section());
    row.setString(layout.column("certificate_ref"), "C" + sent.certificate());
    row.setInt(
        layout.column("bordereau_month"), (int) LocalDate.of(2024, sent.month(), 1).toEpochDay());
    row.setString(layout.column("original_currency"), sent.currency());
    row.setBoolean(layout.column("is_deleted"), sent.deleted());
    if (sent.submitted() != null) {
      row.setLong(
          layout.column("submitted_at"),
          RowView.micros(Instant.parse("2024-05-%02dT00:00:00Z".formatted(sent.submitted()))));
    }
    BigDecimal amount = BigDecimal.valueOf(sent.amount(), 2);
    switch (table) {
      case RISK -> row.setDecimal(layout.column("sum_insured"), amount);
      case PREMIUM -> {
        row.setDecimal(layout.column("gross_premium"), amount);
        row.setString(layout.column("coverholder_id"), "CH00" + (1 + sent.certificate() % 2));
      }
      case CLAIM -> {
        row.setDecimal(layout.column("paid_to_date"), amount);
        row.setString(layout.column("claim_ref"), "CLM-" + sent.number());
      }
    }
    if (table != TransactionTable.CLAIM) {
      row.setString(layout.column("transaction_type"), sent.type());
      if (sent.number() != null) {
        row.setInt(layout.column("transaction_seq"), sent.number());
      }
    }
    row.setString(layout.column("_run_id"), "run");
    row.setLong(layout.column("_extracted_at"), 0);
    row.setString(layout.column("_source"), "test");
  }

  /** The digest of every table. */
  Map<String, TableDigest> digests() {
    Map<String, TableDigest> digests = new TreeMap<>();
    tables
        .facts(table)
        .tables()
        .forEach(
            spec ->
                digests.put(spec.path(), TableDigest.of(spec, snapshot(spec), root.toString())));
    return digests;
  }

  /** Whether the last night changed nothing. */
  boolean isUnchanged() {
    return outcome.changes().stream().allMatch(TableChange::isEmpty);
  }

  /** The figures of the last night. */
  Map<String, BigDecimal> figures() {
    return outcome.figures();
  }

  /** The partial sums that the last night handed on, as texts. */
  List<String> partials(String path) {
    List<String> rows = new ArrayList<>();
    RowBlocks.of(outcome.partials(path))
        .toRows(tables.at(path).layout())
        .forEach(row -> rows.add(row.toString()));
    rows.sort(null);
    return rows;
  }

  /** The paths of the tables of partial sums. */
  List<String> partials() {
    List<String> paths = new ArrayList<>(List.of(tables.facts(table).months().path()));
    if (table == TransactionTable.CLAIM) {
      paths.add(FactTables.PAID_DAYS);
    }
    return paths;
  }
}
