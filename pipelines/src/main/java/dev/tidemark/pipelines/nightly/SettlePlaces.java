// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.landing.LandedTable;
import dev.tidemark.pipelines.parquet.ColumnValues;
import dev.tidemark.pipelines.source.Slice;
import dev.tidemark.pipelines.table.DataFile;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.conform.TransactionTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;

/**
 * Settles which place keeps each landed row of transactions, and tells the places that have another
 * image of it: {@link #MOVED}, by place. Takes {@link PlacedImages} by shard, which {@link
 * ConformLanded} gives, and counts the rows in {@link #OUTCOMES}.
 *
 * <p>A row whose UMR or section was corrected, that turned bad or was mended, has an image that is
 * stored elsewhere. Where that lies is found in one of two ways, with one result:
 *
 * <ul>
 *   <li>a small increment tells its ids to every place, eight bytes each, and a place gives the
 *       images of those that it has;
 *   <li>for a large one every place gives all of its images, twenty bytes each.
 * </ul>
 *
 * <p>That which sends fewer bytes is taken; either reads the columns of ids and times alone. Over
 * an empty lake nothing is looked for. One shuffle of images, and for the first way one of ids.
 */
final class SettlePlaces extends PTransform<PCollection<KV<Integer, byte[]>>, PCollectionTuple> {

  private static final long serialVersionUID = 1L;

  /** Blocks of {@link MovedRows}, by place. */
  static final TupleTag<KV<Integer, byte[]>> MOVED = new TupleTag<>() {};

  /** The figures of every shard. */
  static final TupleTag<BucketOutcome> OUTCOMES = new TupleTag<>() {};

  /** How stored images are found. */
  enum Search {
    /** There are none. */
    NOTHING_STORED,
    /** Every place is told the landed ids. */
    BY_ID,
    /** Every place gives all of its images. */
    WHOLE_LAKE
  }

  private final String table;
  private final StoredImages stored;
  private final Places places;
  private final Search search;

  private SettlePlaces(String table, StoredImages stored, Places places, Search search) {
    this.table = table;
    this.stored = stored;
    this.places = places;
    this.search = search;
  }

  /** Of a table that is due. */
  static SettlePlaces of(TransactionTable table, RunPlan plan) {
    String name = table.tableName();
    StoredImages stored = new StoredImages(table, plan);
    Places places = Places.of(plan.tables().silver(name));
    Search search =
        stored.isEmpty()
            ? Search.NOTHING_STORED
            : search(rowsToLand(name, plan), stored.count(), places.quarantine() + 1);
    return new SettlePlaces(name, stored, places, search);
  }

  /** The way that sends fewer bytes: ids to every place, or every stored image. */
  static Search search(long landedRows, long storedRows, int places) {
    return (double) landedRows * places * Long.BYTES <= (double) storedRows * PlacedImages.BYTES
        ? Search.BY_ID
        : Search.WHOLE_LAKE;
  }

  private static long rowsToLand(String table, RunPlan plan) {
    LandedTable tombstones = plan.load(table).tombstones();
    return tombstones != null
        ? tombstones.rows()
        : plan.slices().getOrDefault(table, List.of()).stream().mapToLong(Slice::rows).sum();
  }

  Places places() {
    return places;
  }

  @Override
  public PCollectionTuple expand(PCollection<KV<Integer, byte[]>> landed) {
    PCollection<KV<Integer, byte[]>> images = landed;
    if (search != Search.NOTHING_STORED) {
      PCollection<KV<Integer, byte[]>> found =
          search == Search.BY_ID ? findById(landed) : readWholeLake(landed);
      images =
          PCollectionList.of(landed).and(found).apply("Landed and stored", Flatten.pCollections());
    }
    PCollectionTuple settled =
        images
            .apply("By id", GroupByKey.create())
            .apply(
                "Find latest",
                ParDo.of(new SettleFn(table, places))
                    .withOutputTags(MOVED, TupleTagList.of(OUTCOMES)));
    settled.get(MOVED).setCoder(PackRows.coder());
    settled.get(OUTCOMES).setCoder(BucketOutcome.coder());
    return settled;
  }

  private PCollection<KV<Integer, byte[]>> findById(PCollection<KV<Integer, byte[]>> landed) {
    return landed
        .apply("Tell ids", ParDo.of(new TellFn(stored, places)))
        .setCoder(PackRows.coder())
        .apply("By place", GroupByKey.create())
        .apply("Find stored", ParDo.of(new FindFn(stored, places)))
        .setCoder(PackRows.coder());
  }

  private PCollection<KV<Integer, byte[]>> readWholeLake(PCollection<KV<Integer, byte[]>> landed) {
    List<KV<Integer, DataFile>> files = new ArrayList<>();
    for (int place = 0; place <= places.quarantine(); place++) {
      for (DataFile file : stored.files(place)) {
        files.add(KV.of(place, file));
      }
    }
    return landed
        .getPipeline()
        .apply(
            getName() + " files of " + table,
            Create.of(files)
                .withCoder(KvCoder.of(VarIntCoder.of(), SerializableCoder.of(DataFile.class))))
        .apply("Read stored", ParDo.of(new ReadFn(stored, places)))
        .setCoder(PackRows.coder());
  }

  /** Tells the ids of landed images to every place that has a file. */
  private static final class TellFn extends DoFn<KV<Integer, byte[]>, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;

    private final StoredImages stored;
    private final Places places;

    TellFn(StoredImages stored, Places places) {
      this.stored = stored;
      this.places = places;
    }

    @ProcessElement
    public void tell(@Element KV<Integer, byte[]> images, OutputReceiver<KV<Integer, byte[]>> out) {
      byte[] ids = SourceIds.of(images.getValue());
      for (int place = 0; place <= places.quarantine(); place++) {
        if (!stored.files(place).isEmpty()) {
          out.output(KV.of(place, ids));
        }
      }
    }
  }

  /** Finds the images of ids that a place has. */
  private static final class FindFn
      extends DoFn<KV<Integer, Iterable<byte[]>>, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;

    private final StoredImages stored;
    private final Places places;

    FindFn(StoredImages stored, Places places) {
      this.stored = stored;
      this.places = places;
    }

    @ProcessElement
    public void find(
        @Element KV<Integer, Iterable<byte[]>> idsOfPlace, OutputReceiver<KV<Integer, byte[]>> out)
        throws IOException {
      IdIndex ids = new IdIndex();
      ColumnValues wanted = stored.noIds();
      for (byte[] block : idsOfPlace.getValue()) {
        SourceIds.forEach(
            block,
            id -> {
              ids.add(id);
              wanted.add(id);
            });
      }
      int place = idsOfPlace.getKey();
      PlacedImages.Collector found =
          new PlacedImages.Collector(places.shards(), PlacedImages.Origin.STORED);
      for (DataFile file : stored.files(place)) {
        stored.forEachOf(
            wanted,
            place,
            file,
            (id, time, at) -> {
              if (ids.find(id) >= 0) {
                found.add(id, time, at);
              }
            });
      }
      found.blocks(places.firstShard()).forEach(out::output);
    }
  }

  /** Reads all images of a file. */
  private static final class ReadFn extends DoFn<KV<Integer, DataFile>, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;

    private final StoredImages stored;
    private final Places places;

    ReadFn(StoredImages stored, Places places) {
      this.stored = stored;
      this.places = places;
    }

    @ProcessElement
    public void read(@Element KV<Integer, DataFile> file, OutputReceiver<KV<Integer, byte[]>> out)
        throws IOException {
      PlacedImages.Collector images =
          new PlacedImages.Collector(places.shards(), PlacedImages.Origin.STORED);
      stored.forEach(file.getKey(), file.getValue(), images::add);
      images.blocks(places.firstShard()).forEach(out::output);
    }
  }

  /** Compares the images of a shard. */
  private static final class SettleFn
      extends DoFn<KV<Integer, Iterable<byte[]>>, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;

    private final String table;
    private final Places places;

    SettleFn(String table, Places places) {
      this.table = table;
      this.places = places;
    }

    @ProcessElement
    public void settle(@Element KV<Integer, Iterable<byte[]>> shard, MultiOutputReceiver outputs) {
      List<byte[]> images = new ArrayList<>();
      shard.getValue().forEach(images::add); // a group may be walked through once
      LatestPlaces latest = LatestPlaces.of(places, images);
      BucketOutcome outcome = new BucketOutcome();
      latest.count(table, outcome);
      outputs.get(OUTCOMES).output(outcome);
      latest
          .moved(images)
          .forEach((place, rows) -> outputs.get(MOVED).output(KV.of(place, rows.toBlock())));
    }
  }
}
