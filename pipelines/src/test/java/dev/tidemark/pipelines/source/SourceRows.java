// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.landing.LandedRowsOf;
import dev.tidemark.pipelines.landing.LandingLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/** A table's rows as the product reads them. */
final class SourceRows {
  private SourceRows() {}

  /** Extracts and lands a table into an empty lake, and gives the rows that landed. */
  static List<Row> land(DatabaseConfig database, TableRead read, Path lake) throws IOException {
    Pipeline pipeline = Pipeline.create();
    pipeline.apply(
        ExtractWatermark.from(database)
            .read(List.of(read))
            .into(new LandingLayout(lake.toString()))
            .at(Instant.parse("2024-02-06T01:02:03Z"), "run-1"));
    pipeline.run().waitUntilFinish();
    return LandedRowsOf.folder(lake.resolve("landing/" + read.name() + "/2024/02/06/010203"));
  }

  static List<List<@Nullable Object>> read(DatabaseConfig database, SourceTable table)
      throws SQLException {
    String sql = "SELECT " + table.quotedColumns() + " FROM " + table.quotedName();
    SourceRowReader reader = new SourceRowReader(table);
    List<List<@Nullable Object>> all = new ArrayList<>();
    try (Connection connection = SourcePools.connect(database);
        PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        all.add(reader.read(rows));
      }
      connection.rollback();
    }
    return all;
  }
}
