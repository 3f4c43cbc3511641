// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Source, lake and control store on one machine: nothing else is reached for. */
@Tag("thorough")
class NoNetworkTest {

  /** A network of its own, in which there is only this machine. */
  private static final List<String> CUT_OFF =
      List.of("unshare", "-rn", "sh", "-c", "ip link set lo up && exec \"$@\"", "sh");

  private final Path folder;

  NoNetworkTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @ParameterizedTest
  @ValueSource(strings = {"--runner=DirectRunner", "--runner=SparkRunner --sparkMaster=local[2]"})
  void theDemoRunsWithoutANetwork(String runner) throws Exception {
    assumeTrue(isCutOff(), "needs Linux, and the right to make a network namespace");
    List<String> command = new ArrayList<>(CUT_OFF);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("--demo", "--demoDir=" + folder.resolve("demo")));
    command.addAll(List.of(runner.split(" ")));
    Path said = folder.resolve("said");

    Process demo =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();

    assertThat("it ends", demo.waitFor(5, TimeUnit.MINUTES), is(true));
    String output = Files.readString(said);
    assertThat(output, demo.exitValue(), is(0));
    assertThat(output, containsString("\"evidence_holds\":true"));
  }

  /** Whether a command can be run without a network: it sees no address but the loopback's. */
  private static boolean isCutOff() throws InterruptedException {
    List<String> command = new ArrayList<>(CUT_OFF);
    command.addAll(List.of("sh", "-c", "! ip -o link | grep -v ' lo:'"));
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
