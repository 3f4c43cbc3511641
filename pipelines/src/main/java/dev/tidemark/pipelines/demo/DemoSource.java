// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;

/**
 * The database that the demo reads: an H2 file in SQL Server's dialect under {@code
 * <demoDir>/source}, with the eight source tables of a delegated-authority platform. Day 1 holds
 * 500 coverholders and a few thousand transactions of 2024; days 2, 3 and 4 change a handful of
 * rows each ({@link DemoDay} says which). Nothing depends on the clock or the machine: two
 * creations hold equal rows.
 *
 * <p>The object keeps no connection open. {@link #recreate} must not run while another connection
 * to the file is open.
 */
public final class DemoSource {

  /** Where the demo lives unless it is told otherwise. */
  public static final Path DEFAULT_DIR = Path.of("target", "demo");

  private static final String NAME = "demo";

  private final Path demoDir;

  private DemoSource(Path demoDir) {
    this.demoDir = demoDir.toAbsolutePath().normalize();
  }

  /** The source of the demo in that directory; nothing is created yet. */
  public static DemoSource at(Path demoDir) {
    return new DemoSource(demoDir);
  }

  /** The JDBC URL, with the dialect that every connection needs; neither user nor password. */
  public String url() {
    return "jdbc:h2:file:" + database().toString().replace('\\', '/') + ";MODE=MSSQLServer";
  }

  /** The lake that belongs to this source by default. */
  public Path lakeRoot() {
    return demoDir.resolve("lake");
  }

  /** When the run of that day is said to start: 02:00 UTC, day 1 being 3 June 2024. */
  public static Instant logicalTime(int day) {
    return DemoDay.logicalTimeOf(day);
  }

  /** What that day changes, for people. */
  public static List<String> changesOf(int day) {
    return DemoScript.ofDay(day).sentences();
  }

  /** The configuration that loads this source into the lake below the demo's directory. */
  public String configYaml() {
    return configYaml(lakeRoot());
  }

  /** The configuration that loads this source into that lake. */
  public String configYaml(Path lakeRoot) {
    return DemoScript.text("demo.yaml")
        .replace("${sourceUrl}", quotable(url()))
        .replace("${lakeRoot}", quotable(lakeRoot.toAbsolutePath().normalize().toString()));
  }

  /** Removes an older source and creates the one of day 1. */
  public void recreate() {
    removeFiles();
    try (Connection connection = DriverManager.getConnection(url())) {
      DemoScript.named("tables.sql").runOn(connection);
      connection.setAutoCommit(false);
      DemoScript.ofDay(DemoDay.FIRST).runOn(connection);
      DemoMarket market = DemoMarket.drawn();
      DemoPremium premium = DemoPremium.of(market);
      SourceRow.insert(connection, "ref.Broker", market.brokers());
      SourceRow.insert(connection, "ref.Coverholder", market.coverholders());
      SourceRow.insert(
          connection, "ref.ContractSection", DemoLimits.contractSections(market, premium));
      SourceRow.insert(connection, "ref.BusinessPlan", DemoMarket.businessPlan());
      SourceRow.insert(connection, "ref.ExchangeRate", DemoMarket.exchangeRates());
      SourceRow.insert(connection, "bdx.PremiumTransaction", premium.rows());
      SourceRow.insert(connection, "bdx.RiskTransaction", DemoRisks.of(premium.certificates()));
      SourceRow.insert(connection, "bdx.ClaimTransaction", DemoClaims.of(premium.certificates()));
      record(connection, DemoDay.FIRST);
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(
          "The demo's source could not be created at " + url() + ".", e);
    }
  }

  /**
   * Brings the source to that day: each day up to it that was not applied yet is applied in a
   * transaction of its own. A day that was applied changes nothing.
   */
  public void advanceTo(int day) {
    DemoDay.checked(day);
    try (Connection connection = DriverManager.getConnection(url() + ";IFEXISTS=TRUE")) {
      connection.setAutoCommit(false);
      for (int next = DemoDay.FIRST + 1; next <= day; next++) {
        if (!isApplied(connection, next)) {
          DemoScript.ofDay(next).runOn(connection);
          record(connection, next);
        }
        connection.commit();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(
          "The demo's source at "
              + url()
              + " could not be moved to day "
              + day
              + ": start the demo again from day 1.",
          e);
    }
  }

  private static boolean isApplied(Connection connection, int day) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT 1 FROM demo.applied_day WHERE day_number = ?")) {
      select.setInt(1, day);
      try (ResultSet found = select.executeQuery()) {
        return found.next();
      }
    }
  }

  private static void record(Connection connection, int day) throws SQLException {
    try (Statement insert = connection.createStatement()) {
      insert.executeUpdate("INSERT INTO demo.applied_day (day_number) VALUES (" + day + ")");
    }
  }

  private Path database() {
    return demoDir.resolve("source").resolve(NAME);
  }

  private void removeFiles() {
    try {
      Files.createDirectories(database().getParent());
      for (String suffix : List.of(".mv.db", ".trace.db")) {
        Files.deleteIfExists(database().resolveSibling(NAME + suffix));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The old source of the demo in " + database().getParent() + " could not be removed.", e);
    }
  }

  /** As the inside of a double-quoted YAML text. */
  private static String quotable(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
