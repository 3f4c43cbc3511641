// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import java.time.Duration;
import java.time.Instant;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * What a step could do wrong to a table of gold, and what the gate is to say of it. CH001 has two
 * versions, from 1 January and from 3 June 2024.
 */
public enum Defect {
  TWO_OPEN_VERSIONS("gold/dim_coverholder_history", "coverholder_id=CH001: 2 versions are open") {
    @Override
    Row in(Row row) {
      return isFirst(row) ? with(with(row, "valid_to", null), "is_current", true) : row;
    }
  },
  NO_OPEN_VERSION(
      "gold/dim_coverholder_history",
      "coverholder_id=CH001: the last version [2024-06-03T03:00:00Z, 2024-06-04T03:00:00Z) is closed"
          + " and no delete ended it") {
    @Override
    Row in(Row row) {
      Instant end = isLast(row) ? CHANGED.plus(DAY) : null;
      return isLast(row) ? with(with(row, "valid_to", end), "is_current", false) : row;
    }
  },
  GAP(
      "gold/dim_coverholder_history",
      "coverholder_id=CH001: [2024-01-01T00:00:00Z, 2024-06-02T03:00:00Z) is followed by"
          + " [2024-06-03T03:00:00Z, null)") {
    @Override
    Row in(Row row) {
      return isFirst(row) ? with(row, "valid_to", CHANGED.minus(DAY)) : row;
    }
  },
  EMPTY_WINDOW(
      "gold/dim_coverholder_history",
      "coverholder_id=CH001: [2024-01-01T00:00:00Z, 2024-01-01T00:00:00Z) is empty") {
    @Override
    Row in(Row row) {
      return isFirst(row) ? with(row, "valid_to", row.getValue("valid_from")) : row;
    }
  },
  OVERLAP(
      "gold/dim_coverholder_history",
      "coverholder_id=CH001: [2024-01-01T00:00:00Z, 2024-06-04T03:00:00Z) is followed by"
          + " [2024-06-03T03:00:00Z, null)") {
    @Override
    Row in(Row row) {
      return isFirst(row) ? with(row, "valid_to", CHANGED.plus(DAY)) : row;
    }
  },
  VERSION_KEY(
      "gold/dim_coverholder_history",
      "coverholder_id=CH001: [2024-01-01T00:00:00Z, 2024-06-03T03:00:00Z) has"
          + " coverholder_version_key of nobody") {
    @Override
    Row in(Row row) {
      return isFirst(row) ? with(row, "coverholder_version_key", "of nobody") : row;
    }
  },
  CURRENT_ROW(
      "gold/dim_coverholder",
      "coverholder_id=CH001: the current row, of 2024-06-03T03:00:00Z, differs from the last version"
          + " in status") {
    @Override
    Row in(Row row) {
      return isLast(row) ? with(row, "status", "OTHER") : row;
    }
  },
  FACT_KEY(
      "gold/fact_premium_transaction",
      "premium_transaction_id=3, umr=B0999CH001, section_no=S1: broker_key of nobody") {
    @Override
    Row in(Row row) {
      return Long.valueOf(3).equals(row.getInt64("premium_transaction_id"))
          ? with(row, "broker_key", "of nobody")
          : row;
    }
  };

  private static final Instant CHANGED = Instant.parse("2024-06-03T03:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  private final String table;
  private final String told;

  Defect(String table, String told) {
    this.table = table;
    this.told = told;
  }

  /** The table that it is in. */
  String table() {
    return table;
  }

  /** How the gate names the row. */
  String told() {
    return table + " " + told;
  }

  /** What becomes of a row of the table. */
  abstract Row in(Row row);

  private static boolean isFirst(Row row) {
    return "CH001".equals(row.getString("coverholder_id")) && !isLast(row);
  }

  private static boolean isLast(Row row) {
    return "CH001".equals(row.getString("coverholder_id"))
        && CHANGED.equals(row.getValue("valid_from"));
  }

  private static Row with(Row row, String column, @Nullable Object value) {
    return Row.fromRow(row).withFieldValue(column, value).build();
  }
}
