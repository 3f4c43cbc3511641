// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.landing.LandTable;
import dev.tidemark.pipelines.landing.LandedTable;
import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.pipelines.source.KeyRead;
import dev.tidemark.pipelines.source.Mark;
import dev.tidemark.pipelines.source.ReadKeys;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.WritePlan;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.BlockPacker;
import dev.tidemark.transforms.block.KeyIndex;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.FlatMapElements;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.apache.hadoop.fs.Path;

/**
 * The graph that finds rows which are gone from the source, and lands their images as deleted rows;
 * and counts the keys of the source that should have come to the lake and never did:
 *
 * <pre>
 * Keys      those of silver and quarantine, and the source's, packed by partition of the key
 * Compare   per partition, behind one shuffle of keys: live and not at the source; and lost ones
 * Images    the rows of these keys, from the files that they stand in, flagged deleted
 * Land      as any other landing of the table, the manifest last
 * Plan      the counts: the launcher judges them before anything is merged
 * </pre>
 *
 * <p>Where the counts are not allowed nothing is landed. Nothing is merged either way: {@link
 * NightlyPipeline} takes the landing from here.
 *
 * <p>Memory: of one table the keys of one partition; of one file the rows that are gone.
 */
public final class CompareKeys {

  private static final TupleTag<KV<Integer, byte[]>> GONE = new TupleTag<>() {};
  private static final TupleTag<KeyCounts> COUNTS = new TupleTag<>() {};
  private static final TupleTag<KV<String, String>> LOST = new TupleTag<>() {};

  private final Pipeline pipeline;
  private final RunPlan plan;
  private final KeyCompare compare;
  private final Map<String, Mark> readTo;
  private final List<PCollection<KV<String, String>>> figures = new ArrayList<>();

  private CompareKeys(
      Pipeline pipeline, RunPlan plan, KeyCompare compare, Map<String, Mark> readTo) {
    this.pipeline = pipeline;
    this.plan = plan;
    this.compare = compare;
    this.readTo = readTo;
  }

  /**
   * Adds the graph that compares the loads of a plan to a pipeline.
   *
   * @param readTo the mark up to which the rows of a table were read, by its name: a key that the
   *     source holds up to there, and the lake does not, is lost. Not looked for elsewhere, nor in
   *     a part of a table
   */
  public static void build(
      Pipeline pipeline, RunPlan plan, KeyCompare compare, Map<String, Mark> readTo) {
    new CompareKeys(pipeline, plan, compare, readTo).build();
  }

  /** The lost keys of a table that was read up to a mark; empty when there are none. */
  public static Optional<LostKeys> lost(
      String table, Mark readTo, Map<String, List<String>> figures) {
    return LostKeys.of(table, readTo.type(), figures);
  }

  /** What the graph counted of a table, from the figures that it left. */
  public static KeyCounts counts(String table, Map<String, List<String>> figures) {
    return new KeyCounts(
        sum(table + ".live_keys", figures),
        sum(table + ".source_keys", figures),
        sum(table + ".scope_keys", figures),
        sum(table + ".deleted_keys", figures));
  }

  private static long sum(String figure, Map<String, List<String>> figures) {
    return figures.getOrDefault(figure, List.of()).stream().mapToLong(Long::parseLong).sum();
  }

  private void build() {
    Map<String, ComparedTable> tables = new LinkedHashMap<>();
    Map<String, KeyRead> atSource = new LinkedHashMap<>();
    for (TableLoad load : plan.loads().values()) {
      Mark mark = compare.scope() == null ? readTo.get(load.table()) : null;
      ComparedTable table = new ComparedTable(load.table(), plan, compare.scope(), mark);
      tables.put(load.table(), table);
      atSource.put(load.table(), table.atSource(load.source()));
    }
    PCollection<KV<String, byte[]>> read =
        pipeline.apply("Source keys", ReadKeys.of(plan.source(), atSource));
    tables.values().forEach(table -> compare(table, read));
    pipeline
        .apply("No changes", Create.empty(TableChange.coder()))
        .apply(
            "Write plan",
            WritePlan.in(plan.lakeRoot())
                .ofBatch(plan.batchId())
                .withFigures(
                    PCollectionList.of(figures).apply("All figures", Flatten.pCollections())));
  }

  private void compare(ComparedTable table, PCollection<KV<String, byte[]>> read) {
    String name = table.name();
    KvCoder<Integer, String> fileCoder = KvCoder.of(VarIntCoder.of(), StringUtf8Coder.of());
    PCollection<KV<Integer, byte[]>> lake =
        pipeline
            .apply("Files of " + name, Create.of(table.numberedFiles()).withCoder(fileCoder))
            .apply("Lake keys of " + name, ParDo.of(new LakeKeysFn(table)))
            .setCoder(PackRows.coder());
    PCollectionTuple compared =
        PCollectionList.of(lake)
            .and(read.apply("Source keys of " + name, KeysAtSource.of(table, plan)))
            .apply("All keys of " + name, Flatten.pCollections())
            .apply("Keys by partition of " + name, GroupByKey.create())
            .apply(
                "Compare keys of " + name,
                ParDo.of(new CompareFn(table))
                    .withOutputTags(GONE, TupleTagList.of(COUNTS).and(LOST)));
    PCollection<KeyCounts> counts =
        compared.get(COUNTS).setCoder(SerializableCoder.of(KeyCounts.class));
    addFigures(name, counts);
    figures.add(compared.get(LOST).setCoder(NightlyPipeline.figureCoder()));
    PCollectionView<Iterable<KeyCounts>> allCounts =
        counts.apply("View counts of " + name, View.asIterable());
    PCollection<LandedTable> landed =
        compared
            .get(GONE)
            .setCoder(PackRows.coder())
            .apply("Gone keys by file of " + name, GroupByKey.create())
            .apply(
                "Images of " + name,
                ParDo.of(new ImagesFn(table, Tombstones.of(table, plan), compare, allCounts))
                    .withSideInputs(allCounts))
            .setRowSchema(table.contract().tombstoneSchema())
            .apply(
                "Land " + name,
                LandTable.named(name)
                    .in(new LandingLayout(plan.lakeRoot()))
                    .at(plan.landingTime(), plan.runId()));
    figures.add(
        landed
            .apply(
                "Landed rows of " + name,
                MapElements.into(
                        TypeDescriptors.kvs(TypeDescriptors.strings(), TypeDescriptors.strings()))
                    .via(l -> KV.of(l.table() + ".landed_rows", Long.toString(l.rows()))))
            .setCoder(NightlyPipeline.figureCoder()));
  }

  private void addFigures(String name, PCollection<KeyCounts> counts) {
    figures.add(
        counts
            .apply(
                "Counts of " + name,
                FlatMapElements.into(
                        TypeDescriptors.kvs(TypeDescriptors.strings(), TypeDescriptors.strings()))
                    .via(
                        c ->
                            List.of(
                                KV.of(name + ".live_keys", Long.toString(c.live())),
                                KV.of(name + ".source_keys", Long.toString(c.source())),
                                KV.of(name + ".scope_keys", Long.toString(c.inScope())),
                                KV.of(name + ".deleted_keys", Long.toString(c.deleted())))))
            .setCoder(NightlyPipeline.figureCoder()));
  }

  /** Reads the key columns of one file; those of deleted rows only where keys may be lost. */
  private static final class LakeKeysFn extends DoFn<KV<Integer, String>, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;

    private final ComparedTable table;

    LakeKeysFn(ComparedTable table) {
      this.table = table;
    }

    @ProcessElement
    public void read(@Element KV<Integer, String> numbered, OutputReceiver<KV<Integer, byte[]>> out)
        throws IOException {
      int file = numbered.getKey();
      LakeKey key = new LakeKey(table, file);
      RowLayout compared = RowLayout.of(table.schema());
      RowWriter writer = new RowWriter(compared);
      int fileColumn = compared.column(ComparedTable.FILE);
      int inScope = compared.column(ComparedTable.IN_SCOPE);
      BlockPacker packer = new BlockPacker(compared, table.key(), table.partitions());
      RowView row = new RowView(table.layout(file));
      try (ParquetBlockReader reader =
          ParquetBlockReader.openColumns(
              LakeFiles.inputFile(new Path(numbered.getValue())), row.layout(), key.columns())) {
        reader.read(
            block -> {
              for (int at = 0; at < block.length; at += row.length()) {
                boolean isLive = key.isLive(row.at(block, at));
                if (isLive || table.seeksLostKeys()) {
                  key.write(row, writer);
                  writer.setInt(fileColumn, file);
                  writer.setBoolean(inScope, isLive);
                  packer.add(writer, (part, keys) -> out.output(KV.of(part, keys)));
                }
              }
            });
      }
      packer.flush((part, keys) -> out.output(KV.of(part, keys)));
    }
  }

  /** Compares the keys of one partition. */
  private static final class CompareFn
      extends DoFn<KV<Integer, Iterable<byte[]>>, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;

    private final ComparedTable table;

    CompareFn(ComparedTable table) {
      this.table = table;
    }

    @ProcessElement
    public void compare(
        @Element KV<Integer, Iterable<byte[]>> partition, MultiOutputReceiver outputs) {
      RowLayout layout = RowLayout.of(table.schema());
      RowBlocks keys = RowBlocks.of(partition.getValue());
      int file = layout.column(ComparedTable.FILE);
      int scoped = layout.column(ComparedTable.IN_SCOPE);
      RowBlocks source = keys.where(layout, row -> row.isNull(file));
      KeyIndex atSource = KeyIndex.of(source, RowKey.of(layout, table.key()));
      long inSource = 0;
      long inScope = 0;
      RowView row = new RowView(layout);
      for (int r = 0; r < source.rowCount(); r++) {
        if (atSource.find(row.at(source, source.ref(r))) == r) {
          inSource++;
          inScope += row.getBoolean(scoped) ? 1 : 0;
        }
      }
      Map<Integer, BlockBuilder> gone = new HashMap<>();
      long[] counted = {0, 0};
      // a key may stand in silver and in quarantine: its image is the one of silver, which is first
      LatestPerKey.of(layout, table.key(), List.of(Order.asc(ComparedTable.FILE)))
          .where(live -> !live.isNull(file) && live.getBoolean(scoped))
          .forEachWinner(
              keys,
              (live, places, ambiguous) -> {
                counted[0]++;
                if (atSource.find(live) < 0) {
                  counted[1]++;
                  gone.computeIfAbsent(live.getInt(file), f -> new BlockBuilder()).append(live);
                }
              });
      gone.forEach((number, block) -> outputs.get(GONE).output(KV.of(number, block.take())));
      outputs.get(COUNTS).output(new KeyCounts(counted[0], inSource, inScope, counted[1]));
      if (table.seeksLostKeys()) {
        LostKeys.figures(table, keys).forEach(outputs.get(LOST)::output);
      }
    }
  }

  /** Reads the rows of keys from the file that they stand in, unless there are too many keys. */
  private static final class ImagesFn extends DoFn<KV<Integer, Iterable<byte[]>>, Row> {

    private static final long serialVersionUID = 1L;

    private final ComparedTable table;
    private final Tombstones tombstones;
    private final KeyCompare compare;
    private final PCollectionView<Iterable<KeyCounts>> counts;

    ImagesFn(
        ComparedTable table,
        Tombstones tombstones,
        KeyCompare compare,
        PCollectionView<Iterable<KeyCounts>> counts) {
      this.table = table;
      this.tombstones = tombstones;
      this.compare = compare;
      this.counts = counts;
    }

    @ProcessElement
    public void read(ProcessContext context) throws IOException {
      KeyCounts all = KeyCounts.NONE;
      for (KeyCounts part : context.sideInput(counts)) {
        all = all.plus(part);
      }
      if (!compare.allows(all)) {
        return;
      }
      int file = context.element().getKey();
      RowLayout compared = RowLayout.of(table.schema());
      KeyIndex gone =
          KeyIndex.of(RowBlocks.of(context.element().getValue()), RowKey.of(compared, table.key()));
      LakeKey key = new LakeKey(table, file);
      RowWriter writer = new RowWriter(compared);
      RowView probe = new RowView(compared);
      BlockBuilder scratch = new BlockBuilder();
      Tombstones.Writer images = tombstones.of(file);
      RowView row = new RowView(table.layout(file));
      try (ParquetBlockReader reader =
          ParquetBlockReader.open(LakeFiles.inputFile(new Path(table.path(file))), row.layout())) {
        reader.read(
            block -> {
              for (int at = 0; at < block.length; at += row.length()) {
                key.write(row.at(block, at), writer);
                writer.appendTo(scratch);
                probe.at(scratch.take(), 0);
                if (key.isLive(row) && gone.find(probe) >= 0) {
                  context.output(images.of(row));
                }
              }
            });
      }
    }
  }
}
