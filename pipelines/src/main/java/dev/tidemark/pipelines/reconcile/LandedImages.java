// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.landing.LandedFile;
import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.landing.LandingManifest;
import dev.tidemark.pipelines.parquet.ParquetRows;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.hadoop.fs.Path;

/**
 * Every row of one table that runs which published something have landed, batch by batch.
 *
 * <p>A run that died before it published leaves a landing behind that nothing was merged from: its
 * rows count for nothing, since the next run landed them again. A file that no manifest names
 * counts for nothing either.
 */
final class LandedImages {

  private final RowLayout layout;
  private final List<String> files;

  /** How many of the files, at the end, are of the last landing. */
  private final int lastFiles;

  private LandedImages(RowLayout layout, List<String> files, int lastFiles) {
    this.layout = layout;
    this.files = files;
    this.lastFiles = lastFiles;
  }

  /** The landing of a table by the runs of some cuts. */
  static LandedImages of(
      String lakeRoot, String table, Schema schema, List<PublishedCut> published) {
    Map<String, Long> batches = new HashMap<>();
    published.forEach(cut -> batches.put(cut.runId(), cut.batchId()));
    record Landing(long batch, LandingManifest manifest, String directory) {}
    List<Landing> landings = new ArrayList<>();
    try {
      for (String directory : new LandingLayout(lakeRoot).landed(table)) {
        LandingManifest manifest = LandingManifest.read(directory);
        Long batch = batches.get(manifest.runId());
        if (batch != null) {
          landings.add(new Landing(batch, manifest, directory));
        }
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "cannot read the landing of " + table + ": " + failure.getMessage(), failure);
    }
    // stable: the landings of one batch stay in the order of their logical times
    landings.sort(Comparator.comparingLong(Landing::batch));
    List<String> files = new ArrayList<>();
    int before = 0;
    for (Landing landing : landings) {
      before = files.size();
      for (LandedFile file : landing.manifest().landed(landing.directory()).files()) {
        files.add(file.path());
      }
    }
    return new LandedImages(RowLayout.of(schema), files, files.size() - before);
  }

  /** The rows of the last landing alone. */
  LandedImages last() {
    return new LandedImages(
        layout, files.subList(files.size() - lastFiles, files.size()), lastFiles);
  }

  /** The layout of the rows. */
  RowLayout layout() {
    return layout;
  }

  /** Hands on every row in a fixed order, the later batch later; other columns are null. */
  void forEach(List<String> columns, Consumer<RowView> row) {
    for (String file : files) {
      try {
        ParquetRows.forEach(new Path(file), layout, columns, row);
      } catch (IOException failure) {
        throw new UncheckedIOException(
            "cannot read the landed file " + file + ": " + failure.getMessage(), failure);
      }
    }
  }
}
