// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowView;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A temporary file with the rows of several parts: a chunk of rows of one part lies behind a chunk
 * of another, and each part knows where its chunks are.
 *
 * <p>It lies in the folder that {@code java.io.tmpdir} names, under a name of its own, readable by
 * its owner alone. It is gone when it is closed, and when the process dies, where the system can
 * remove an open file.
 */
final class PartFile implements Closeable {

  /** A part is written when it has so many bytes. */
  private static final int CHUNK_BYTES = 32 * 1024;

  private record Chunk(long offset, int length) {}

  private static final class Part {
    private final BlockBuilder rows = new BlockBuilder();
    private final List<Chunk> chunks = new ArrayList<>();
  }

  private final FileChannel file;
  private final @Nullable Part[] parts;
  private long end;

  private PartFile(FileChannel file, int parts) {
    this.file = file;
    this.parts = new Part[parts];
  }

  static PartFile create(int parts) {
    try {
      Path path = Files.createTempFile("tidemark-bucket-", ".rows");
      return new PartFile(
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE),
          parts);
    } catch (IOException failure) {
      throw failed("cannot create", failure);
    }
  }

  void add(int part, RowView row) {
    Part to = parts[part];
    if (to == null) {
      to = new Part();
      parts[part] = to;
    }
    to.rows.append(row);
    if (to.rows.size() >= CHUNK_BYTES) {
      writeChunk(to);
    }
  }

  private void writeChunk(Part part) {
    byte[] rows = part.rows.take();
    ByteBuffer bytes = ByteBuffer.wrap(rows);
    try {
      while (bytes.hasRemaining()) {
        file.write(bytes, end + bytes.position());
      }
    } catch (IOException failure) {
      throw failed("cannot write", failure);
    }
    part.chunks.add(new Chunk(end, rows.length));
    end += rows.length;
  }

  /** Hands on the rows of a part, in the order in which they came. */
  void read(int part, Consumer<byte[]> blocks) {
    Part from = parts[part];
    if (from == null) {
      return;
    }
    if (!from.rows.isEmpty()) {
      writeChunk(from);
    }
    for (Chunk chunk : from.chunks) {
      blocks.accept(read(chunk));
    }
  }

  private byte[] read(Chunk chunk) {
    ByteBuffer bytes = ByteBuffer.allocate(chunk.length());
    try {
      while (bytes.hasRemaining()) {
        if (file.read(bytes, chunk.offset() + bytes.position()) < 0) {
          throw new EOFException("it is shorter than what was written to it");
        }
      }
    } catch (IOException failure) {
      throw failed("cannot read", failure);
    }
    return bytes.array();
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException failure) {
      throw failed("cannot remove", failure);
    }
  }

  private static RuntimeException failed(String attempt, IOException cause) {
    return DurableFile.failed(
        attempt
            + " a temporary file for the rows of a bucket in "
            + System.getProperty("java.io.tmpdir"),
        cause);
  }
}
