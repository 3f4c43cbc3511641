// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;

import dev.tidemark.pipelines.demo.DemoSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A comparison of keys from its command line: what it says, and how it ends. */
class CompareKeysLaunchTest {

  private static final String COMPARE = "--pipeline=compare-keys";

  private final Path folder;
  private final DemoSource source;

  CompareKeysLaunchTest(@TempDir Path folder) {
    this.folder = folder;
    source = DemoSource.at(folder);
  }

  @Test
  void theFuseEndsWithThreeAndIsLiftedForOneRun() throws IOException, SQLException {
    source.recreate();
    assertThat(launch().exitCode(), is(0));
    execute("DELETE FROM ref.Broker");

    Launch blown = launch(COMPARE);

    assertThat(blown.exitCode(), is(3));
    assertThat(blown.complaints(), contains(startsWith("tidemark: nothing was changed; Broker: ")));
    assertThat(blown.complaints().get(0), containsString("(100.00 %) are gone from the source"));
    assertThat(blown.complaints().get(0), containsString("run again with --liftFuse"));
    assertThat(blown.lastLine(), containsString("\"outcome\":\"FAILED\""));

    Launch lifted =
        launch(
            COMPARE,
            "--tables=Broker",
            "--liftFuse",
            "--runner=SparkRunner",
            "--sparkMaster=local[2]");
    assertThat(lifted.progress(), lifted.exitCode(), is(0));
    assertThat(lifted.progress(), containsString("0 at the source"));
    assertThat(lifted.lastLine(), containsString("\"run_id\":\"compare-2024-06-03T02:00:00Z#2\""));
    assertThat(lifted.lastLine(), containsString("\"outcome\":\"LOADED\""));
    assertThat(launch("--pipeline=reconcile").exitCode(), is(0));

    Launch again = launch(COMPARE, "--tables=Broker");
    assertThat(again.progress(), again.exitCode(), is(0));
    assertThat(again.lastLine(), containsString("\"outcome\":\"EMPTY\""));
  }

  private Launch launch(String... more) throws IOException {
    Path config = folder.resolve("demo.yaml");
    Files.writeString(config, source.configYaml());
    List<String> arguments = new ArrayList<>(List.of("--config=" + config));
    arguments.addAll(List.of(more));
    return Launch.at(DemoSource.logicalTime(1), arguments.toArray(new String[0]));
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(source.url());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
