// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.config.LakeConfig;
import dev.tidemark.pipelines.config.Mode;
import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.source.ContractColumn;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.conform.Quarantine;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.LargestRisks;
import java.io.Serializable;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Every table of the lake: the silver, change and quarantine tables of the configured source
 * tables, and gold and marts.
 *
 * <p>Transactions, their facts and section months share one bucketing by (umr, section_no), so a
 * bucket is merged, judged and derived in one place.
 */
public final class LakeTables implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The column that tells which batch brought a silver row. */
  static final String BATCH_ID = "_batch_id";

  /** Reference tables and their dimensions are small: one bucket, one bundle. */
  static final int REFERENCE_BUCKETS = 1;

  private static final String MISSING_BORDEREAUX = Marts.path(Marts.MISSING_BORDEREAUX);

  private static final List<String> SECTION = List.of("umr", "section_no");

  /**
   * Of a lake that neither is stored nor configured with a number. Those who publish say another.
   */
  private static final int UNTOLD_BUCKETS = 16;

  private final int buckets;
  private final Map<String, TableContract> contracts;
  private final Map<String, List<String>> changeKeys;
  private final Tracking tracking;
  private final Ranking ranking;
  private final @Nullable LocalDate asOf;
  private final Map<String, TableSpec> specs = new LinkedHashMap<>();

  /** The paths of those whose rows are spread over the buckets. */
  private final Set<String> spread = new LinkedHashSet<>();

  private final Map<TransactionTable, FactTables> facts;

  private LakeTables(
      int buckets,
      Map<String, TableContract> contracts,
      Map<String, List<String>> changeKeys,
      Tracking tracking,
      Ranking ranking,
      @Nullable LocalDate asOf) {
    this.buckets = buckets;
    this.tracking = tracking;
    this.ranking = ranking;
    this.asOf = asOf;
    this.contracts = new LinkedHashMap<>(contracts);
    this.changeKeys = new LinkedHashMap<>(changeKeys);
    contracts.values().forEach(this::addSourceTable);
    facts = FactTables.all(table -> addSpread(table, SECTION), ranking);
    for (ReferenceTable table : ReferenceTable.values()) {
      Schema attributes = contractSchema(table.tableName());
      add(Dimensions.historySpec(table, attributes).build().derivedBy(tracking.settings(table)));
      add(Dimensions.currentSpec(table, attributes));
    }
    Type1Dimensions.specs().forEach(this::add);
    Marts.all().forEach(mart -> add(mart.table()));
    if (asOf != null) {
      add(at(MISSING_BORDEREAUX).derivedBy(Map.of(Marts.AS_OF, asOf.toString())));
    }
  }

  /**
   * The tables of a lake.
   *
   * @param buckets parts of transactions and facts
   * @param contracts of the configured tables by name; the bundled ones are always among them
   */
  public static LakeTables of(int buckets, Map<String, TableContract> contracts) {
    Map<String, TableContract> all = new LinkedHashMap<>();
    for (String name : TableContract.bundledNames()) {
      all.put(name, TableContract.bundled(name));
    }
    all.putAll(contracts);
    return new LakeTables(buckets, all, Map.of(), Tracking.none(), Ranking.untold(), null);
  }

  /** The same of a lake whose number of buckets is not looked at, or told later. */
  public static LakeTables of(LakeConfig lake, Map<String, TableContract> contracts) {
    return of(told(lake), contracts);
  }

  private static int told(LakeConfig lake) {
    Integer configured = lake.buckets();
    return configured == null ? UNTOLD_BUCKETS : configured;
  }

  /**
   * The tables of a lake that may exist: as {@link #of}, with the columns that silver has beside
   * its contracts, because they were found at the source once.
   *
   * @throws dev.tidemark.pipelines.config.ConfigException when a contract masks a column that is
   *     stored as it was sent
   */
  public static LakeTables stored(
      int buckets, Map<String, TableContract> contracts, TableStore store) {
    LakeTables plain = of(buckets, contracts);
    StoredColumns columns = new StoredColumns(store, plain);
    Map<String, TableContract> all = new LinkedHashMap<>();
    Map<String, List<String>> changeKeys = new LinkedHashMap<>();
    plain.contracts.forEach(
        (name, contract) -> {
          TableContract grown = contract.withAdded(columns.beside(contract));
          all.put(name, grown);
          columns.changeKey(grown).ifPresent(key -> changeKeys.put(name, key));
        });
    return new LakeTables(buckets, all, changeKeys, Tracking.none(), Ranking.untold(), null);
  }

  /**
   * The same of a lake whose number of buckets is not looked at, or told later; its tables are read
   * at given versions whatever it is.
   */
  public static LakeTables stored(
      LakeConfig lake, Map<String, TableContract> contracts, TableStore store) {
    return stored(told(lake), contracts, store);
  }

  /** The same tables in another number of buckets. */
  public LakeTables withBuckets(int count) {
    return new LakeTables(count, contracts, changeKeys, tracking, ranking, asOf);
  }

  /** The same tables with more columns: by source table, those that were found beside its own. */
  public LakeTables with(Map<String, List<ContractColumn>> found) {
    Map<String, TableContract> all = new LinkedHashMap<>(contracts);
    found.forEach((name, columns) -> all.put(name, addTo(contract(name), columns)));
    return new LakeTables(buckets, all, changeKeys, tracking, ranking, asOf);
  }

  /**
   * The same tables, histories made by these columns per dimension.
   *
   * @throws dev.tidemark.pipelines.config.ConfigException when a list names what is no attribute of
   *     its dimension
   */
  public LakeTables tracking(Map<String, List<String>> listed) {
    return new LakeTables(buckets, contracts, changeKeys, Tracking.of(listed, this), ranking, asOf);
  }

  /** The same tables, those that depend on a day made for this one. */
  public LakeTables asOf(LocalDate day) {
    return new LakeTables(buckets, contracts, changeKeys, tracking, ranking, day);
  }

  /** The day that a mart which depends on one was made for, by its properties. */
  public static Optional<LocalDate> madeAsOf(TableSnapshot mart) {
    return mart.property(Marts.AS_OF).map(LocalDate::parse);
  }

  /** The columns whose change opens a version, per dimension. */
  public Map<String, List<String>> trackedColumns() {
    return Collections.unmodifiableMap(tracking.columns());
  }

  /** The same tables, the largest risks ranked so. */
  public LakeTables ranking(LargestRisks.Ranking ranked) {
    return new LakeTables(buckets, contracts, changeKeys, tracking, Ranking.of(ranked), asOf);
  }

  /** How the largest risks are ranked. */
  LargestRisks.Ranking ranking() {
    return ranking.ranking();
  }

  /**
   * What must be made again because a stored history was made by other tracked columns, or the
   * largest risks by another ranking.
   */
  public Rebuild madeOtherwise(TableStore store) {
    return tracking.rebuild(this, store).and(ranking.rebuild(this, store));
  }

  private static TableContract addTo(TableContract contract, List<ContractColumn> columns) {
    List<ContractColumn> added = new ArrayList<>(contract.added());
    for (ContractColumn column : columns) {
      if (contract.landed().stream().noneMatch(known -> known.name().equals(column.name()))) {
        added.add(column);
      }
    }
    return contract.withAdded(added);
  }

  /** The contracts of all source tables, with the columns beside them. */
  public Map<String, TableContract> contracts() {
    return Collections.unmodifiableMap(contracts);
  }

  /** Every table of the lake. */
  public Collection<TableSpec> all() {
    return specs.values();
  }

  /**
   * The table at a path below the lake's root; an unknown path is an {@link
   * IllegalArgumentException}.
   */
  public TableSpec at(String path) {
    TableSpec spec = specs.get(path);
    if (spec == null) {
      throw new IllegalArgumentException(
          "no table " + path + " in the lake; there are " + specs.keySet());
    }
    return spec;
  }

  /** The silver table of a source table. */
  public TableSpec silver(String table) {
    return at("silver/" + contract(table).name());
  }

  /** The change table of a reference table. */
  public TableSpec changes(String table) {
    return at("silver/" + contract(table).name() + "_changes");
  }

  /** The quarantine of a source table. */
  public TableSpec quarantine(String table) {
    return at("quarantine/" + contract(table).name());
  }

  /** What is derived of a table of transactions. */
  public FactTables facts(TransactionTable table) {
    FactTables tables = facts.get(table);
    if (tables == null) {
      throw new IllegalArgumentException("no facts of " + table);
    }
    return tables;
  }

  /** What is derived of transactions, by their table. */
  public Map<TransactionTable, FactTables> facts() {
    return Collections.unmodifiableMap(facts);
  }

  /** The tables that are divided by section: those that facts are derived in, bucket by bucket. */
  public List<TableSpec> ofSections() {
    List<TableSpec> tables = new ArrayList<>();
    facts.forEach(
        (table, derived) -> {
          tables.add(silver(table.tableName()));
          tables.addAll(derived.tables());
        });
    return tables;
  }

  /** The tables that every fact may depend on. */
  public List<TableSpec> ofReferences() {
    List<TableSpec> references = new ArrayList<>();
    for (ReferenceTable table : ReferenceTable.values()) {
      references.add(changes(table.tableName()));
    }
    references.add(silver("ExchangeRate"));
    return references;
  }

  /** The tables that are written once, and looked at again only when something is rebuilt. */
  public List<TableSpec> writtenOnce() {
    return List.of(at(Type1Dimensions.DATE));
  }

  /** The source table whose rows a table keeps as they were sent; empty if it is derived. */
  public Optional<String> sourceOf(TableSpec spec) {
    return sourceTables().stream()
        .filter(
            table ->
                spec == silver(table)
                    || spec == quarantine(table)
                    || (ReferenceTable.named(table).isPresent() && spec == changes(table)))
        .findFirst();
  }

  /** The history of a dimension. */
  TableSpec history(ReferenceTable table) {
    return at("gold/dim_" + table.dimension() + "_history");
  }

  /** The current rows of a dimension. */
  TableSpec current(ReferenceTable table) {
    return at("gold/dim_" + table.dimension());
  }

  /** A mart. */
  TableSpec mart(String name) {
    return at(Marts.path(name));
  }

  /** Every mart. */
  public List<TableSpec> marts() {
    return Marts.all().stream().map(mart -> at(mart.table().path())).toList();
  }

  /** The parts of transactions and facts. */
  public int buckets() {
    return buckets;
  }

  /** The tables that are spread over the buckets; all others have one. */
  public List<TableSpec> spread() {
    return spread.stream().map(this::at).toList();
  }

  /** Whether a table is one of them. */
  public boolean isSpread(TableSpec table) {
    return spread.contains(table.path());
  }

  /** The names of the source tables, the bundled ones first. */
  public List<String> sourceTables() {
    return List.copyOf(contracts.keySet());
  }

  /** The contract of a source table. */
  public TableContract contract(String table) {
    TableContract contract = contracts.get(table);
    if (contract == null) {
      throw new IllegalArgumentException("no table " + table + " among " + contracts.keySet());
    }
    return contract;
  }

  /** The source's columns of a table, in snake_case, without what landing adds. */
  Schema sourceSchema(String table) {
    return sourceSchema(contract(table));
  }

  /**
   * What a dimension may track: what its contract names beside key, update time and delete flag.
   */
  List<String> attributes(ReferenceTable table) {
    return contractSchema(table.tableName()).getFieldNames().stream()
        .filter(column -> !table.key().contains(column))
        .filter(column -> !column.equals(ReferenceTable.SEQUENCE))
        .filter(column -> !column.equals(Conformer.DELETED))
        .toList();
  }

  /** Those of them that its contract names, as silver has them: names of people are hashed. */
  private Schema contractSchema(String table) {
    Schema source = sourceSchema(contract(table).withAdded(List.of()));
    Schema.Builder kept = Schema.builder();
    Conformer.silverSchema(source, personalColumns(table), null).getFields().stream()
        .filter(field -> !field.getName().startsWith("_"))
        .forEach(kept::addField);
    return kept.build();
  }

  private static Schema sourceSchema(TableContract contract) {
    Schema.Builder source = Schema.builder();
    for (Schema.Field field : contract.landingSchema().getFields()) {
      if (!field.getName().startsWith("_")) {
        source.addField(field);
      }
    }
    return source.build();
  }

  /**
   * Whether each load takes the place of all that silver holds of a table, so that a row that is
   * gone from the source is gone from silver.
   */
  public static boolean isReplacedWhole(TableConfig table) {
    return table.mode() == Mode.FULL
        && TransactionTable.named(table.name()).isEmpty()
        && ReferenceTable.named(table.name()).isEmpty();
  }

  /** Whether silver can flag a row of a table as deleted. */
  public boolean flagsDeleted(String table) {
    RowLayout layout = silver(table).layout();
    return layout.has(Conformer.DELETED)
        && layout.type(layout.column(Conformer.DELETED)) == ColumnType.BOOLEAN;
  }

  /** The columns that hold names of people. */
  Set<String> personalColumns(String table) {
    return contract(table).columns().stream()
        .filter(ContractColumn::personal)
        .map(ContractColumn::name)
        .collect(Collectors.toSet());
  }

  /** The source's columns, and the flag of deleted rows where the source has none. */
  private Schema silverSource(TableContract contract) {
    Schema source = sourceSchema(contract.table());
    boolean isMerged =
        contract.watermark() != null || ReferenceTable.named(contract.table()).isPresent();
    if (!isMerged || source.hasField(Conformer.DELETED)) {
      return source;
    }
    return Schema.builder()
        .addFields(source.getFields())
        .addNullableField(Conformer.DELETED, Schema.FieldType.BOOLEAN)
        .build();
  }

  private void addSourceTable(TableContract contract) {
    TransactionTable rules = TransactionTable.named(contract.table()).orElse(null);
    Schema silver =
        Conformer.silverSchema(silverSource(contract), personalColumns(contract.table()), rules);
    TableSpec.Builder table =
        TableSpec.at("silver/" + contract.name())
            .schema(silver)
            .key(contract.key())
            .growing(laterColumns(silver, Set.copyOf(contract.key())))
            .audited(BATCH_ID);
    if (rules != null) {
      addSpread(table, SECTION);
    } else if (contract.watermark() != null && ReferenceTable.named(contract.table()).isEmpty()) {
      addSpread(table, contract.key());
    } else {
      add(table);
    }
    add(
        TableSpec.at("quarantine/" + contract.name())
            .schema(rules == null ? Quarantine.SCHEMA : Quarantine.TRANSACTION_SCHEMA)
            .key("source_key")
            .audited("batch_id"));
    if (ReferenceTable.named(contract.table()).isPresent()) {
      List<String> key = changeKeys.getOrDefault(contract.table(), payload(contract, silver));
      add(
          TableSpec.at("silver/" + contract.name() + "_changes")
              .schema(silver)
              .key(key)
              .growing(laterColumns(silver, Set.copyOf(key))));
    }
  }

  /**
   * The columns that tell one change from another: all that the contract names. A column that came
   * later is none of them, so that it fills in place in the changes that are known.
   */
  private static List<String> payload(TableContract contract, Schema silver) {
    List<String> payload = new ArrayList<>(silver.getFieldNames());
    payload.remove(BATCH_ID);
    contract.added().forEach(column -> payload.remove(column.name()));
    return payload;
  }

  /** What a stored table may lack: any column of the source that may be null. */
  private static Set<String> laterColumns(Schema silver, Set<String> key) {
    return silver.getFields().stream()
        .filter(field -> field.getType().getNullable())
        .map(Schema.Field::getName)
        .filter(name -> !name.startsWith("_") && !key.contains(name) && !SECTION.contains(name))
        .collect(Collectors.toSet());
  }

  private TableSpec addSpread(TableSpec.Builder table, List<String> by) {
    TableSpec spec = table.bucketedBy(buckets, by).build();
    specs.put(spec.path(), spec);
    spread.add(spec.path());
    return spec;
  }

  private void add(TableSpec.Builder table) {
    add(table.build());
  }

  private void add(TableSpec spec) {
    specs.put(spec.path(), spec);
  }
}
