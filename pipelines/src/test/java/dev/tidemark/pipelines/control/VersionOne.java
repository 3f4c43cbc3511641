// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A control database as version 1 of its schema left it, with a table, a move and an audit. */
final class VersionOne {

  static final Mark MARK = new Mark("2024-02-05 09:00:00.123456", "TIMESTAMP");

  private VersionOne() {}

  static void create(Connection connection, Dialect dialect) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA etl");
      for (String sql : ControlSchema.statements(dialect, 1)) {
        statement.execute(sql);
      }
      for (String sql :
          new String[] {
            "INSERT INTO etl.schema_version VALUES (1)",
            "INSERT INTO etl.watermark (table_name, watermark_column, last_watermark,"
                + " watermark_type, row_version) VALUES ('Premium', 'ModifiedDate',"
                + " '2024-02-05 09:00:00.123456', 'TIMESTAMP', 1)",
            "INSERT INTO etl.load_audit VALUES ('r1', 'Premium', 1, NULL, 'x', 1, 2, 3, 4, 5, 6, 7, 8,"
                + " 9, 10, 'LOADED', TIMESTAMP '2024-02-06 01:00:00', NULL, NULL)"
          }) {
        statement.execute(sql);
      }
    }
  }
}
