// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Which embedded control databases this process has open. Such a file lets one process in: whoever
 * opens it first in a process knows that every lease in it belongs to the dead.
 */
final class EmbeddedFiles {

  private static final Map<String, Integer> OPEN = new HashMap<>();

  private EmbeddedFiles() {}

  /** Notes that a database was opened; whether nobody else can have it open. */
  static synchronized boolean open(String url) {
    return isExclusive(url) && OPEN.merge(url, 1, Integer::sum) == 1;
  }

  static synchronized void close(String url) {
    OPEN.computeIfPresent(url, (key, holders) -> holders == 1 ? null : holders - 1);
  }

  private static boolean isExclusive(String url) {
    String upper = url.toUpperCase(Locale.ROOT);
    return upper.startsWith("JDBC:H2:")
        && !upper.startsWith("JDBC:H2:MEM:")
        && !upper.startsWith("JDBC:H2:TCP:")
        && !upper.startsWith("JDBC:H2:SSL:")
        && !upper.contains(";AUTO_SERVER=TRUE")
        && !upper.contains(";FILE_LOCK=NO");
  }
}
