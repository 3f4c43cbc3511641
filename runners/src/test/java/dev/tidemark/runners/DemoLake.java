// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.control.Mark;
import dev.tidemark.pipelines.demo.DemoSource;
import dev.tidemark.pipelines.source.SourcePools;
import dev.tidemark.pipelines.table.TableDigest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The demo's source and lake in one folder, with a configuration file of their own. */
final class DemoLake {

  /** What a run that failed must leave as it was. */
  record State(Map<String, Long> versions, Map<String, Mark> marks) {}

  /** When the runs of these tests take place. */
  static final Instant NOW = Instant.parse("2024-06-10T02:00:00Z");

  static final int BUCKETS = 2;

  private final Path folder;

  private DemoLake(Path folder) {
    this.folder = folder;
  }

  /** The source of day 1, and no lake yet. */
  static DemoLake withSourceIn(Path folder) {
    DemoLake lake = new DemoLake(folder);
    lake.source().recreate();
    lake.configure("");
    return lake;
  }

  /** The same source and lake, to be spoilt without harm. */
  DemoLake copyTo(Path target) {
    SourcePools.closeAll();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        Path copy = target.resolve(folder.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    DemoLake copy = new DemoLake(target);
    copy.configure("");
    return copy;
  }

  Path folder() {
    return folder;
  }

  DemoSource source() {
    return DemoSource.at(folder);
  }

  Path config() {
    return folder.resolve("tidemark.yaml");
  }

  TidemarkConfig configuration() {
    return TidemarkConfig.load(config());
  }

  /** Writes the demo's configuration with some lines of YAML behind it. */
  DemoLake configure(String more) {
    return configureWholly(yaml() + more);
  }

  String yaml() {
    return source().configYaml().replace("buckets: 8", "buckets: " + BUCKETS);
  }

  DemoLake configureWholly(String yaml) {
    try {
      Files.writeString(config(), yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  DemoLake sql(String... statements) {
    return sql(source().url(), statements);
  }

  /** Changes the control database that lies in the lake. */
  DemoLake controlSql(String... statements) {
    return sql(configuration().control().url(), statements);
  }

  private DemoLake sql(String url, String... statements) {
    SourcePools.closeAll();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return this;
  }

  /** Runs the configuration, for the night of a day of the demo. */
  Launch run(int day, String... more) {
    List<String> args = new ArrayList<>();
    args.add("--config=" + config());
    args.add("--runTimestamp=" + DemoSource.logicalTime(day));
    args.addAll(Arrays.asList(more));
    return Launch.at(NOW, args.toArray(new String[0]));
  }

  State state() {
    return new State(versions(), marks());
  }

  private Map<String, Long> versions() {
    return PublishedLake.at(Path.of(root()), BUCKETS).versions();
  }

  Map<String, Mark> marks() {
    if (!Files.exists(Path.of(root(), "_control"))) {
      return Map.of();
    }
    try (ControlStore control = JdbcControlStore.open(configuration().control())) {
      return control.marks();
    }
  }

  /** The digest of every table of the published cut. */
  Map<String, TableDigest> digests() {
    return PublishedLake.at(Path.of(root()), BUCKETS).digests();
  }

  String root() {
    return source().lakeRoot().toString();
  }
}
