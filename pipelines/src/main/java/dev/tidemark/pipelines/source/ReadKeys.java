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
 * FROM <table>}. A block's rows have the layout of the table's landing, its audit columns null.
 *
 * <p>All tables go through {@code maxConnections} lanes, each table in one statement, so that its
 * rows are those of one moment where the source keeps one. Nothing is landed and nothing repeated
 * here: a read that breaks fails the pipeline.
 */
public final class ReadKeys extends PTransform<PBegin, PCollection<KV<String, byte[]>>> {
  private static final long serialVersionUID = 1L;

  private final DatabaseConfig database;
  private final List<String> names;
  private final List<SourceTable> tables;

  private ReadKeys(DatabaseConfig database, Map<String, SourceTable> tables) {
    this.database = database;
    this.names = new ArrayList<>(tables.keySet());
    this.tables = new ArrayList<>(tables.values());
  }

  /** Of these tables by name; their columns are {@link SourceTable#only} those that are wanted. */
  public static ReadKeys of(DatabaseConfig database, Map<String, SourceTable> tables) {
    return new ReadKeys(database, tables);
  }

  @Override
  public PCollection<KV<String, byte[]>> expand(PBegin input) {
    List<KV<Integer, Integer>> lanes =
        Lanes.spread(Collections.nCopies(tables.size(), 0L), database.maxConnections());
    return input
        .apply("Tables", Create.of(lanes).withCoder(KvCoder.of(VarIntCoder.of(), VarIntCoder.of())))
        .apply("Lanes", GroupByKey.create())
        .apply("Read", ParDo.of(new ReadFn(database, names, tables)))
        .setCoder(KvCoder.of(StringUtf8Coder.of(), ByteArrayCoder.of()));
  }

  private static final class ReadFn
      extends DoFn<KV<Integer, Iterable<Integer>>, KV<String, byte[]>> {
    private static final long serialVersionUID = 1L;

    private final DatabaseConfig database;
    private final List<String> names;
    private final List<SourceTable> tables;

    ReadFn(DatabaseConfig database, List<String> names, List<SourceTable> tables) {
      this.database = database;
      this.names = names;
      this.tables = tables;
    }

    @ProcessElement
    public void read(
        @Element KV<Integer, Iterable<Integer>> lane, OutputReceiver<KV<String, byte[]>> out) {
      for (int table : lane.getValue()) {
        try {
          read(names.get(table), tables.get(table), out);
        } catch (SQLException e) {
          throw DatabaseErrors.translate(database, "reading the keys of " + tables.get(table), e);
        }
      }
    }

    private void read(String name, SourceTable table, OutputReceiver<KV<String, byte[]>> out)
        throws SQLException {
      RowWriter row = new RowWriter(RowLayout.of(table.contract().landingSchema()));
      SourceRowReader reader = new SourceRowReader(table);
      BlockBuilder block = new BlockBuilder();
      try (Connection connection = SourcePools.connect(database);
          PreparedStatement statement =
              connection.prepareStatement(
                  "SELECT " + table.quotedColumns() + " FROM " + table.quotedName())) {
        ReadLimits.apply(database, statement);
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            row.clear();
            reader.read(rows, row);
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
    }
  }
}
