// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in a run.
 *
 * @param level how much it matters
 * @param name what happened, for machines: {@code table_published}
 * @param table the source table that it happened to; null when it is the whole run
 * @param fields the figures of it, for machines
 * @param text the same for people, without time and table
 */
record LogEvent(
    Level level, String name, @Nullable String table, Map<String, Object> fields, String text) {

  /** How much an event matters. */
  enum Level {
    INFO,
    WARN,
    ERROR
  }

  LogEvent {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  static LogEvent info(String name, String format, Object... values) {
    return of(Level.INFO, name, format, values);
  }

  static LogEvent warn(String name, String format, Object... values) {
    return of(Level.WARN, name, format, values);
  }

  static LogEvent error(String name, String format, Object... values) {
    return of(Level.ERROR, name, format, values);
  }

  private static LogEvent of(Level level, String name, String format, Object... values) {
    return new LogEvent(level, name, null, Map.of(), String.format(Locale.ROOT, format, values));
  }

  /** The same event, of a source table. */
  LogEvent of(String sourceTable) {
    return new LogEvent(level, name, sourceTable, fields, text);
  }

  /** The same event with one more figure; none for null. */
  LogEvent with(String field, @Nullable Object value) {
    if (value == null) {
      return this;
    }
    Map<String, Object> more = new LinkedHashMap<>(fields);
    more.put(field, value);
    return new LogEvent(level, name, table, more, text);
  }

  /** The line for people: tables stand in a column of their own. */
  String line() {
    return table == null ? text : String.format(Locale.ROOT, "%-20s %s", table, text);
  }

  /** The text without its layout. */
  String sentence() {
    return text.strip().replaceAll(" {2,}", " ");
  }
}
