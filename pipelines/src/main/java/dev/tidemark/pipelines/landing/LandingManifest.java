// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.pipelines.parquet.DamagedFileException;
import dev.tidemark.pipelines.parquet.LakeFileException;
import dev.tidemark.pipelines.parquet.LakeFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a landing holds, written when all its files are final: a file that it does not name is a
 * leftover and counts for nothing.
 *
 * @param version of this format
 * @param table the table's name
 * @param runId the run that landed it
 * @param windowLow the mark above which rows were read, null on a first load or a whole table
 * @param windowHigh the mark up to which rows were read, null for a whole table
 * @param rows rows in all files
 * @param files name inside the folder, rows and bytes of each file
 * @param columns the landed columns in order
 */
@JsonPropertyOrder({
  "version",
  "table",
  "run_id",
  "window_low",
  "window_high",
  "rows",
  "files",
  "columns"
})
public record LandingManifest(
    int version,
    String table,
    String runId,
    @Nullable String windowLow,
    @Nullable String windowHigh,
    long rows,
    List<File> files,
    List<Column> columns) {
  static final int VERSION = 1;

  /** One file of the folder. */
  public record File(String name, long rows, long bytes) {}

  /** One column: its type as in {@code DECIMAL(18,2)}. */
  public record Column(String name, String type, boolean nullable) implements Serializable {}

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  static boolean exists(String directory) throws IOException {
    Path manifest = new Path(LandingLayout.manifest(directory));
    return LakeFiles.fileSystem(manifest).exists(manifest);
  }

  /** Reads the manifest of a landing folder. */
  public static LandingManifest read(String directory) throws IOException {
    Path manifest = new Path(LandingLayout.manifest(directory));
    try (InputStream in = LakeFiles.fileSystem(manifest).open(manifest)) {
      return JSON.readValue(in, new TypeReference<LandingManifest>() {});
    } catch (JsonProcessingException damage) {
      throw DamagedFileException.unreadable(manifest, damage)
          .withRemedy("restore it, or move its folder away");
    }
  }

  /**
   * Writes it beside its place and renames it: a reader sees the old one, none, or the whole new
   * one.
   */
  void write(String directory, String attempt) {
    Path manifest = new Path(LandingLayout.manifest(directory));
    Path draft = new Path(LandingLayout.manifest(directory) + "." + attempt);
    try {
      FileSystem files = LakeFiles.fileSystem(manifest);
      try (OutputStream out = files.create(draft, true)) {
        JSON.writeValue(out, this);
      }
      rename(files, draft, manifest);
    } catch (IOException failure) {
      throw LakeFileException.of("cannot write the manifest " + manifest, failure);
    }
  }

  /** Some file systems rename over a file, some refuse to. */
  private static void rename(FileSystem files, Path draft, Path manifest) throws IOException {
    if (!files.rename(draft, manifest)) {
      files.delete(manifest, false);
      if (!files.rename(draft, manifest)) {
        throw new IOException("cannot rename " + draft);
      }
    }
  }

  /** The landing that it names. */
  public LandedTable landed(String directory) {
    List<LandedFile> landed =
        files.stream()
            .map(f -> new LandedFile(directory + "/" + f.name(), f.rows(), f.bytes()))
            .toList();
    return new LandedTable(table, directory, LandedColumns.schema(columns), landed, rows);
  }
}
