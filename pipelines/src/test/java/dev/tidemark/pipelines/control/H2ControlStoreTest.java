// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class H2ControlStoreTest extends ControlStoreContract {
  @TempDir private Path folder = Path.of("");

  @Override
  ControlStore open() {
    return JdbcControlStore.open(
        DatabaseConfig.of("jdbc:h2:file:" + folder.resolve("control") + ";WRITE_DELAY=0"));
  }
}
