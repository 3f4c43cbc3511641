// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.landing.LandedFileWriter;
import dev.tidemark.pipelines.landing.LandedPart;
import dev.tidemark.pipelines.landing.LandingTarget;
import dev.tidemark.transforms.block.RowWriter;
import java.io.IOException;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.jspecify.annotations.Nullable;

/**
 * Reads the slices of a lane one after another, and lands each in a file of its own. Both in one
 * step: only so can a read that broke half-way be repeated and leave nothing behind.
 */
final class ReadSlices extends DoFn<KV<Integer, Iterable<Integer>>, LandedPart> {
  private static final long serialVersionUID = 1L;

  /**
   * One slice and where it lands.
   *
   * @param extractedAt what {@code _extracted_at} says
   */
  record Read(SourceTable table, Slice slice, Instant extractedAt, LandingTarget target)
      implements Serializable {

    String part() {
      return LandingTarget.part(slice.number());
    }

    @Override
    public String toString() {
      return target.table() + " slice " + slice.number();
    }
  }

  private final DatabaseConfig database;
  private final List<Read> reads;
  private final Retry retry;

  ReadSlices(DatabaseConfig database, List<Read> reads, Retry retry) {
    this.database = database;
    this.reads = reads;
    this.retry = retry;
  }

  @ProcessElement
  public void read(@Element KV<Integer, Iterable<Integer>> lane, OutputReceiver<LandedPart> landed)
      throws IOException {
    for (int read : lane.getValue()) {
      landed.output(land(reads.get(read)));
    }
  }

  private LandedPart land(Read read) throws IOException {
    try {
      return retry.<LandedPart, IOException>run("reading " + read, () -> attempt(read));
    } catch (SQLException e) {
      throw DatabaseErrors.translate(database, "reading " + read, e);
    }
  }

  private LandedPart attempt(Read read) throws SQLException, IOException {
    try (Connection connection = SourcePools.connect(database);
        PreparedStatement statement = connection.prepareStatement(select(read));
        LandedFileWriter file = read.target().open(read.part())) {
      ReadLimits.apply(database, statement);
      MarkPredicate.bind(statement, read.slice().marks());
      try (ResultSet rows = statement.executeQuery()) {
        write(rows, read, file);
      }
      connection.rollback();
      return file.finish();
    }
  }

  private static String select(Read read) {
    String where = read.slice().where();
    return "SELECT "
        + read.table().quotedColumns()
        + " FROM "
        + read.table().quotedName()
        + (where == null ? "" : " WHERE " + where);
  }

  private static void write(ResultSet rows, Read read, LandedFileWriter file)
      throws SQLException, IOException {
    SourceRowReader reader = new SourceRowReader(read.table());
    RowWriter row = file.row();
    audit(row, read);
    while (rows.next()) {
      reader.read(rows, row);
      file.write();
    }
  }

  /** The audit columns stand behind the source's, and are the same in every row. */
  private static void audit(RowWriter row, Read read) {
    LandingTarget target = read.target();
    List<@Nullable Object> values =
        Arrays.asList(
            target.runId(),
            read.extractedAt(),
            target.windowLow(),
            target.windowHigh(),
            read.table().description());
    int first = row.layout().size() - values.size();
    for (int i = 0; i < values.size(); i++) {
      row.setValue(first + i, values.get(i));
    }
  }
}
