// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.util.TimeZone;

/** Runs what must not depend on the zone of the Java process in one. */
final class Zones {
  private Zones() {}

  interface Work {
    void run() throws Exception;
  }

  static void in(String zone, Work work) throws Exception {
    TimeZone before = TimeZone.getDefault();
    // A driver may have taken the zone when it connected.
    SourcePools.closeAll();
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    try {
      work.run();
    } finally {
      TimeZone.setDefault(before);
      SourcePools.closeAll();
    }
  }
}
