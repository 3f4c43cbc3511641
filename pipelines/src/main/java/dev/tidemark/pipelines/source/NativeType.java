// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/**
 * A column's type as its own database names it and its driver reports it.
 *
 * @param jdbcType the driver's number for it, of {@link java.sql.Types} or its own
 * @param name e.g. {@code datetime2}, {@code timestamptz}, {@code NUMBER}
 * @param precision digits of a number, 0 where the type has none
 * @param scale digits after the point, of a number or of a second
 */
record NativeType(int jdbcType, String name, int precision, int scale) implements Serializable {

  static NativeType of(ResultSetMetaData columns, int column) throws SQLException {
    return new NativeType(
        columns.getColumnType(column),
        columns.getColumnTypeName(column),
        columns.getPrecision(column),
        columns.getScale(column));
  }

  /** Whether it declares that it holds whole numbers only; a number without limits does not. */
  boolean isWholeNumber() {
    return precision > 0 && precision <= SqlType.MAX_PRECISION && scale == 0;
  }
}
