// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.config.SecretRef;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.BlockPacker;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.conform.PersonalData;
import dev.tidemark.transforms.conform.Quarantine;
import dev.tidemark.transforms.conform.QuarantineReason;
import dev.tidemark.transforms.conform.SourceKey;
import dev.tidemark.transforms.conform.TransactionTable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.jspecify.annotations.Nullable;

/**
 * Conforms the landed rows of a table and sorts them into buckets: 0 to n − 1 get silver rows,
 * bucket n gets the quarantine's.
 *
 * <p>Kept out of silver are, in this order of reasons: rows dated later than the source's clock,
 * reference rows without an update time, and what the rules of the transactions refuse. A row of
 * the future leaves what is known of its key as it is, until its time has come.
 *
 * <p>Who must hear of a row that went elsewhere: of transactions, numbers behind the places get id,
 * update time and place of every row, for {@link SettlePlaces}. Of other tables, a bucket of silver
 * gets a row that is kept out all the same, without its batch: it counts for its key alone. An
 * existing quarantine is told the keys of good rows, in the same way. No shuffle.
 */
final class ConformLanded
    extends PTransform<PCollection<KV<String, Integer>>, PCollection<KV<Integer, byte[]>>> {

  private static final long serialVersionUID = 1L;

  private final ConformFn conform;

  private ConformLanded(ConformFn conform) {
    this.conform = conform;
  }

  /** Of a table that is due. */
  static ConformLanded of(String table, RunPlan plan) {
    return new ConformLanded(new ConformFn(table, plan));
  }

  @Override
  public PCollection<KV<Integer, byte[]>> expand(PCollection<KV<String, Integer>> rowGroups) {
    return rowGroups.apply("Conform", ParDo.of(conform)).setCoder(PackRows.coder());
  }

  private static final class ConformFn extends DoFn<KV<String, Integer>, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;

    private final @Nullable TransactionTable rules;
    private final Schema landed;
    private final TableSpec silver;
    private final TableSpec quarantine;
    private final List<String> key;
    private final @Nullable String sequence;
    private final @Nullable String updateTime;
    private final Set<String> personal;
    private final long batchId;
    private final @Nullable SecretRef salt;
    private final LoadMarks marks;
    private final boolean quarantineExists;

    ConformFn(String table, RunPlan plan) {
      LakeTables tables = plan.tables();
      rules = TransactionTable.named(table).orElse(null);
      landed = plan.landedSchema(table);
      silver = tables.silver(table);
      quarantine = tables.quarantine(table);
      key = tables.contract(table).key();
      sequence = ReferenceTable.named(table).isPresent() ? ReferenceTable.SEQUENCE : null;
      personal = tables.personalColumns(table);
      batchId = plan.batchId();
      salt = plan.salt();
      marks = LoadMarks.of(plan.load(table));
      updateTime = sequence != null ? sequence : marks.column();
      quarantineExists = !plan.pinned(quarantine).files().isEmpty();
    }

    @ProcessElement
    public void conform(
        @Element KV<String, Integer> rowGroup, OutputReceiver<KV<Integer, byte[]>> out)
        throws IOException {
      RowLayout layout = RowLayout.of(landed);
      Conformer conformer =
          Conformer.of(
              landed,
              silver.schema(),
              rules,
              PersonalData.saltedWith(salt == null ? null : salt.reveal()),
              batchId);
      LoadMarks.Reader loadMarks = marks.in(layout);
      int sequenceColumn = sequence == null ? -1 : layout.column(sequence);
      RowWriter conformed = new RowWriter(silver.layout());
      Sorter sorter = rules == null ? new BySourceKey(out) : new ById(rules, out);
      LandedRows.forEach(
          rowGroup,
          layout,
          row -> {
            QuarantineReason reason = conformer.conform(row, conformed);
            if (loadMarks.isFuture(row)) {
              reason = QuarantineReason.FUTURE_WATERMARK;
            } else if (sequenceColumn >= 0 && row.isNull(sequenceColumn)) {
              reason = QuarantineReason.NULL_SEQUENCE;
            }
            if (reason == null) {
              sorter.addGood(row, conformed);
            } else {
              sorter.addBad(row, conformed, reason);
            }
          });
      sorter.flush();
    }

    /** Sorts the rows of a row group; it belongs to one thread. */
    private abstract class Sorter {

      final OutputReceiver<KV<Integer, byte[]>> out;
      private final BlockPacker packer = silver.packer();
      private final Quarantine entries;
      private final RowWriter entry = new RowWriter(quarantine.layout());
      private final BlockBuilder entryRows = new BlockBuilder();

      Sorter(Quarantine entries, OutputReceiver<KV<Integer, byte[]>> out) {
        this.entries = entries;
        this.out = out;
      }

      abstract void addGood(RowView row, RowWriter conformed);

      /** Adds a row that is kept out; of transactions there may be no conformed row. */
      abstract void addBad(RowView row, RowWriter conformed, QuarantineReason reason);

      void flush() {
        packer.flush(this::output);
        if (!entryRows.isEmpty()) {
          output(silver.buckets(), entryRows.take());
        }
      }

      /** Gives the bucket that the row went to. */
      final int toSilver(RowWriter conformed) {
        return packer.add(conformed, this::output);
      }

      final void toQuarantine(RowView row, QuarantineReason reason) {
        entries.write(row, reason, entry);
        appendEntry();
      }

      /** Tells quarantine that a key came good. */
      final void toQuarantine(String mendedKey) {
        entry.clear().setString(0, mendedKey);
        appendEntry();
      }

      private void appendEntry() {
        entry.appendTo(entryRows);
        if (entryRows.isFull()) {
          output(silver.buckets(), entryRows.take());
        }
      }

      final void output(int bucket, byte[] block) {
        out.output(KV.of(bucket, block));
      }
    }

    /** Sorts transactions: their key is an id, and their bucket tells nothing of it. */
    private final class ById extends Sorter {

      private final int id;
      private final int time;
      private final Places places = Places.of(silver);
      private final PlacedImages.Collector images =
          new PlacedImages.Collector(places.shards(), PlacedImages.Origin.LANDED);

      ById(TransactionTable table, OutputReceiver<KV<Integer, byte[]>> out) {
        super(Quarantine.ofTransactions(landed, table, personal, batchId), out);
        RowLayout layout = RowLayout.of(landed);
        id = layout.column(table.idColumn());
        time = layout.column("modified_date");
      }

      @Override
      void addGood(RowView row, RowWriter conformed) {
        addImage(row, toSilver(conformed));
      }

      @Override
      void addBad(RowView row, RowWriter conformed, QuarantineReason reason) {
        addImage(row, reason.waits() ? places.waiting() : places.quarantine());
        toQuarantine(row, reason);
      }

      private void addImage(RowView row, int place) {
        images.add(
            row.getLong(id), row.isNull(time) ? PlacedImages.NO_TIME : row.getLong(time), place);
      }

      @Override
      void flush() {
        super.flush();
        images.blocks(places.firstShard()).forEach(out::output);
      }
    }

    /** Sorts the rows of other tables, of whatever key: it decides their bucket. */
    private final class BySourceKey extends Sorter {

      private final SourceKey sourceKey = SourceKey.of(RowLayout.of(landed), key);
      private final int batch = silver.layout().column(LakeTables.BATCH_ID);

      BySourceKey(OutputReceiver<KV<Integer, byte[]>> out) {
        super(Quarantine.of(landed, key, updateTime, personal, batchId), out);
      }

      @Override
      void addGood(RowView row, RowWriter conformed) {
        toSilver(conformed);
        if (quarantineExists) {
          toQuarantine(sourceKey.of(row));
        }
      }

      @Override
      void addBad(RowView row, RowWriter conformed, QuarantineReason reason) {
        conformed.setNull(batch);
        toSilver(conformed);
        toQuarantine(row, reason);
      }
    }
  }
}
