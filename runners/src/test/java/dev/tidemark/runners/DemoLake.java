// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.control.Mark;
import dev.tidemark.pipelines.demo.DemoSource;
import dev.tidemark.pipelines.source.SourcePools;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableDigest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

  /** Removes what an earlier test run left in a folder. */
  static void remove(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  /** Has runs reach the lake by way of {@link WatchedDisk}. */
  DemoLake watched() {
    String root = "root: \"" + root() + "\"";
    assertThat(yaml(), containsString(root));
    // On what is no local folder to the product, no embedded database can lie.
    return configureWholly(
        yaml().replace(root, root.replace(root(), WatchedDisk.SCHEME + ":" + root()))
            + "\ncontrol:\n  url: \""
            + configuration().control().url()
            + "\"\n");
  }

  /** Has runs reach the source by way of a server, as several processes must. */
  DemoLake servedAt(int port) {
    String url = source().url();
    return configureWholly(
        yaml().replace(url, url.replace("jdbc:h2:file:", "jdbc:h2:tcp://127.0.0.1:" + port + "/")));
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
    return Launch.at(NOW, commandLine(day, more).toArray(new String[0]));
  }

  /** What such a run is launched with. */
  List<String> commandLine(int day, String... more) {
    List<String> args = new ArrayList<>();
    args.add("--config=" + config());
    args.add("--runTimestamp=" + DemoSource.logicalTime(day));
    args.addAll(Arrays.asList(more));
    return args;
  }

  State state() {
    return new State(versions(), marks());
  }

  private Map<String, Long> versions() {
    return PublishedCut.latest(root()).isEmpty()
        ? Map.of()
        : PublishedLake.at(Path.of(root()), BUCKETS).versions();
  }

  Map<String, Mark> marks() {
    if (!Files.exists(Path.of(root(), "_control"))) {
      return Map.of();
    }
    try (ControlStore control = JdbcControlStore.open(configuration().control())) {
      return control.marks();
    }
  }

  /** The digest of every table of the published cut; none before the first. */
  Map<String, TableDigest> digests() {
    return PublishedCut.latest(root()).isEmpty()
        ? Map.of()
        : PublishedLake.at(Path.of(root()), BUCKETS).digests();
  }

  /** The control store's rows of the marks, and of a run. */
  List<String> ledger(String runId) {
    String ofRun = " WHERE run_id = '" + runId + "' ";
    List<String> rows = new ArrayList<>();
    for (String query :
        List.of(
            "SELECT * FROM etl.watermark ORDER BY table_name",
            "SELECT * FROM etl.watermark_history ORDER BY table_name, batch_id",
            "SELECT * FROM etl.load_audit" + ofRun + "ORDER BY table_name",
            "SELECT * FROM etl.run" + ofRun)) {
      rows.addAll(query(configuration().control().url(), query));
    }
    return rows;
  }

  /** The leases that a run left behind. */
  List<String> leases() {
    return query(configuration().control().url(), "SELECT * FROM etl.lease");
  }

  private static List<String> query(String url, String sql) {
    List<String> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      ResultSetMetaData columns = found.getMetaData();
      while (found.next()) {
        StringBuilder row = new StringBuilder();
        for (int c = 1; c <= columns.getColumnCount(); c++) {
          row.append(columns.getColumnName(c)).append('=').append(found.getString(c)).append(' ');
        }
        rows.add(row.toString());
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return rows;
  }

  String root() {
    return source().lakeRoot().toString();
  }
}
