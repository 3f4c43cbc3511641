// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;

/**
 * Reads some columns of every row of tables, as packed blocks by table: {@code SELECT <columns>
 * FROM <table>}. A block's rows have the layout of {@link KeyRead#schema}.
 *
 * <p>All tables go through {@code maxConnections} lanes, each table in one statement, so that its
 * rows are those of one moment where the source keeps one. A read that breaks for a moment is
 * repeated, and what it gave before is given again: of the rows with one key any counts.
 */
public final class ReadKeys extends PTransform<PBegin, PCollection<KV<String, byte[]>>> {
  private static final long serialVersionUID = 1L;

  private final DatabaseConfig database;
  private final List<String> names;
  private final List<KeyRead> tables;
  private final Retry retry;

  private ReadKeys(DatabaseConfig database, List<String> names, List<KeyRead> tables, Retry retry) {
    this.database = database;
    this.names = names;
    this.tables = tables;
    this.retry = retry;
  }

  /** Of these tables by name. */
  public static ReadKeys of(DatabaseConfig database, Map<String, KeyRead> tables) {
    return new ReadKeys(
        database,
        new ArrayList<>(tables.keySet()),
        new ArrayList<>(tables.values()),
        Retry.STANDARD);
  }

  ReadKeys withRetry(Retry other) {
    return new ReadKeys(database, names, tables, other);
  }

  @Override
  public PCollection<KV<String, byte[]>> expand(PBegin input) {
    List<KV<Integer, Integer>> lanes =
        Lanes.spread(Collections.nCopies(tables.size(), 0L), database.maxConnections());
    return input
        .apply("Tables", Create.of(lanes).withCoder(KvCoder.of(VarIntCoder.of(), VarIntCoder.of())))
        .apply("Lanes", GroupByKey.create())
        .apply("Read", ParDo.of(new ReadFn(database, names, tables, retry)))
        .setCoder(KvCoder.of(StringUtf8Coder.of(), ByteArrayCoder.of()));
  }

  private static final class ReadFn
      extends DoFn<KV<Integer, Iterable<Integer>>, KV<String, byte[]>> {
    private static final long serialVersionUID = 1L;

    private final DatabaseConfig database;
    private final List<String> names;
    private final List<KeyRead> tables;
    private final Retry retry;

    ReadFn(DatabaseConfig database, List<String> names, List<KeyRead> tables, Retry retry) {
      this.database = database;
      this.names = names;
      this.tables = tables;
      this.retry = retry;
    }

    @ProcessElement
    public void read(
        @Element KV<Integer, Iterable<Integer>> lane, OutputReceiver<KV<String, byte[]>> out) {
      for (int number : lane.getValue()) {
        String what = "reading the keys of " + tables.get(number);
        try {
          retry.<Boolean, RuntimeException>run(
              what, () -> read(names.get(number), tables.get(number), out));
        } catch (SQLException e) {
          throw DatabaseErrors.translate(database, what, e);
        }
      }
    }

    private boolean read(String name, KeyRead table, OutputReceiver<KV<String, byte[]>> out)
        throws SQLException {
      RowLayout layout = RowLayout.of(table.schema());
      RowWriter row = new RowWriter(layout);
      SourceTable keys = table.keys();
      SourceRowReader reader = new SourceRowReader(keys);
      int markColumn = layout.column(KeyRead.MARK);
      BlockBuilder block = new BlockBuilder();
      try (Connection connection = SourcePools.connect(database);
          PreparedStatement statement = connection.prepareStatement(table.select())) {
        ReadLimits.apply(database, statement);
        MarkPredicate.bind(statement, table.marks());
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            row.clear();
            reader.read(rows, row);
            if (table.readTo() != null) {
              MarkValues.read(table.table(), rows, keys.columns().size() + 1)
                  .ifPresent(mark -> row.setLong(markColumn, mark.position()));
            }
            row.appendTo(block);
            if (block.isFull()) {
              out.output(KV.of(name, block.take()));
            }
          }
        }
        connection.rollback();
      }
      if (!block.isEmpty()) {
        out.output(KV.of(name, block.take()));
      }
      return true;
    }
  }
}
