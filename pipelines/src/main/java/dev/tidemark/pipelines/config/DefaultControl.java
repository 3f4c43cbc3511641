// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.nio.file.Path;
import java.util.Optional;

/** The control database of a configuration that names none: an H2 file under the lake. */
final class DefaultControl {
  private static final String FILE = "file:";

  private DefaultControl() {}

  /** Empty when the lake is not a local folder, or its name would end the path in H2's URL. */
  static Optional<DatabaseConfig> in(String lakeRoot) {
    String folder = lakeRoot.startsWith(FILE) ? lakeRoot.substring(FILE.length()) : lakeRoot;
    if (folder.indexOf(';') >= 0 || folder.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")) {
      return Optional.empty();
    }
    Path root = Path.of(folder.startsWith("//") ? folder.substring(2) : folder);
    Path file = root.resolve("_control").resolve("tidemark").toAbsolutePath().normalize();
    // Without WRITE_DELAY=0 H2 writes up to half a second after a commit: too late for a process
    // that is killed.
    return Optional.of(DatabaseConfig.of("jdbc:h2:file:" + file + ";WRITE_DELAY=0"));
  }

  static String remedy(String lakeRoot) {
    return "control: missing, and lake.root "
        + lakeRoot
        + " is no local folder that an embedded database could lie in; add control.url";
  }
}
