// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.source.SqlType.Kind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Which sorts of value at a source can be read, exactly, as what a contract asks for. */
final class TypeMatch {
  private static final Map<Kind, Set<Kind>> READABLE = new EnumMap<>(Kind.class);
  private static final Set<Kind> INTEGERS =
      EnumSet.of(Kind.SMALL_INTEGER, Kind.INTEGER, Kind.BIG_INTEGER);

  static {
    READABLE.put(Kind.SMALL_INTEGER, EnumSet.of(Kind.SMALL_INTEGER, Kind.INTEGER));
    READABLE.put(Kind.INTEGER, EnumSet.of(Kind.SMALL_INTEGER, Kind.INTEGER));
    READABLE.put(Kind.BIG_INTEGER, EnumSet.of(Kind.SMALL_INTEGER, Kind.INTEGER, Kind.BIG_INTEGER));
    READABLE.put(
        Kind.DECIMAL, EnumSet.of(Kind.DECIMAL, Kind.SMALL_INTEGER, Kind.INTEGER, Kind.BIG_INTEGER));
    READABLE.put(Kind.CHAR, EnumSet.of(Kind.CHAR, Kind.TEXT));
    READABLE.put(Kind.TEXT, EnumSet.of(Kind.CHAR, Kind.TEXT, Kind.UUID));
    READABLE.put(Kind.UUID, EnumSet.of(Kind.UUID, Kind.CHAR, Kind.TEXT));
    READABLE.put(Kind.TIMESTAMP, EnumSet.of(Kind.TIMESTAMP, Kind.ZONED_TIMESTAMP));
    READABLE.put(Kind.ZONED_TIMESTAMP, EnumSet.of(Kind.TIMESTAMP, Kind.ZONED_TIMESTAMP));
  }

  private TypeMatch() {}

  /** The value itself is checked when it is read; a number that does not fit is refused then. */
  static boolean readable(Kind found, NativeType type, Kind wanted) {
    boolean isWhole = found == Kind.DECIMAL && type.isWholeNumber() && INTEGERS.contains(wanted);
    return isWhole || READABLE.getOrDefault(wanted, EnumSet.of(wanted)).contains(found);
  }
}
