// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.control.Watermark;
import dev.tidemark.pipelines.source.Mark;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What {@code etl.watermark} says of a table's mark, which an operator may have written. */
final class StoredMark {

  private final TableConfig config;
  private final @Nullable Watermark stored;

  /** Of a table; its row is null before the first load. */
  StoredMark(TableConfig config, @Nullable Watermark stored) {
    this.config = config;
    this.stored = stored;
  }

  /**
   * The mark up to which the table was read; null before the first load and while no row had one.
   *
   * @throws RefusedMarkException when it is none of the configured column
   */
  @Nullable Mark last() {
    dev.tidemark.pipelines.control.Mark mark = stored == null ? null : stored.mark();
    if (stored == null || mark == null) {
      return null;
    }
    requireSameColumn(stored);
    return mark.equals(dev.tidemark.pipelines.control.Mark.NONE)
        ? null
        : parsed("its mark", mark.type(), mark.text());
  }

  /**
   * The mark from which the next run reads again, whatever the overlap; null when it need not.
   *
   * @throws RefusedMarkException when it is none of the configured column
   */
  @Nullable Mark readAgainFrom() {
    dev.tidemark.pipelines.control.Mark mark = stored == null ? null : stored.mark();
    String from = stored == null ? null : stored.readAgainFrom();
    return mark == null || from == null ? null : parsed("read_again_from", mark.type(), from);
  }

  private Mark parsed(String what, String type, String text) {
    try {
      return new Mark(Mark.Type.valueOf(type), text);
    } catch (IllegalArgumentException e) {
      throw refused(
          what
              + " is "
              + new dev.tidemark.pipelines.control.Mark(text, type)
              + ", which is no value of "
              + config.watermark()
              + "; correct it in etl.watermark, or remove the row to load the table anew");
    }
  }

  /** A mark of another column would leave out what that column never ordered. */
  private void requireSameColumn(Watermark row) {
    String before = row.watermarkColumn();
    String now = config.watermark();
    if (before != null && now != null && !spelling(before).equals(spelling(now))) {
      throw refused(
          "its mark was taken from "
              + before
              + ", and the configuration now names "
              + now
              + "; name "
              + before
              + " again, or remove the row of etl.watermark to load the table anew by "
              + now);
    }
  }

  private static String spelling(String column) {
    return column.replace("_", "").toLowerCase(Locale.ROOT);
  }

  private RefusedMarkException refused(String why) {
    return new RefusedMarkException(config.name() + ": " + why);
  }
}
