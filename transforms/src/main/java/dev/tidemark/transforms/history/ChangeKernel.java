// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.function.Consumer;
import org.apache.beam.sdk.schemas.Schema;

/** Turns all changes of some keys into the rows of a dimension. */
interface ChangeKernel {

  /** The schema of the rows. */
  Schema schema();

  /**
   * Turns a set of changes, which holds all of its keys, into rows.
   *
   * @param rows takes each row in a writer of {@link #schema()}, and must append it before it
   *     returns
   * @param rejected takes each change without a sequence
   */
  ChangeCounts apply(RowBlocks changes, Consumer<RowWriter> rows, Consumer<RowView> rejected);
}
