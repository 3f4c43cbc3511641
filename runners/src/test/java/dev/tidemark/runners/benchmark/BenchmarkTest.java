// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole benchmark over a few rows: every engine starts a dozen times. */
@Tag("thorough")
class BenchmarkTest {

  @Test
  void everyEngineMakesTheSameOfAFewRows(@TempDir Path folder) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    int code =
        Benchmark.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            "--jobs=silver,marts,history,upsert,nightly,extract",
            "--rows=2000",
            "--rounds=1",
            "--warm=0",
            "--folder=" + folder);

    String said = out.toString(StandardCharsets.UTF_8);
    assertThat(said, code, is(0));
    assertThat(said, containsString("Every measurement is in " + folder));
  }
}
