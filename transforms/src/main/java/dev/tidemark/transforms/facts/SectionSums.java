// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.calendar.MonthIndex;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Sums by section, coverholder and day: rows that begin with umr, section_no, coverholder_id and a
 * date, which is the first of a month where months are summed.
 *
 * @param <S> the sums of one row
 */
final class SectionSums<S> {

  /** How many columns stand before the sums. */
  static final int KEY_COLUMNS = 4;

  private record Id(String umr, String sectionNo, @Nullable String coverholderId, int day) {}

  /** Writes the sums of a row, from its column {@code first} on. */
  interface Columns<S> {
    void write(S sums, RowWriter row, int first);
  }

  private final Supplier<S> zero;
  private final Map<Id, S> sums = new LinkedHashMap<>();

  SectionSums(Supplier<S> zero) {
    this.zero = zero;
  }

  /** The sums of a month as {@link MonthIndex} counts it; they start at zero. */
  S ofMonth(String umr, String sectionNo, @Nullable String coverholderId, int month) {
    return ofDay(
        umr, sectionNo, coverholderId, Math.toIntExact(MonthIndex.firstDay(month).toEpochDay()));
  }

  /** The sums of a day counted from 1970-01-01; they start at zero. */
  S ofDay(String umr, String sectionNo, @Nullable String coverholderId, int day) {
    return sums.computeIfAbsent(new Id(umr, sectionNo, coverholderId, day), id -> zero.get());
  }

  /** The rows, packed. */
  RowBlocks toBlocks(Schema schema, Columns<S> columns) {
    RowWriter row = new RowWriter(RowLayout.of(schema));
    RowBlocksBuilder rows = new RowBlocksBuilder();
    sums.forEach(
        (id, of) -> {
          row.clear();
          row.setString(0, id.umr());
          row.setString(1, id.sectionNo());
          row.setStringOrNull(2, id.coverholderId());
          row.setInt(3, id.day());
          columns.write(of, row, KEY_COLUMNS);
          rows.append(row);
        });
    return rows.build();
  }
}
