// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.transforms.block.RowWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the current row of a result whose columns are the contract's, in order, as the values that
 * land: micros and decimals exact, fixed-length text without its padding, times without a zone in
 * the table's. What does not fit its column's type is refused by name, never rounded or cut; only
 * digits below the microsecond are dropped.
 */
final class SourceRowReader {
  private static final String UNREADABLE = "(unreadable)";
  private static final Pattern FRACTION_ZEROS =
      Pattern.compile("^(\\d\\d:\\d\\d:\\d\\d(?:\\.\\d*[1-9])?)\\.?0*$");

  private final SourceTable table;
  private final List<SourceColumn> columns;
  private final Dialect dialect;
  private final ZoneId zone;
  private final boolean[] isKey;

  SourceRowReader(SourceTable table) {
    this.table = table;
    this.columns = table.columns();
    this.dialect = table.dialect();
    this.zone = table.ref().zone();
    this.isKey = new boolean[columns.size()];
    for (int i = 0; i < isKey.length; i++) {
      isKey[i] = table.contract().key().contains(columns.get(i).contract().name());
    }
  }

  List<@Nullable Object> read(ResultSet row) throws SQLException {
    List<@Nullable Object> values = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      SourceColumn column = columns.get(i);
      Object value = value(row, i + 1, column);
      if (value == null && isKey[i]) {
        throw violation(row, column, "NULL", "a key column has a value in every row");
      }
      values.add(value);
    }
    return values;
  }

  /** Sets the first columns of a packed row to the values. */
  void read(ResultSet row, RowWriter packed) throws SQLException {
    List<@Nullable Object> values = read(row);
    for (int i = 0; i < values.size(); i++) {
      packed.setValue(i, values.get(i));
    }
  }

  private @Nullable Object value(ResultSet row, int i, SourceColumn column) throws SQLException {
    switch (column.contract().type().kind()) {
      case BOOLEAN -> {
        boolean value = row.getBoolean(i);
        return row.wasNull() ? null : value;
      }
      case SMALL_INTEGER, INTEGER -> {
        Long value = wholeNumber(row, i, column, Integer.MIN_VALUE, Integer.MAX_VALUE);
        return value == null ? null : value.intValue();
      }
      case BIG_INTEGER -> {
        return wholeNumber(row, i, column, Long.MIN_VALUE, Long.MAX_VALUE);
      }
      case DECIMAL -> {
        return decimal(row, i, column);
      }
      case DOUBLE -> {
        double value = row.getDouble(i);
        return row.wasNull() ? null : finite(row, column, value);
      }
      case DATE -> {
        LocalDate value = dialect.date(row, i);
        return value == null ? null : calendar(row, column, value, value);
      }
      case TIMESTAMP, ZONED_TIMESTAMP -> {
        return timestamp(row, i, column);
      }
      case CHAR, TEXT, TIME, UUID -> {
        String value = row.getString(i);
        return value == null ? null : text(column, value);
      }
      case BINARY -> {
        return row.getBytes(i);
      }
    }
    throw new AssertionError(column);
  }

  private @Nullable Long wholeNumber(
      ResultSet row, int i, SourceColumn column, long least, long most) throws SQLException {
    if (column.found() != SqlType.Kind.DECIMAL) {
      long value = row.getLong(i);
      return row.wasNull() ? null : value;
    }
    BigDecimal value = row.getBigDecimal(i);
    if (value == null) {
      return null;
    }
    boolean fits =
        value.compareTo(BigDecimal.valueOf(least)) >= 0
            && value.compareTo(BigDecimal.valueOf(most)) <= 0;
    if (!fits) {
      throw violation(
          row, column, value.toPlainString(), "its contract says " + column.contract().type());
    }
    return value.longValueExact();
  }

  private @Nullable BigDecimal decimal(ResultSet row, int i, SourceColumn column)
      throws SQLException {
    SqlType type = column.contract().type();
    BigDecimal value;
    try {
      value = row.getBigDecimal(i);
    } catch (SQLException e) {
      // PostgreSQL's NaN and infinities are numerics that are no number.
      throw violation(row, column, asText(row, i), "its contract says " + type, e);
    }
    if (row.wasNull()) {
      return null;
    }
    try {
      BigDecimal exact = value.setScale(type.scale(), RoundingMode.UNNECESSARY);
      if (exact.precision() <= type.precision()) {
        return exact;
      }
    } catch (ArithmeticException e) {
      throw violation(row, column, value.toPlainString(), "its contract says " + type, e);
    }
    throw violation(row, column, value.toPlainString(), "its contract says " + type);
  }

  private double finite(ResultSet row, SourceColumn column, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw violation(row, column, Double.toString(value), "only finite numbers can be landed");
    }
    // There is no -0.0.
    return value + 0.0;
  }

  private @Nullable Instant timestamp(ResultSet row, int i, SourceColumn column)
      throws SQLException {
    Instant instant;
    if (column.found() == SqlType.Kind.ZONED_TIMESTAMP) {
      OffsetDateTime value = dialect.zoned(row, i);
      if (value == null) {
        return null;
      }
      calendar(row, column, value.toLocalDate(), value);
      instant = value.toInstant();
    } else {
      LocalDateTime value = dialect.dateTime(row, i);
      if (value == null) {
        return null;
      }
      calendar(row, column, value.toLocalDate(), value);
      instant = value.atZone(zone).toInstant();
    }
    return instant.truncatedTo(ChronoUnit.MICROS);
  }

  private <T> T calendar(ResultSet row, SourceColumn column, LocalDate date, T value) {
    if (!Calendar.contains(date)) {
      throw violation(row, column, value.toString(), Calendar.RULE);
    }
    return value;
  }

  private static String text(SourceColumn column, String value) {
    boolean padded =
        column.contract().type().kind() == SqlType.Kind.CHAR || column.found() == SqlType.Kind.CHAR;
    int end = value.length();
    while (padded && end > 0 && value.charAt(end - 1) == ' ') {
      end--;
    }
    String text = value.substring(0, end);
    return switch (column.found()) {
      // SQL Server writes it in capitals, the others do not.
      case UUID -> text.toLowerCase(Locale.ROOT);
      // One time of day has one text, however many digits its column keeps.
      case TIME -> FRACTION_ZEROS.matcher(text).replaceFirst("$1");
      default -> text;
    };
  }

  private ContractViolation violation(
      ResultSet row, SourceColumn column, String value, String why) {
    String shown = column.contract().personal() ? "(masked)" : value;
    return new ContractViolation(
        table.contract().table()
            + ": column "
            + column.contract().sourceName()
            + " of the row with "
            + key(row)
            + " in "
            + table
            + " holds "
            + shown
            + ", but "
            + why
            + "; correct the row, or widen the contract");
  }

  private ContractViolation violation(
      ResultSet row, SourceColumn column, String value, String why, Exception cause) {
    ContractViolation violation = violation(row, column, value, why);
    violation.initCause(cause);
    return violation;
  }

  private String key(ResultSet row) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (isKey[i]) {
        parts.add(columns.get(i).contract().sourceName() + " " + asText(row, i + 1));
      }
    }
    return String.join(", ", parts);
  }

  private static String asText(ResultSet row, int i) {
    try {
      String text = row.getString(i);
      return text == null ? "NULL" : text;
    } catch (SQLException e) {
      return UNREADABLE;
    }
  }
}
