// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.apache.beam.sdk.io.jdbc.JdbcIO;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * JdbcIO's row mapper: the source's values, then the audit columns. JdbcIO's own would cut to
 * milliseconds.
 */
final class LandingRows implements JdbcIO.RowMapper<Row> {
  private static final long serialVersionUID = 1L;

  record Audit(
      String runId,
      Instant extractedAt,
      @Nullable String windowLow,
      @Nullable String windowHigh,
      String source)
      implements Serializable {}

  private final SourceTable table;
  private final Schema schema;
  private final Audit audit;
  private transient SourceRowReader reader;

  LandingRows(SourceTable table, Schema schema, Audit audit) {
    this.table = table;
    this.schema = schema;
    this.audit = audit;
    this.reader = new SourceRowReader(table);
  }

  @Override
  public Row mapRow(ResultSet resultSet) throws SQLException {
    List<@Nullable Object> values = reader.read(resultSet);
    values.add(audit.runId());
    values.add(audit.extractedAt());
    values.add(audit.windowLow());
    values.add(audit.windowHigh());
    values.add(audit.source());
    return Row.withSchema(schema).attachValues(values);
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    reader = new SourceRowReader(table);
  }
}
