// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * The local disk, heard at work: whoever watches may stop it, slow it down or let it fail. It is
 * known to Hadoop by the {@code core-site.xml} of these tests; the product takes it for any file
 * system.
 */
final class WatchedDisk extends RawLocalFileSystem {

  /** What is done to a file. */
  enum Act {
    CREATE,
    WRITE,
    CLOSE,
    /** The path is the new name. */
    RENAME,
    OPEN,
    DELETE
  }

  /** Hears of each act on each file, from many threads. */
  interface Watch {
    /** An exception is the failure of the act. */
    void before(Act act, String path) throws IOException;

    default void after(Act act, String path) {}
  }

  static final String SCHEME = "watched";

  private static final List<Watch> WATCHES = new CopyOnWriteArrayList<>();

  /** Null for a path without a scheme. It is asked for before it can be set. */
  private @Nullable URI watched;

  /** Adds one, for as long as the process lives or until it is taken away. */
  static void add(Watch watch) {
    WATCHES.add(watch);
  }

  static void remove(Watch watch) {
    WATCHES.remove(watch);
  }

  @Override
  public void initialize(URI name, Configuration configuration) throws IOException {
    if (SCHEME.equals(name.getScheme())) {
      watched = URI.create(SCHEME + ":///");
    }
    super.initialize(getUri(), configuration);
  }

  @Override
  public URI getUri() {
    return watched == null ? super.getUri() : watched;
  }

  @Override
  public String getScheme() {
    return getUri().getScheme();
  }

  @Override
  protected OutputStream createOutputStreamWithMode(
      Path file, boolean append, FsPermission permission) throws IOException {
    String path = file.toUri().getPath();
    before(Act.CREATE, path);
    OutputStream out = super.createOutputStreamWithMode(file, append, permission);
    try {
      after(Act.CREATE, path);
    } catch (RuntimeException stopped) {
      out.close();
      throw stopped;
    }
    return new WatchedStream(out, path);
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    before(Act.OPEN, file.toUri().getPath());
    return super.open(file, bufferSize);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    String path = to.toUri().getPath();
    before(Act.RENAME, path);
    boolean isRenamed = super.rename(from, to);
    after(Act.RENAME, path);
    return isRenamed;
  }

  @Override
  public boolean delete(Path file, boolean recursive) throws IOException {
    String path = file.toUri().getPath();
    before(Act.DELETE, path);
    boolean isDeleted = super.delete(file, recursive);
    after(Act.DELETE, path);
    return isDeleted;
  }

  /** Hadoop runs a process for it. */
  @Override
  public void setPermission(Path file, FsPermission permission) {
    // whatever the umask says will do
  }

  /** The same. */
  @Override
  public FileStatus getFileLinkStatus(Path file) throws IOException {
    return getFileStatus(file);
  }

  private static void before(Act act, String path) throws IOException {
    for (Watch watch : WATCHES) {
      watch.before(act, path);
    }
  }

  private static void after(Act act, String path) {
    WATCHES.forEach(watch -> watch.after(act, path));
  }

  private static final class WatchedStream extends FilterOutputStream {

    private final String path;
    private boolean isClosed;

    WatchedStream(OutputStream out, String path) {
      super(out);
      this.path = path;
    }

    @Override
    public void write(int b) throws IOException {
      before(Act.WRITE, path);
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      before(Act.WRITE, path);
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      if (isClosed) {
        return;
      }
      isClosed = true;
      try {
        before(Act.CLOSE, path);
      } finally {
        out.close();
      }
      after(Act.CLOSE, path);
    }
  }

  /** The same disk for whom Hadoop's newer interface is asked for: Delta's log is written so. */
  static final class OfContext extends DelegateToFileSystem {

    OfContext(URI name, Configuration configuration) throws IOException, URISyntaxException {
      super(URI.create(SCHEME + ":///"), new WatchedDisk(), configuration, SCHEME, false);
    }
  }
}
