// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** What a Parquet file's footer says of it, on any file system that Beam knows. */
final class ParquetFooter {
  private ParquetFooter() {}

  static LandingManifest.File count(String path) throws IOException {
    ChannelFile file = new ChannelFile(path);
    try (ParquetFileReader reader = ParquetFileReader.open(file)) {
      String name = path.substring(path.lastIndexOf('/') + 1);
      return new LandingManifest.File(name, reader.getRecordCount(), file.getLength());
    }
  }

  private record ChannelFile(String path) implements InputFile {
    private SeekableByteChannel open() throws IOException {
      return (SeekableByteChannel) FileSystems.open(FileSystems.matchNewResource(path, false));
    }

    @Override
    public long getLength() throws IOException {
      try (SeekableByteChannel channel = open()) {
        return channel.size();
      }
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      SeekableByteChannel channel = open();
      return new DelegatingSeekableInputStream(Channels.newInputStream(channel)) {
        @Override
        public long getPos() throws IOException {
          return channel.position();
        }

        @Override
        public void seek(long position) throws IOException {
          channel.position(position);
        }
      };
    }
  }
}
