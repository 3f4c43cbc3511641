// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.PlanPart;
import dev.tidemark.pipelines.table.TableChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.FlatMapElements;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.jspecify.annotations.Nullable;

/**
 * The gate before publication, over exactly what would be published: reads the tables of the
 * dimensions and the keys of the facts back from the files that would be live, and counts what goes
 * against each {@link GoldRule}.
 *
 * <p>In: the changes of the tables that {@link #tables}. Out: the same changes, each with the
 * figures of the files that it names; so a change of such a table reaches the plan through the gate
 * or not at all.
 *
 * <p>The dimensions are read whole: they are small and made anew in every run. Of the facts, the
 * key columns of the rows that are written; row groups that a merge copied as they were came
 * through the gate when they were. All facts are read when a key left its dimension, and the
 * buckets that change are when something is built anew because what is stored is not what was
 * published. Two shuffles of small elements; the keys of the dimensions are a side input. Days are
 * the exception: what a key of a day is, is known without their table.
 */
final class AuditGold extends PTransform<PCollection<TableChange>, PCollection<PlanPart>> {

  private static final long serialVersionUID = 1L;

  private static final Coder<List<TableChange>> CHANGES = ListCoder.of(TableChange.coder());

  // not in a method: there, each tag would take the gate along to every worker
  private static final TupleTag<PlanPart> PARTS = new TupleTag<>() {};
  private static final TupleTag<KV<String, byte[]>> KEYS = new TupleTag<>() {};
  private static final TupleTag<String> LOST = new TupleTag<>() {};

  private final HashMap<String, AuditedDimension> dimensions = new HashMap<>();
  private final HashMap<String, AuditedFact> facts = new HashMap<>();

  /** The dimension that each of its tables belongs to. */
  private final HashMap<String, String> dimensionOf = new HashMap<>();

  /** Whether what is stored was published, and so came through the gate. */
  private final boolean isStoredSound;

  private AuditGold(LakeTables tables, LakeSnapshot snapshot, Rebuild rebuild, String lakeRoot) {
    isStoredSound = rebuild.isEmpty();
    for (ReferenceTable table : ReferenceTable.values()) {
      add(table.dimension(), AuditedHistory.of(table, tables, snapshot, lakeRoot));
    }
    add(
        "contract",
        new AuditedType1(
            GoldTable.of(tables.at(Type1Dimensions.CONTRACT), snapshot, lakeRoot), "umr"));
    add(
        "class_of_business",
        new AuditedType1(
            GoldTable.of(tables.at(Type1Dimensions.CLASS_OF_BUSINESS), snapshot, lakeRoot),
            "class_of_business"));
    for (FactKeys keys : FactKeys.of(tables)) {
      facts.put(keys.facts().path(), AuditedFact.of(keys, snapshot, lakeRoot));
    }
  }

  private void add(String name, AuditedDimension dimension) {
    dimensions.put(name, dimension);
    dimension.tables().forEach(table -> dimensionOf.put(table.spec().path(), name));
  }

  /**
   * The gate of a lake whose tables are pinned at these versions.
   *
   * @param rebuild what is derived again although nothing of it came
   */
  static AuditGold of(LakeTables tables, LakeSnapshot snapshot, Rebuild rebuild, String lakeRoot) {
    return new AuditGold(tables, snapshot, rebuild, lakeRoot);
  }

  /** The paths of the tables whose changes have to come through the gate. */
  Set<String> tables() {
    Set<String> tables = new HashSet<>(dimensionOf.keySet());
    tables.addAll(facts.keySet());
    return tables;
  }

  @Override
  public PCollection<PlanPart> expand(PCollection<TableChange> changes) {
    PCollectionTuple audited =
        byDimension(changes)
            .apply(
                "Check dimensions",
                ParDo.of(new DimensionFn(dimensions, keyColumns()))
                    .withOutputTags(PARTS, TupleTagList.of(KEYS).and(LOST)));
    PCollectionView<List<KV<String, byte[]>>> known =
        audited
            .get(KEYS)
            .setCoder(KvCoder.of(StringUtf8Coder.of(), ByteArrayCoder.of()))
            .apply("Keys", View.asList());
    PCollectionView<List<String>> left =
        audited.get(LOST).setCoder(StringUtf8Coder.of()).apply("Lost keys", View.asList());
    PCollection<PlanPart> checkedFacts =
        byBucket(changes)
            .apply(
                "Check facts",
                ParDo.of(new FactFn(facts, known, left, isStoredSound)).withSideInputs(known, left))
            .setCoder(PlanPart.coder());
    return PCollectionList.of(audited.get(PARTS).setCoder(PlanPart.coder()))
        .and(checkedFacts)
        .apply("Parts", Flatten.pCollections());
  }

  /** The key columns that some fact points to. */
  private HashSet<FactKeys.KeyColumn> keyColumns() {
    HashSet<FactKeys.KeyColumn> columns = new HashSet<>();
    facts
        .values()
        .forEach(fact -> fact.keys().references().forEach(key -> columns.add(key.keys())));
    return columns;
  }

  /** The changes of each dimension, also of one without any. */
  private PCollection<KV<String, Iterable<List<TableChange>>>> byDimension(
      PCollection<TableChange> changes) {
    HashMap<String, String> owner = dimensionOf;
    KvCoder<String, List<TableChange>> coder = KvCoder.of(StringUtf8Coder.of(), CHANGES);
    List<KV<String, List<TableChange>>> everyDimension = new ArrayList<>();
    dimensions.keySet().forEach(dimension -> everyDimension.add(KV.of(dimension, List.of())));
    PCollection<KV<String, List<TableChange>>> keyed =
        changes
            .apply(
                "By dimension",
                FlatMapElements.into(
                        TypeDescriptors.kvs(
                            TypeDescriptors.strings(),
                            TypeDescriptors.lists(TypeDescriptor.of(TableChange.class))))
                    .via(
                        change ->
                            owner.containsKey(change.table())
                                ? List.of(KV.of(owner.get(change.table()), List.of(change)))
                                : List.of()))
            .setCoder(coder);
    return PCollectionList.of(keyed)
        .and(
            changes
                .getPipeline()
                .apply(getName() + " dimensions", Create.of(everyDimension).withCoder(coder)))
        .apply("Dimensions", Flatten.pCollections())
        .apply("Gather dimensions", GroupByKey.create());
  }

  /** The changes of each bucket of the facts, also of one without any. */
  private PCollection<KV<KV<String, Integer>, Iterable<List<TableChange>>>> byBucket(
      PCollection<TableChange> changes) {
    HashSet<String> paths = new HashSet<>(facts.keySet());
    KvCoder<KV<String, Integer>, List<TableChange>> coder =
        KvCoder.of(KvCoder.of(StringUtf8Coder.of(), VarIntCoder.of()), CHANGES);
    List<KV<KV<String, Integer>, List<TableChange>>> everyBucket = new ArrayList<>();
    facts.forEach(
        (path, fact) ->
            fact.facts()
                .pinned()
                .buckets()
                .forEach(bucket -> everyBucket.add(KV.of(KV.of(path, bucket), List.of()))));
    PCollection<KV<KV<String, Integer>, List<TableChange>>> keyed =
        changes
            .apply(
                "By bucket",
                FlatMapElements.into(
                        TypeDescriptors.kvs(
                            TypeDescriptors.kvs(
                                TypeDescriptors.strings(), TypeDescriptors.integers()),
                            TypeDescriptors.lists(TypeDescriptor.of(TableChange.class))))
                    .via(
                        change ->
                            paths.contains(change.table())
                                ? List.of(
                                    KV.of(KV.of(change.table(), change.bucket()), List.of(change)))
                                : List.of()))
            .setCoder(coder);
    return PCollectionList.of(keyed)
        .and(
            changes
                .getPipeline()
                .apply(getName() + " buckets", Create.of(everyBucket).withCoder(coder)))
        .apply("Buckets", Flatten.pCollections())
        .apply("Gather buckets", GroupByKey.create());
  }

  private static List<TableChange> gathered(Iterable<List<TableChange>> lists) {
    List<TableChange> changes = new ArrayList<>();
    lists.forEach(changes::addAll);
    return changes;
  }

  /** Checks a dimension; gives its keys, and names the key columns that lost one. */
  private static final class DimensionFn
      extends DoFn<KV<String, Iterable<List<TableChange>>>, PlanPart> {

    private static final long serialVersionUID = 1L;

    private final HashMap<String, AuditedDimension> dimensions;
    private final HashSet<FactKeys.KeyColumn> keyColumns;

    DimensionFn(
        HashMap<String, AuditedDimension> dimensions, HashSet<FactKeys.KeyColumn> keyColumns) {
      this.dimensions = dimensions;
      this.keyColumns = keyColumns;
    }

    @ProcessElement
    public void check(ProcessContext context) {
      AuditedDimension dimension = dimensions.get(context.element().getKey());
      if (dimension == null) {
        throw new IllegalStateException("no dimension " + context.element().getKey());
      }
      List<TableChange> changes = gathered(context.element().getValue());
      context.output(PlanPart.of(changes, dimension.check(changes).figures()));
      for (GoldTable table : dimension.tables()) {
        for (FactKeys.KeyColumn column : keyColumns) {
          if (column.path().equals(table.spec().path())) {
            giveKeys(table, column, changes, context);
          }
        }
      }
    }

    private void giveKeys(
        GoldTable table,
        FactKeys.KeyColumn column,
        List<TableChange> changes,
        ProcessContext context) {
      for (byte[] block : KeyTexts.blocks(table.after(changes), column.column())) {
        context.output(KEYS, KV.of(column.toString(), block));
      }
      if (table.loses(column.column(), changes)) {
        context.output(LOST, column.toString());
      }
    }
  }

  /** Checks a bucket of facts that changes, or whose keys may have left their dimension. */
  private static final class FactFn
      extends DoFn<KV<KV<String, Integer>, Iterable<List<TableChange>>>, PlanPart> {

    private static final long serialVersionUID = 1L;

    private final HashMap<String, AuditedFact> facts;
    private final PCollectionView<List<KV<String, byte[]>>> keys;
    private final PCollectionView<List<String>> lost;
    private final boolean isStoredSound;
    private transient @Nullable Map<String, List<byte[]>> keyTexts;
    private transient @Nullable Map<String, AuditedFact.Known> known;

    FactFn(
        HashMap<String, AuditedFact> facts,
        PCollectionView<List<KV<String, byte[]>>> keys,
        PCollectionView<List<String>> lost,
        boolean isStoredSound) {
      this.facts = facts;
      this.keys = keys;
      this.lost = lost;
      this.isStoredSound = isStoredSound;
    }

    @StartBundle
    public void start() {
      keyTexts = null;
      known = new HashMap<>();
    }

    @ProcessElement
    public void check(ProcessContext context) {
      AuditedFact fact = facts.get(context.element().getKey().getKey());
      if (fact == null) {
        throw new IllegalStateException("no fact " + context.element().getKey());
      }
      int bucket = context.element().getKey().getValue();
      List<TableChange> changes = gathered(context.element().getValue());
      boolean isChanged = changes.stream().anyMatch(change -> !change.isEmpty());
      boolean hasLostKeys = fact.keys().pointsToOneOf(context.sideInput(lost));
      if (isChanged || hasLostKeys) {
        AuditedFact.Known known = known(fact, context);
        GoldFindings findings =
            isStoredSound && !hasLostKeys
                ? known.checkWritten(bucket, changes)
                : known.check(bucket, changes);
        context.output(PlanPart.of(changes, findings.figures()));
      } else if (!changes.isEmpty()) {
        context.output(PlanPart.of(changes, Map.of()));
      }
    }

    /** The keys that a fact may hold, put in order once per bundle. */
    private AuditedFact.Known known(AuditedFact fact, ProcessContext context) {
      if (known == null) {
        throw new IllegalStateException("no bundle was started");
      }
      return known.computeIfAbsent(
          fact.keys().facts().path(), path -> fact.known(keyTexts(context)));
    }

    private Map<String, List<byte[]>> keyTexts(ProcessContext context) {
      Map<String, List<byte[]>> read = keyTexts;
      if (read == null) {
        read = new HashMap<>();
        for (KV<String, byte[]> block : context.sideInput(keys)) {
          read.computeIfAbsent(block.getKey(), column -> new ArrayList<>()).add(block.getValue());
        }
        keyTexts = read;
      }
      return read;
    }
  }
}
