// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import com.google.auto.value.AutoValue;
import java.time.Instant;
import java.util.UUID;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.io.FileIO;
import org.apache.beam.sdk.io.parquet.ParquetIO;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Contextful;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Writes one table's rows of one run as Parquet files, then the manifest that names them, and gives
 * exactly one {@link LandedTable}: a barrier, since what reads on from it reads files that are
 * final and no others. No rows: no folder, and an empty {@code LandedTable}.
 *
 * <pre>{@code
 * rows.apply("Land PremiumTransaction", LandTable.named("PremiumTransaction").in(layout).at(runTimestamp, runId));
 * }</pre>
 *
 * <p>Files appear whole or not at all, and are named for the attempt, so that a repeated run never
 * mixes with what an earlier one left behind. Their number is the runner's choice: one per bundle
 * of the extract on Spark, a few on the direct runner. A NULL, any decimal of its type, micros
 * before 1970 and any Unicode text are kept exactly. The file names go through one shuffle; the
 * rows do not, except on the direct runner.
 */
@AutoValue
public abstract class LandTable extends PTransform<PCollection<Row>, PCollection<LandedTable>> {
  private static final long serialVersionUID = 1L;
  private static final String NO_FILE = "";

  abstract String table();

  abstract @Nullable LandingLayout layout();

  abstract @Nullable Instant logicalTime();

  abstract @Nullable String runId();

  abstract @Nullable String windowLow();

  abstract @Nullable String windowHigh();

  abstract String attempt();

  abstract Builder toBuilder();

  /** Lands the table under its name, e.g. {@code PremiumTransaction}. */
  public static LandTable named(String table) {
    return new AutoValue_LandTable.Builder()
        .setTable(table)
        .setAttempt(UUID.randomUUID().toString().substring(0, 8))
        .build();
  }

  /** Where the lake lies. Required. */
  public LandTable in(LandingLayout layout) {
    return toBuilder().setLayout(layout).build();
  }

  /** The run and its logical time, which names the folder. Required. */
  public LandTable at(Instant logicalTime, String runId) {
    return toBuilder().setLogicalTime(logicalTime).setRunId(runId).build();
  }

  /** The window that was read, for the manifest. */
  public LandTable withWindow(@Nullable String low, @Nullable String high) {
    return toBuilder().setWindowLow(low).setWindowHigh(high).build();
  }

  /** Names the files for this attempt instead of a random one. Never use one twice in a folder. */
  public LandTable withAttempt(String attempt) {
    return toBuilder().setAttempt(attempt).build();
  }

  @Override
  public PCollection<LandedTable> expand(PCollection<Row> rows) {
    Schema schema = rows.getSchema();
    String directory = directory();
    PCollection<KV<String, String>> files =
        rows.apply("Write files", write(schema, directory)).getPerDestinationOutputFilenames();
    // The marker makes the one group exist when there are no files.
    PCollection<KV<String, String>> marker =
        rows.getPipeline()
            .apply(
                "Marker of " + table(),
                Create.of(KV.of(table(), NO_FILE))
                    .withCoder(KvCoder.of(StringUtf8Coder.of(), StringUtf8Coder.of())));
    return PCollectionList.of(files)
        .and(marker)
        .apply("Files and marker", Flatten.pCollections())
        .apply("Gather files", GroupByKey.create())
        .apply("Write manifest", ParDo.of(new WriteManifest(draft(schema), directory, attempt())))
        .setCoder(SerializableCoder.of(LandedTable.class));
  }

  private FileIO.Write<String, Row> write(Schema schema, String directory) {
    AvroRows records = AvroRows.of(table(), schema);
    String table = table();
    String attempt = attempt();
    return FileIO.<String, Row>writeDynamic()
        .by(row -> table)
        .withDestinationCoder(StringUtf8Coder.of())
        .via(
            Contextful.fn(records::toRecord),
            ParquetIO.sink(records.schema()).withCompressionCodec(CompressionCodecName.ZSTD))
        .to(directory)
        .withNaming(
            destination ->
                (window, pane, shards, shard, compression) ->
                    LandingLayout.fileName(attempt, shard, shards));
  }

  private String directory() {
    LandingLayout layout = layout();
    Instant logicalTime = logicalTime();
    if (layout == null || logicalTime == null) {
      throw new IllegalArgumentException(
          "landing of " + table() + " has no place; call in(layout) and at(time, runId)");
    }
    return layout.directory(table(), logicalTime);
  }

  private WriteManifest.Draft draft(Schema schema) {
    String runId = runId();
    if (runId == null) {
      throw new IllegalArgumentException(
          "landing of " + table() + " has no run; call at(time, runId)");
    }
    return new WriteManifest.Draft(
        table(), runId, windowLow(), windowHigh(), LandedColumns.of(schema));
  }

  @AutoValue.Builder
  abstract static class Builder {
    abstract Builder setTable(String table);

    abstract Builder setLayout(LandingLayout layout);

    abstract Builder setLogicalTime(Instant logicalTime);

    abstract Builder setRunId(String runId);

    abstract Builder setWindowLow(@Nullable String low);

    abstract Builder setWindowHigh(@Nullable String high);

    abstract Builder setAttempt(String attempt);

    abstract LandTable build();
  }
}
