// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;

/**
 * The file systems of the lake.
 *
 * <p>On a local disk it is the raw one: Hadoop's default writes a {@code .crc} file beside every
 * file, which other engines trip over.
 */
public final class LakeFiles {

  private static final int NO_BLOCK_SIZE = 0;

  /** Read from the class path once: a new one parses its XML again for every file. */
  private static final Configuration CONFIGURATION = rawLocalFiles();

  private static final ParquetConfiguration PARQUET = new HadoopParquetConfiguration(CONFIGURATION);

  /** One file system per scheme and authority, as Hadoop's own cache would keep it. */
  private static final Map<String, FileSystem> FILE_SYSTEMS = new ConcurrentHashMap<>();

  private LakeFiles() {}

  /** The Hadoop configuration of the class path, with raw local files. */
  public static Configuration configuration() {
    return new Configuration(CONFIGURATION);
  }

  /** How Parquet files are read. */
  public static ParquetReadOptions.Builder readOptions() {
    return ParquetReadOptions.builder(PARQUET);
  }

  private static Configuration rawLocalFiles() {
    Configuration configuration = new Configuration();
    configuration.setClass("fs.file.impl", LocalFiles.class, FileSystem.class);
    configuration.setClass(
        "fs.AbstractFileSystem.file.impl", LocalFiles.Context.class, AbstractFileSystem.class);
    // a cached file system may be the checksummed one that another library asked for
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    return configuration;
  }

  /** The file system of a path. */
  public static FileSystem fileSystem(Path path) throws IOException {
    URI uri = path.toUri();
    String scheme = uri.getScheme() == null ? "default" : uri.getScheme();
    String key = scheme + "://" + uri.getAuthority();
    FileSystem known = FILE_SYSTEMS.get(key);
    if (known == null) {
      known = path.getFileSystem(CONFIGURATION);
      FileSystem first = FILE_SYSTEMS.putIfAbsent(key, known);
      known = first == null ? known : first;
    }
    return known;
  }

  /** A file to read; a missing one is a {@link DamagedFileException}. */
  public static InputFile inputFile(Path path) throws IOException {
    FileSystem fileSystem = fileSystem(path);
    FileStatus status = status(fileSystem, path);
    return new InputFile() {
      @Override
      public long getLength() {
        return status.getLen();
      }

      @Override
      public SeekableInputStream newStream() throws IOException {
        return HadoopStreams.wrap(fileSystem.open(path));
      }

      @Override
      public String toString() {
        return path.toString();
      }
    };
  }

  private static FileStatus status(FileSystem fileSystem, Path path) throws IOException {
    try {
      return fileSystem.getFileStatus(path);
    } catch (FileNotFoundException missing) {
      throw DamagedFileException.missing(path, missing);
    }
  }

  /** A file to write. */
  static OutputFile outputFile(Path path) throws IOException {
    FileSystem fileSystem = fileSystem(path);
    return new OutputFile() {
      @Override
      public PositionOutputStream create(long blockSizeHint) throws IOException {
        return HadoopStreams.wrap(fileSystem.create(path, false));
      }

      @Override
      public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
        return HadoopStreams.wrap(fileSystem.create(path, true));
      }

      @Override
      public boolean supportsBlockSize() {
        return false;
      }

      @Override
      public long defaultBlockSize() {
        return NO_BLOCK_SIZE;
      }

      @Override
      public String getPath() {
        return path.toString();
      }
    };
  }
}
