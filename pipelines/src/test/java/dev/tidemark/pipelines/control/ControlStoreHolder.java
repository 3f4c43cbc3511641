// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.io.IOException;

/** A process that opens a batch, prints its id, and holds the store until it is killed. */
final class ControlStoreHolder {
  private ControlStoreHolder() {}

  public static void main(String[] args) throws IOException {
    ControlStore store = JdbcControlStore.open(DatabaseConfig.of(args[0]));
    System.out.println(store.openBatch(0));
    System.out.flush();
    // Input never comes; the end of it does when the parent goes away.
    if (System.in.read() < 0) {
      store.close();
    }
  }
}
