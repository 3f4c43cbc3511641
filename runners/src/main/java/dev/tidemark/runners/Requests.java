// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.nightly.BordereauScope;
import dev.tidemark.pipelines.nightly.KeyCompare;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.StandingTables;
import dev.tidemark.pipelines.run.TidemarkOptions;
import dev.tidemark.transforms.conform.TransactionTable;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /**
   * The request of a comparison of keys.
   *
   * @throws ConfigException naming the option or the place in the configuration file
   */
  static RunRequest comparing(TidemarkOptions options, Clock clock) {
    BordereauScope scope = scope(options);
    RunRequest request = of(options, clock);
    if (scope != null && request.tables().isEmpty()) {
      throw new ConfigException(
          "--umr, --sectionNo and --month need --tables; name the tables that were loaded again");
    }
    for (String table : request.tables()) {
      if (LakeTables.isReplacedWhole(request.config().table(table))) {
        throw new ConfigException(
            "--tables: "
                + table
                + " is read whole, so what is deleted leaves it in every run; leave it out");
      }
      if (scope != null && TransactionTable.named(table).isEmpty()) {
        throw new ConfigException(
            "--tables: "
                + table
                + " is not sent in bordereaux; leave out --umr, --sectionNo and --month");
      }
    }
    KeyCompare compare = KeyCompare.whole();
    if (scope != null) {
      compare = compare.within(scope);
    }
    if (options.getLiftFuse()) {
      compare = compare.withFuseLifted();
    }
    // so named that a nightly run of the same time is another run
    String runId =
        options.getRunId() == null ? "compare-" + request.logicalTime() : request.runId();
    return request.named(runId).comparing(compare);
  }

  /** Refuses the options of a comparison of keys. */
  static void requireNoComparison(TidemarkOptions options) {
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("--umr", options.getUmr() != null);
    given.put("--sectionNo", options.getSectionNo() != null);
    given.put("--month", options.getMonth() != null);
    given.put("--liftFuse", options.getLiftFuse());
    given.forEach(
        (option, isGiven) -> {
          if (isGiven) {
            throw new ConfigException(option + " goes with --pipeline=compare-keys; leave it out");
          }
        });
  }

  private static @Nullable BordereauScope scope(TidemarkOptions options) {
    String umr = options.getUmr();
    String sectionNo = options.getSectionNo();
    String month = options.getMonth();
    if (umr == null && sectionNo == null && month == null) {
      return null;
    }
    if (umr == null || sectionNo == null || month == null) {
      throw new ConfigException(
          (umr == null ? "--umr" : sectionNo == null ? "--sectionNo" : "--month")
              + " is missing; --umr, --sectionNo and --month name one bordereau together");
    }
    try {
      return BordereauScope.of(umr, sectionNo, YearMonth.parse(month));
    } catch (DateTimeException e) {
      throw new ConfigException("--month=" + month + " is not a month; write it as 2024-03");
    }
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
    Path folder = Path.of(file).toAbsolutePath().getParent();
    TidemarkConfig moved = lakeRoot == null ? config : config.withLakeRoot(lakeRoot);
    return folder == null ? moved : StandingTables.addTo(moved, folder);
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
