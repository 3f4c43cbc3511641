// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.QuarantineReason;
import dev.tidemark.transforms.conform.TransactionTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells the landed images that were dated later than the source's clock, which silver never got: by
 * the clock that was landed with them, and by the entries that still wait in quarantine.
 */
final class FutureImages {

  private static final String TIME = "modified_date";
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final RowLayout landed;
  private final @Nullable String watermark;
  private final int mark;
  private final int time;
  private final int clock;

  /** The update times of the entries that wait; {@code Long.MIN_VALUE} for none. */
  private final Map<Long, Long> waiting = new HashMap<>();

  FutureImages(Cut cut, TransactionTable table, RowLayout landed) {
    this.landed = landed;
    watermark = cut.tables().contract(table.tableName()).watermark();
    mark = watermark == null ? -1 : landed.column(watermark);
    time = landed.column(TIME);
    clock = landed.column(TableContract.EXTRACTED_AT);
    TableRows quarantine = cut.rows(cut.tables().quarantine(table.tableName()));
    int key = quarantine.layout().column("source_key");
    int reason = quarantine.layout().column("reason");
    int entryTime = quarantine.layout().column(TIME);
    quarantine
        .only("source_key", "reason", TIME)
        .forEach(
            row -> {
              if (row.getString(reason).equals(QuarantineReason.FUTURE_WATERMARK.name())) {
                waiting.put(Long.parseLong(row.getString(key)), time(row, entryTime));
              }
            });
  }

  /** The landed columns that are looked at, and others. */
  List<String> columns(String... others) {
    List<String> columns = new ArrayList<>(List.of(others));
    columns.add(TableContract.EXTRACTED_AT);
    if (watermark != null && !columns.contains(watermark)) {
      columns.add(watermark);
    }
    return columns;
  }

  /** Whether the image of a key was of the future when it was landed. */
  boolean has(RowView image, long key) {
    Long entry = waiting.get(key);
    return entry != null && entry == time(image, time) || isLaterThanClock(image);
  }

  private boolean isLaterThanClock(RowView image) {
    if (mark < 0 || image.isNull(mark)) {
      return false;
    }
    if (landed.type(mark) == ColumnType.DATE) {
      // no zone is known here: somewhere it is tomorrow already
      return image.getInt(mark) > Math.floorDiv(image.getLong(clock), MICROS_PER_DAY) + 1;
    }
    return landed.type(mark) == ColumnType.TIMESTAMP && image.getLong(mark) > image.getLong(clock);
  }

  private static long time(RowView row, int column) {
    return row.isNull(column) ? Long.MIN_VALUE : row.getLong(column);
  }
}
