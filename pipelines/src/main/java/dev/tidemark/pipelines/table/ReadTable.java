// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.UnpackRows;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table at a pinned version, without {@link TableSpec#BUCKET}; an absent table has
 * none. No shuffle: one element per row group of a file.
 *
 * <pre>{@code
 * pipeline.apply(ReadTable.of(spec).at(snapshot).inLake(lakeRoot))
 * }</pre>
 */
public final class ReadTable extends PTransform<PBegin, PCollection<Row>> {

  private static final long serialVersionUID = 1L;

  private final TableSpec spec;
  private final @Nullable TableSnapshot snapshot;
  private final @Nullable String lakeRoot;

  private ReadTable(TableSpec spec, @Nullable TableSnapshot snapshot, @Nullable String lakeRoot) {
    this.spec = spec;
    this.snapshot = snapshot;
    this.lakeRoot = lakeRoot;
  }

  /** Reads a table. */
  public static ReadTable of(TableSpec spec) {
    return new ReadTable(spec, null, null);
  }

  /** Sets the pinned snapshot. */
  public ReadTable at(TableSnapshot pinned) {
    return new ReadTable(spec, pinned, lakeRoot);
  }

  /** Sets the root of the lake. */
  public ReadTable inLake(String root) {
    return new ReadTable(spec, snapshot, root);
  }

  /** The same rows as packed blocks by bucket, for wide keyed work. */
  public ReadTableBlocks asBlocks() {
    TableSnapshot pinned = snapshot;
    String root = lakeRoot;
    if (pinned == null || root == null) {
      throw new IllegalArgumentException(
          "ReadTable " + spec + " needs at(snapshot) and inLake(root)");
    }
    return new ReadTableBlocks(spec, pinned, root);
  }

  @Override
  public PCollection<Row> expand(PBegin begin) {
    return begin
        .apply("Blocks", asBlocks())
        .apply("Values", Values.create())
        .apply("Unpack", UnpackRows.of(spec.schema()));
  }
}
