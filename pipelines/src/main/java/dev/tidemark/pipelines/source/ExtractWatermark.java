// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import com.google.auto.value.AutoValue;
import dev.tidemark.pipelines.config.DatabaseConfig;
import java.time.Instant;
import java.util.List;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.io.jdbc.JdbcIO;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Reads one table's window, as its contract's columns and the audit columns: {@code SELECT
 * <columns> FROM <table> WHERE mark > readLow AND mark <= high}. Bounds are compared as the
 * column's own type, so a row exactly at {@code high} is read by this run and by no later one. Rows
 * without a mark are not read. Without a window the whole table is read.
 *
 * <pre>{@code
 * pipeline.apply(
 *     "Extract PremiumTransaction",
 *     ExtractWatermark.from(database, table).within(capture.window(overlap)).withRun(runId, capture.sourceClock()));
 * }</pre>
 *
 * <p>The rows come in no order. One query, no shuffle. A retry reads the source again: put a
 * landing behind it. A value that does not fit its contract fails the pipeline with a {@link
 * ContractViolation}.
 */
@AutoValue
public abstract class ExtractWatermark extends PTransform<PBegin, PCollection<Row>> {
  private static final long serialVersionUID = 1L;

  abstract DatabaseConfig database();

  abstract SourceTable table();

  abstract ReadScope scope();

  abstract @Nullable String runId();

  abstract @Nullable Instant extractedAt();

  abstract Builder toBuilder();

  /** Reads the whole table. */
  public static ExtractWatermark from(DatabaseConfig database, SourceTable table) {
    return new AutoValue_ExtractWatermark.Builder()
        .setDatabase(database)
        .setTable(table)
        .setScope(ReadScope.whole())
        .build();
  }

  /** Reads the window only. */
  public ExtractWatermark within(MarkWindow window) {
    return within(ReadScope.of(window));
  }

  /** Reads the rows of the scope only. */
  public ExtractWatermark within(ReadScope scope) {
    Mark.Type type = table().markType();
    MarkWindow window = scope.window();
    if (window != null && window.high().type() != type) {
      throw new IllegalArgumentException(
          table()
              + " has a mark of type "
              + type
              + ", not "
              + window.high()
              + "; use its own capture's window");
    }
    return toBuilder().setScope(scope).build();
  }

  /** What the audit columns say. Required. */
  public ExtractWatermark withRun(String runId, Instant extractedAt) {
    return toBuilder().setRunId(runId).setExtractedAt(extractedAt).build();
  }

  @Override
  public PCollection<Row> expand(PBegin input) {
    ReadScope scope = scope();
    // JdbcIO 2.70 prints the schema of every SELECT that it can parse to standard output; the line
    // breaks stop it.
    String select =
        "SELECT " + table().quotedColumns() + "\n/* extract */\nFROM " + table().quotedName();
    MarkPredicate where = scope.isWhole() ? null : MarkPredicate.read(table(), scope);
    List<Mark> marks = where == null ? List.of() : where.marks();
    Schema schema = table().contract().landingSchema();
    // Kept out of the lambda: it would carry this transform to the workers.
    DatabaseConfig database = database();
    return input
        .apply(
            JdbcIO.<Row>read()
                .withDataSourceProviderFn(SourcePools.provider(database))
                .withQuery(where == null ? select : select + " WHERE " + where.sql())
                .withStatementPreparator(
                    statement -> {
                      ReadLimits.apply(database, statement);
                      MarkPredicate.bind(statement, marks);
                    })
                .withRowMapper(new LandingRows(table(), schema, audit(scope.window())))
                .withCoder(RowCoder.of(schema))
                .withFetchSize(database.fetchSize())
                .withOutputParallelization(false))
        .setRowSchema(schema);
  }

  private LandingRows.Audit audit(@Nullable MarkWindow window) {
    String run = runId();
    Instant at = extractedAt();
    if (run == null || at == null) {
      throw new IllegalArgumentException(
          "extract of " + table() + " has no run; call withRun(runId, extractedAt)");
    }
    Mark low = window == null ? null : window.low();
    return new LandingRows.Audit(
        run,
        at,
        low == null ? null : low.text(),
        window == null ? null : window.high().text(),
        table().description());
  }

  @AutoValue.Builder
  abstract static class Builder {
    abstract Builder setDatabase(DatabaseConfig database);

    abstract Builder setTable(SourceTable table);

    abstract Builder setScope(ReadScope scope);

    abstract Builder setRunId(String runId);

    abstract Builder setExtractedAt(Instant extractedAt);

    abstract ExtractWatermark build();
  }
}
