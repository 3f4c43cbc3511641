// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.conform.QuarantinePayload;
import java.io.Serializable;
import java.time.Instant;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Makes the landed image of a row that is gone from the source: the row as the lake holds it,
 * flagged deleted, names of people null, changed at the source's clock of the comparison.
 *
 * <p>An image that the lake has from a later time than that clock is not outlived by its deletion
 * either: then the two have one time, and the later batch, or the delete, wins.
 */
final class Tombstones implements Serializable {

  private static final long serialVersionUID = 1L;

  private final ComparedTable table;
  private final Schema landed;
  private final @Nullable String sequence;
  private final Instant clock;
  private final String runId;
  private final String source;

  private Tombstones(
      ComparedTable table, @Nullable String sequence, Instant clock, String runId, String source) {
    this.table = table;
    this.landed = table.contract().tombstoneSchema();
    this.sequence = sequence;
    this.clock = clock;
    this.runId = runId;
    this.source = source;
  }

  static Tombstones of(ComparedTable table, RunPlan plan) {
    TableLoad load = plan.load(table.name());
    return new Tombstones(
        table,
        sequence(table, load),
        load.capturedAt(),
        plan.runId(),
        "compare-keys with " + load.source().description());
  }

  /** The time by which images of a key are ordered; null where the order of batches is all. */
  private static @Nullable String sequence(ComparedTable table, TableLoad load) {
    RowLayout landed = RowLayout.of(table.contract().landingSchema());
    boolean hasRules = table.rules() != null || ReferenceTable.named(table.name()).isPresent();
    String column = hasRules ? ReferenceTable.SEQUENCE : load.source().ref().watermark();
    return column != null && landed.type(landed.column(column)) == ColumnType.TIMESTAMP
        ? column
        : null;
  }

  /** A writer of images from rows of a file. */
  Writer of(int file) {
    return new Writer(table.isQuarantine(file), table.layout(file));
  }

  /** Makes images; it belongs to one thread. */
  final class Writer {

    private final boolean isQuarantine;
    private final RowLayout stored;
    private final RowWriter image = new RowWriter(RowLayout.of(landed));
    private final RowView view = new RowView(image.layout());
    private final BlockBuilder scratch = new BlockBuilder();

    private Writer(boolean isQuarantine, RowLayout stored) {
      this.isQuarantine = isQuarantine;
      this.stored = stored;
    }

    /** The landed image of a row. */
    Row of(RowView row) {
      if (isQuarantine) {
        QuarantinePayload.read(
            row.getString(stored.column("payload")), table.personalColumns(), image);
      } else {
        copyColumns(row);
      }
      RowLayout layout = image.layout();
      if (sequence != null) {
        image.setLong(layout.column(sequence), sequence(row, sequence));
      }
      if (layout.has(Conformer.DELETED)) {
        image.setBoolean(layout.column(Conformer.DELETED), true);
      }
      image.setBoolean(layout.column(Conformer.TOMBSTONE), true);
      image.setString(layout.column(TableContract.RUN_ID), runId);
      image.setLong(layout.column(TableContract.EXTRACTED_AT), RowView.micros(clock));
      image.setString(layout.column(TableContract.SOURCE), source);
      image.appendTo(scratch);
      return view.at(scratch.take(), 0).toRow();
    }

    private void copyColumns(RowView row) {
      RowLayout layout = image.layout();
      image.clear();
      for (int c = 0; c < layout.size(); c++) {
        if (stored.has(layout.name(c))) {
          image.copy(c, row, stored.column(layout.name(c)));
        }
      }
    }

    private long sequence(RowView row, String column) {
      long now = RowView.micros(clock);
      int c = stored.column(isQuarantine ? ReferenceTable.SEQUENCE : column);
      return row.isNull(c) ? now : Math.max(now, row.getLong(c));
    }
  }
}
