// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.MoveOptions.StandardMoveOptions;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the final files of one landing and writes its manifest. Repeated, it writes the same
 * again.
 */
final class WriteManifest extends DoFn<KV<String, Iterable<String>>, LandedTable> {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(WriteManifest.class);
  private static final String FILE_IO_TEMPORARY = ".temp-beam/";

  /** All of a manifest but its files. */
  record Draft(
      String table,
      String runId,
      @Nullable String windowLow,
      @Nullable String windowHigh,
      List<LandingManifest.Column> columns)
      implements Serializable {}

  private final Draft draft;
  private final String directory;
  private final String attempt;

  WriteManifest(Draft draft, String directory, String attempt) {
    this.draft = draft;
    this.directory = directory;
    this.attempt = attempt;
  }

  @ProcessElement
  public void process(@Element KV<String, Iterable<String>> landed, OutputReceiver<LandedTable> out)
      throws IOException {
    Set<String> paths = new TreeSet<>();
    landed.getValue().forEach(paths::add);
    List<LandingManifest.File> files = new ArrayList<>();
    long rows = 0;
    for (String path : paths) {
      if (!path.isEmpty()) {
        LandingManifest.File file = ParquetFooter.count(path);
        files.add(file);
        rows += file.rows();
      }
    }
    LandingManifest manifest =
        new LandingManifest(
            LandingManifest.VERSION,
            draft.table(),
            draft.runId(),
            draft.windowLow(),
            draft.windowHigh(),
            rows,
            files,
            draft.columns());
    if (files.isEmpty()) {
      // An earlier attempt of this run may have landed rows that are gone by now.
      FileSystems.delete(
          List.of(FileSystems.matchNewResource(LandingLayout.manifest(directory), false)),
          StandardMoveOptions.IGNORE_MISSING_FILES);
    } else {
      manifest.write(directory, attempt);
    }
    removeTemporaryFolder();
    out.output(manifest.landed(directory));
  }

  /**
   * FileIO leaves the folder of its own temporary folders behind; a reader may take it for data.
   */
  private void removeTemporaryFolder() {
    try {
      FileSystems.delete(
          List.of(FileSystems.matchNewResource(directory + "/" + FILE_IO_TEMPORARY, true)),
          StandardMoveOptions.IGNORE_MISSING_FILES);
    } catch (IOException e) {
      LOG.debug("Folder {}/{} stays: {}", directory, FILE_IO_TEMPORARY, e.getMessage());
    }
  }
}
