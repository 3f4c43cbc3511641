// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.RowBlocks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.beam.sdk.values.Row;

/** One table in a folder, merged and committed bucket by bucket. */
final class Lake {

  private final String root;
  private final TableSpec spec;
  private final DeltaTableStore store;
  private long batch;

  Lake(Path root, TableSpec spec) {
    this.root = root.toString();
    this.spec = spec;
    store = DeltaTableStore.in(this.root);
  }

  /** A merge into a bucket of what is stored now. */
  BucketMerge merge(int bucket) {
    return BucketMerge.of(spec, store.pin(spec), bucket, root, UUID.randomUUID().toString());
  }

  void commit(TableChange change) {
    TableSnapshot now = store.pin(spec);
    store.commit(spec, now.version(), List.of(change), "test/" + spec.path(), ++batch);
  }

  List<Row> rows(int bucket) {
    return merge(bucket).read().toRows(spec.layout());
  }

  /** What the shuffle would bring: rows from a text table. */
  BucketRows incoming(String rows) {
    return incoming(rows, new MovedRows());
  }

  /** What the shuffle would bring: rows from a text table, and what is known of moved ones. */
  BucketRows incoming(String rows, MovedRows moved) {
    List<byte[]> blocks = new ArrayList<>();
    blocks.add(new byte[0]);
    blocks.addAll(RowBlocks.of(spec.schema(), Rows.table(spec.schema(), rows)).blocks());
    blocks.add(moved.toBlock());
    String batch = spec.layout().has("batch_id") ? "batch_id" : "_batch_id";
    return BucketRows.of(spec.rowKey(), batch, blocks);
  }
}
