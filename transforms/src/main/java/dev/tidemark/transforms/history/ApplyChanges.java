// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.UnpackRows;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/**
 * Turns every change that is known of each key into a dimension: its versions (SCD type 2) or its
 * present (SCD type 1).
 *
 * <pre>{@code
 * History coverholders = changes.apply(
 *     ApplyChanges.asScdType2()
 *         .keyedBy("coverholder_id")
 *         .sequencedBy("modified_date")
 *         .tracking("coverholder_name", "status")
 *         .deletedWhen("is_deleted")
 *         .batchedBy("_batch_id"));
 * }</pre>
 *
 * <p>The input is the <em>complete</em> set of changes, in any order, repeats allowed; the output
 * depends on that set alone. Type 2 gives key, attributes, {@code valid_from}, {@code valid_to},
 * {@code is_current} and {@code is_deleted}, by the rules of {@link Scd2}; without deletes it is
 *
 * <pre>{@code
 * SELECT key, tracked, LAST_VALUE(untracked) OVER (whole key), modified_date AS valid_from,
 *        LEAD(modified_date) OVER k AS valid_to, LEAD(modified_date) OVER k IS NULL AS is_current
 * FROM (SELECT *, LAG(tracked) OVER k AS before FROM changes)
 * WHERE tracked IS DISTINCT FROM before          -- WINDOW k AS (PARTITION BY key ORDER BY modified_date)
 * }</pre>
 *
 * <p>Type 1 gives a row of the changes' own schema for each key, by the rules of {@link Scd1}. So
 * type 1 and the last version of type 2 have the same attributes. Attributes are all columns but
 * key, sequence, batch and delete flag.
 *
 * <p>Ties: of several changes of one key and instant one survives: a delete before an update, then
 * the later batch, then the first by the attributes' values in column order, NULL last. Updates
 * that differ there are counted as {@link #SEQUENCE_CONFLICTS}. In keys and attributes null equals
 * null. A change without a sequence goes to {@link History#rejected()}. Empty input gives empty
 * output with its schema.
 *
 * <p>Shuffles once. The changes of a bucket are held in memory, packed; one key may grow as large.
 */
public final class ApplyChanges extends PTransform<PCollection<Row>, History> {

  /** Counts the changes read, repeats included. */
  public static final String CHANGES = "changes";

  /** Counts the rows given: versions of type 2, keys of type 1. */
  public static final String ROWS = "rows";

  /** Counts the updates that changed no tracked column, over the whole set of changes. */
  public static final String NOOP_UPDATES = "noop_updates";

  /** Counts those of them that came {@link #countingFrom} a batch on. */
  public static final String NEW_NOOP_UPDATES = "new_noop_updates";

  /** Counts the instants of a key at which updates with different payloads met. */
  public static final String SEQUENCE_CONFLICTS = "sequence_conflicts";

  /** Counts those of them at which one of the updates came {@link #countingFrom} a batch on. */
  public static final String NEW_SEQUENCE_CONFLICTS = "new_sequence_conflicts";

  /** Counts the changes that were rejected because their sequence is null. */
  public static final String NULL_SEQUENCES = "null_sequences";

  private static final long serialVersionUID = 1L;

  private final HistoryType type;
  private final ChangeColumns columns;
  private final int buckets;

  private ApplyChanges(HistoryType type, ChangeColumns columns, int buckets) {
    this.type = type;
    this.columns = columns;
    this.buckets = buckets;
  }

  /** One row per key: the latest image. */
  public static ApplyChanges asScdType1() {
    return new ApplyChanges(HistoryType.SCD_1, ChangeColumns.none(), PackRows.DEFAULT_BUCKETS);
  }

  /** The versions of every key. */
  public static ApplyChanges asScdType2() {
    return new ApplyChanges(HistoryType.SCD_2, ChangeColumns.none(), PackRows.DEFAULT_BUCKETS);
  }

  /** Names the key, at least one column. */
  public ApplyChanges keyedBy(List<String> key) {
    return with(columns.withKey(key));
  }

  /** Names the key, at least one column. */
  public ApplyChanges keyedBy(String... key) {
    return keyedBy(List.of(key));
  }

  /** Names the TIMESTAMP at which a change took effect in the source. */
  public ApplyChanges sequencedBy(String column) {
    return with(columns.sequencedBy(column));
  }

  /**
   * Names the attributes whose change opens a version; type 2 only. An empty list tracks none: a
   * key has one version until a delete.
   */
  public ApplyChanges tracking(List<String> tracked) {
    return with(columns.tracking(tracked));
  }

  /** Names the attributes whose change opens a version; type 2 only. */
  public ApplyChanges tracking(String... tracked) {
    return tracking(List.of(tracked));
  }

  /** Names the BOOLEAN column that is true in a delete; without it there are none. */
  public ApplyChanges deletedWhen(String column) {
    return with(columns.deletedWhen(column));
  }

  /** Names the INT64 column by which the later of two payloads of one instant survives. */
  public ApplyChanges batchedBy(String column) {
    return with(columns.batchedBy(column));
  }

  /**
   * Counts what the changes of this batch and of later ones did apart from what all did; without it
   * nothing is counted as new.
   */
  public ApplyChanges countingFrom(long firstBatch) {
    return with(columns.countingFrom(firstBatch));
  }

  /** Sets how many buckets the keys are spread over, at least 1. */
  public ApplyChanges into(int count) {
    PackRows.byKey(columns.key()).into(count);
    return new ApplyChanges(type, columns, count);
  }

  private ApplyChanges with(ChangeColumns changed) {
    return new ApplyChanges(type, changed, buckets);
  }

  /**
   * The same for changes that are packed: takes blocks of rows of a schema, gives blocks of rows.
   */
  public ApplyPackedChanges toBlocksOf(Schema changes) {
    return new ApplyPackedChanges(type, changes, columns, buckets);
  }

  @Override
  public History expand(PCollection<Row> changes) {
    ApplyPackedChanges packed = toBlocksOf(changes.getSchema());
    PackedHistory history =
        packed.ofBuckets(changes.apply("Bucket", PackRows.byKey(columns.key()).into(buckets)));
    return new History(
        history.history().apply("Unpack history", UnpackRows.of(history.schema())),
        history.rejected(),
        history.counts());
  }
}
