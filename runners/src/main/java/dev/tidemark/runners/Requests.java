// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.TidemarkOptions;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a command line asks for, checked before anything is touched. */
final class Requests {

  private Requests() {}

  /**
   * The request of a nightly run.
   *
   * @throws ConfigException naming the option or the place in the configuration file
   */
  static RunRequest of(TidemarkOptions options, Clock clock) {
    Instant logicalTime = logicalTime(options.getRunTimestamp(), clock);
    LocalDate asOf = asOf(options.getAsOf(), logicalTime);
    TidemarkConfig config = config(options);
    String runId = options.getRunId();
    return new RunRequest(
        config,
        runId == null ? "run-" + logicalTime : runId,
        logicalTime,
        asOf,
        tables(config, options.getTables()));
  }

  /** The configuration that the options name, in the lake that they name. */
  static TidemarkConfig config(TidemarkOptions options) {
    String file = options.getConfig();
    if (file == null) {
      throw new ConfigException(
          "--config is missing; name a configuration file, or run the demo with --demo");
    }
    TidemarkConfig config = TidemarkConfig.load(Path.of(file));
    String lakeRoot = options.getLakeRoot();
    return lakeRoot == null ? config : config.withLakeRoot(lakeRoot);
  }

  private static Instant logicalTime(@Nullable String text, Clock clock) {
    if (text == null) {
      return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new ConfigException(
          "--runTimestamp=" + text + " is not an instant; write it as 2024-06-03T02:00:00Z");
    }
  }

  private static LocalDate asOf(@Nullable String text, Instant logicalTime) {
    if (text == null) {
      return logicalTime.atZone(ZoneOffset.UTC).toLocalDate();
    }
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException e) {
      throw new ConfigException("--asOf=" + text + " is not a day; write it as 2024-06-03");
    }
  }

  /** The tables that were asked for, each configured and enabled; empty for all. */
  static Set<String> tables(TidemarkConfig config, @Nullable List<String> tables) {
    if (tables == null) {
      return Set.of();
    }
    for (String table : tables) {
      if (!known(config, table)) {
        throw new ConfigException(
            "--tables: " + table + " is disabled; set tables." + table + ".enabled: true");
      }
    }
    return Set.copyOf(tables);
  }

  /** Whether a configured table is enabled. */
  private static boolean known(TidemarkConfig config, String table) {
    try {
      return config.table(table).enabled();
    } catch (ConfigException e) {
      throw new ConfigException("--tables: " + Failure.oneLine(e));
    }
  }
}
