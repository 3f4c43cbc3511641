// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * One value of a row: written as text, read from text, and compared.
 *
 * <p>{@code null} is NULL, {@code ""} is the empty text; text that could be mistaken for something
 * else stands in double quotes. Decimals are the same only if value and scale are; doubles within a
 * tolerance; NULL is the same as NULL only.
 */
final class Cells {

  private static final String NULL = "null";

  private Cells() {}

  /**
   * Reads a cell.
   *
   * @throws IllegalArgumentException with the reason only, for the caller to add row and column
   */
  static @Nullable Object parse(FieldType type, String cell) {
    if (cell.equals(NULL)) {
      if (!Boolean.TRUE.equals(type.getNullable())) {
        throw new IllegalArgumentException("null in a column that is NOT NULL");
      }
      return null;
    }
    if (cell.isEmpty()) {
      throw new IllegalArgumentException(
          "an empty cell; write null for a missing value or \"\" for empty text");
    }
    ColumnKind kind = ColumnKind.of(type);
    try {
      return switch (kind) {
        case BOOLEAN -> bool(cell);
        case INT32 -> Integer.valueOf(cell);
        case INT64 -> Long.valueOf(cell);
        case DOUBLE -> Double.valueOf(cell);
        case STRING -> cell.startsWith("\"") ? unquote(cell) : cell;
        case BYTES -> bytes(cell);
        case DECIMAL -> decimal(ColumnKind.precision(type), ColumnKind.scale(type), cell);
        case FREE_DECIMAL -> new BigDecimal(cell);
        case DATE -> LocalDate.parse(cell);
        case TIMESTAMP -> micros(Instant.parse(cell));
        case OTHER ->
            throw new IllegalArgumentException(
                "a column of type "
                    + ColumnKind.describe(type)
                    + ", which a text table cannot hold");
      };
    } catch (NumberFormatException | DateTimeException e) {
      throw new IllegalArgumentException(
          cell + " is not " + kind.example() + " (" + ColumnKind.describe(type) + ")", e);
    }
  }

  private static Boolean bool(String cell) {
    return switch (cell) {
      case "true" -> Boolean.TRUE;
      case "false" -> Boolean.FALSE;
      default -> throw new IllegalArgumentException(cell + " is neither true nor false");
    };
  }

  private static byte[] bytes(String cell) {
    if (!cell.startsWith("0x")) {
      throw new IllegalArgumentException(cell + " is not hexadecimal bytes such as 0x0aff");
    }
    try {
      return HexFormat.of().parseHex(cell, 2, cell.length());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(cell + " is not hexadecimal bytes such as 0x0aff", e);
    }
  }

  private static BigDecimal decimal(int precision, int scale, String cell) {
    BigDecimal value = new BigDecimal(cell);
    try {
      value = value.setScale(scale, RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(cell + " has more than " + scale + " decimals", e);
    }
    if (value.precision() > precision) {
      throw new IllegalArgumentException(
          cell + " does not fit DECIMAL(" + precision + "," + scale + ")");
    }
    return value;
  }

  private static Instant micros(Instant instant) {
    if (instant.getNano() % 1_000 != 0) {
      throw new IllegalArgumentException(instant + " is finer than microseconds");
    }
    return instant;
  }

  private static String unquote(String cell) {
    StringBuilder text = new StringBuilder();
    int end = cell.length() - 1;
    for (int i = 1; i < end; i++) {
      char c = cell.charAt(i);
      if (c == '"') {
        throw new IllegalArgumentException(cell + " has text after its closing quote");
      }
      if (c != '\\') {
        text.append(c);
        continue;
      }
      i++;
      char escaped = cell.charAt(i);
      switch (escaped) {
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'u' -> {
          if (i + 5 > end) {
            throw new IllegalArgumentException(cell + " has a \\u without four digits");
          }
          text.append((char) Integer.parseInt(cell.substring(i + 1, i + 5), 16));
          i += 4;
        }
        case '"', '\\' -> text.append(escaped);
        default ->
            throw new IllegalArgumentException(cell + " has the unknown escape \\" + escaped);
      }
    }
    if (end == 0 || cell.charAt(end) != '"') {
      throw new IllegalArgumentException(cell + " has no closing quote");
    }
    return text.toString();
  }

  /** Writes a value so that {@link #parse} reads the same one. */
  static String format(@Nullable Object value) {
    if (value == null) {
      return NULL;
    }
    if (value instanceof String text) {
      return quoteIfNeeded(text);
    }
    if (value instanceof byte[] bytes) {
      return "0x" + HexFormat.of().formatHex(bytes);
    }
    if (value instanceof BigDecimal decimal && decimal.scale() >= 0) {
      return decimal.toPlainString();
    }
    return value.toString();
  }

  private static String quoteIfNeeded(String text) {
    boolean plain =
        !text.isEmpty()
            && !text.equals(NULL)
            && !text.startsWith("---")
            && text.equals(text.strip())
            && text.chars().noneMatch(c -> c == '|' || c == '"' || isInvisible((char) c));
    if (plain) {
      return text;
    }
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> {
          if (isInvisible(c)) {
            quoted.append("\\u").append(HexFormat.of().toHexDigits(c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }

  /** Characters that a reader cannot tell from another: control characters and odd spaces. */
  private static boolean isInvisible(char c) {
    return c != ' '
        && (Character.isISOControl(c)
            || Character.isSpaceChar(c)
            || Character.getType(c) == Character.FORMAT);
  }

  static boolean same(@Nullable Object a, @Nullable Object b, double tolerance) {
    if (a instanceof Double x && b instanceof Double y) {
      return x.equals(y) || Math.abs(x - y) <= tolerance;
    }
    if (a instanceof byte[] x && b instanceof byte[] y) {
      return Arrays.equals(x, y);
    }
    return Objects.equals(a, b);
  }

  /** A stand-in whose {@code equals} agrees with {@link #same} at tolerance 0. */
  static @Nullable Object hashable(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    // Adding zero turns -0.0 into 0.0.
    return value instanceof Double number ? (Object) (number + 0.0) : value;
  }
}
