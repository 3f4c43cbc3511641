// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.KeyText;
import java.io.Serializable;
import java.time.YearMonth;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One bordereau: what one section reported for one month.
 *
 * @param umr as silver has it
 * @param sectionNo as silver has it
 * @param month the bordereau month
 */
public record BordereauScope(String umr, String sectionNo, YearMonth month)
    implements Serializable {

  /** The columns of a transaction that say which bordereau it came in. */
  static final List<String> COLUMNS = List.of("umr", "section_no", "bordereau_month");

  /**
   * A bordereau, the texts as anybody writes them.
   *
   * @throws IllegalArgumentException when a text is blank
   */
  public static BordereauScope of(String umr, String sectionNo, YearMonth month) {
    return new BordereauScope(key("umr", umr), key("sectionNo", sectionNo), month);
  }

  private static String key(String name, String text) {
    String key = KeyText.upper(text);
    if (key == null) {
      throw new IllegalArgumentException(name + " is blank");
    }
    return key;
  }

  /** Whether a conformed row belongs to it; {@code columns} are those of {@link #COLUMNS}. */
  boolean holds(RowView row, int[] columns) {
    return umr.equals(row.getStringOrNull(columns[0]))
        && sectionNo.equals(row.getStringOrNull(columns[1]))
        && !row.isNull(columns[2])
        && row.getInt(columns[2]) == month.atDay(1).toEpochDay();
  }

  /** As {@link #holds}; without a scope every row belongs. */
  static boolean holds(@Nullable BordereauScope scope, RowView row, int[] columns) {
    return scope == null || scope.holds(row, columns);
  }

  static int[] columns(@Nullable BordereauScope scope, RowLayout layout, List<String> names) {
    return scope == null ? new int[0] : layout.columns(names);
  }

  @Override
  public String toString() {
    return "UMR " + umr + ", section " + sectionNo + ", month " + month;
  }
}
