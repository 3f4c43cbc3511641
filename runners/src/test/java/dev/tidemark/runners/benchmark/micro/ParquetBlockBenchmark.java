// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.micro;

import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.pipelines.parquet.ParquetBlockWriter;
import dev.tidemark.pipelines.parquet.WrittenFile;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** Packed rows to and from a Parquet file on the local disk. */
public class ParquetBlockBenchmark extends MicroBenchmark {

  private static final List<String> KEY = List.of(PremiumRows.ID);

  private final ScratchFolder folder = new ScratchFolder("tidemark-parquet");
  private final RowLayout layout = PremiumRows.LAYOUT;
  private final RowBlocks rows = PremiumRows.rows();
  private final RowView view = new RowView(layout);
  private final Path stored = freshFile();
  private final List<java.nio.file.Path> storedFiles;

  /** Writes the file that is read. */
  public ParquetBlockBenchmark() {
    try {
      write(stored);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    storedFiles = folder.files();
  }

  /** Writes all columns, with statistics of the key. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public WrittenFile write() throws IOException {
    return write(freshFile());
  }

  /** Reads all columns. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public void read(Blackhole sink) throws IOException {
    try (ParquetBlockReader file = ParquetBlockReader.open(LakeFiles.inputFile(stored), layout)) {
      file.read(sink::consume);
    }
  }

  /** Reads the key's column, as a merge does that looks for rows. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public void readKey(Blackhole sink) throws IOException {
    try (ParquetBlockReader file =
        ParquetBlockReader.openColumns(LakeFiles.inputFile(stored), layout, KEY)) {
      file.read(sink::consume);
    }
  }

  private Path freshFile() {
    return new Path(folder.toString(), folder.freshName() + ".parquet");
  }

  private WrittenFile write(Path file) throws IOException {
    try (ParquetBlockWriter writer = ParquetBlockWriter.create(file, layout, KEY)) {
      for (int r = 0; r < PremiumRows.COUNT; r++) {
        writer.write(view.at(rows, rows.ref(r)));
      }
      return writer.finish();
    }
  }

  /** Removes what was written for its own sake. */
  @TearDown(Level.Iteration)
  public void removeWritten() {
    folder.keepOnly(storedFiles);
  }

  /** Removes the file that was read. */
  @TearDown(Level.Trial)
  public void removeAll() {
    folder.remove();
  }
}
