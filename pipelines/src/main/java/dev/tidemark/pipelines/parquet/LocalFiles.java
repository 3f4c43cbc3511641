// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The local disk without Hadoop's check sums and without its processes: without its native library
 * Hadoop runs {@code chmod} for each new file and {@code readlink} for each look at one, which
 * takes longer than writing a small table.
 */
final class LocalFiles extends RawLocalFileSystem {

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    java.nio.file.Path file = pathToFile(path).toPath();
    try {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(letters(permission)));
    } catch (UnsupportedOperationException notPosix) {
      super.setPermission(path, permission);
    }
  }

  /** {@code rwxr-xr-x}; a sticky bit is not among them. */
  private static String letters(FsPermission permission) {
    return permission.getUserAction().SYMBOL
        + permission.getGroupAction().SYMBOL
        + permission.getOtherAction().SYMBOL;
  }

  /** A link is what it points to: the lake makes none. */
  @Override
  public FileStatus getFileLinkStatus(Path path) throws IOException {
    return getFileStatus(path);
  }

  /**
   * The same for who goes through Hadoop's file contexts, as Delta's log does. A file that is there
   * is never renamed over: Hadoop looks first and renames then, and of two that do so at once both
   * may win.
   */
  static final class Context extends DelegateToFileSystem {

    private static final int NO_PORT = -1;

    /** Called by Hadoop, by reflection. */
    @SuppressWarnings("unused")
    Context(URI uri, Configuration configuration) throws IOException, URISyntaxException {
      super(uri, new LocalFiles(), configuration, uri.getScheme(), false);
    }

    @Override
    public int getUriDefaultPort() {
      return NO_PORT;
    }

    @Override
    public boolean isValidName(String source) {
      return true; // the local disk knows what it does not take
    }

    @Override
    public void renameInternal(Path from, Path to) throws IOException {
      File source = file(from);
      if (source.isDirectory()) {
        super.renameInternal(from, to);
        return;
      }
      try {
        Files.createLink(file(to).toPath(), source.toPath());
      } catch (FileAlreadyExistsException there) {
        throw new org.apache.hadoop.fs.FileAlreadyExistsException(to + " is there already");
      } catch (UnsupportedOperationException noLinks) {
        super.renameInternal(from, to);
        return;
      }
      Files.delete(source.toPath());
    }

    private File file(Path path) {
      return ((LocalFiles) fsImpl).pathToFile(path);
    }
  }
}
