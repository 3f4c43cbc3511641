// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.InParts;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is another when a bucket does not fit the memory of a worker. */
@ExtendWith(InParts.class)
class QuarantineMergeInPartsTest extends QuarantineMergeTest {
  QuarantineMergeInPartsTest(@TempDir Path root) {
    super(root);
  }
}
