// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import com.google.auto.value.AutoValue;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptors;
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
 * <p>At most {@value #FILES} files, which appear whole or not at all and are named for the attempt,
 * so that a repeated run never mixes with what an earlier one left behind. A NULL, any decimal of
 * its type, micros before 1970 and any Unicode text are kept exactly. The rows go through one
 * shuffle: it is for landings that the graph has made; {@code ExtractWatermark} lands what it reads
 * without one.
 */
@AutoValue
public abstract class LandTable extends PTransform<PCollection<Row>, PCollection<LandedTable>> {
  private static final long serialVersionUID = 1L;
  private static final String NO_PART = "none";
  private static final int FILES = 4;

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
        .setAttempt(LandingTarget.newName())
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
    LandingTarget target = target(rows.getSchema());
    PCollection<LandedPart> files =
        rows.apply(
                "By file",
                WithKeys.<Integer, Row>of(row -> Math.floorMod(row.hashCode(), FILES))
                    .withKeyType(TypeDescriptors.integers()))
            .setCoder(KvCoder.of(VarIntCoder.of(), rows.getCoder()))
            .apply("Rows of a file", GroupByKey.create())
            .apply("Write files", ParDo.of(new WriteRows(target)))
            .setCoder(SerializableCoder.of(LandedPart.class));
    // It makes the one group exist when there are no files.
    PCollection<LandedPart> marker =
        rows.getPipeline()
            .apply(
                "Marker of " + table(),
                Create.of(new LandedPart(table(), NO_PART, null))
                    .withCoder(SerializableCoder.of(LandedPart.class)));
    return PCollectionList.of(files)
        .and(marker)
        .apply("Files and marker", Flatten.pCollections())
        .apply(
            "Name them", WriteManifests.of(List.of(new WriteManifests.Landing(target, Set.of()))));
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

  private LandingTarget target(Schema schema) {
    String directory = directory();
    String runId = runId();
    if (runId == null) {
      throw new IllegalArgumentException(
          "landing of " + table() + " has no run; call at(time, runId)");
    }
    return new LandingTarget(
        table(), directory, runId, windowLow(), windowHigh(), schema, attempt());
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

  private static final class WriteRows extends DoFn<KV<Integer, Iterable<Row>>, LandedPart> {
    private static final long serialVersionUID = 1L;

    private final LandingTarget target;

    WriteRows(LandingTarget target) {
      this.target = target;
    }

    @ProcessElement
    public void write(@Element KV<Integer, Iterable<Row>> rows, OutputReceiver<LandedPart> out)
        throws IOException {
      try (LandedFileWriter file = target.open(LandingTarget.part(rows.getKey()))) {
        for (Row row : rows.getValue()) {
          file.row().set(row);
          file.write();
        }
        out.output(file.finish());
      }
    }
  }
}
