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
import dev.tidemark.pipelines.run.VacuumRequest;
import dev.tidemark.transforms.conform.TransactionTable;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a command line asks for, checked before anything is touched. */
final class Requests {

  private static final int DEFAULT_LAST_RUNS = 10;
  private static final Duration DEFAULT_RETENTION = Duration.ofDays(7);
  private static final Duration LONGEST_RETENTION = Duration.ofDays(36_500);

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
            tables(config, options.getTables()))
        .repeated(repetition(options));
  }

  /**
   * What was given a name or a time is asked for by a scheduler, which may not know that it is
   * done.
   */
  private static RunRequest.Repetition repetition(TidemarkOptions options) {
    if (options.getForce() || (options.getRunId() == null && options.getRunTimestamp() == null)) {
      return RunRequest.Repetition.ALLOWED;
    }
    return options.getRunTimestamp() == null
        ? RunRequest.Repetition.NONE_OF_ITS_NAME
        : RunRequest.Repetition.NONE_OF_ITS_NAME_AND_TIME;
  }

  /**
   * The request of a comparison of keys.
   *
   * @throws ConfigException naming the option or the place in the configuration file
   */
  static RunRequest comparing(TidemarkOptions options, Clock clock) {
    BordereauScope scope = scope(options);
    RunRequest request = of(options, clock);
    requireComparable(request.config(), request.tables(), scope);
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

  /**
   * Refuses tables whose keys cannot be compared, or not within that bordereau.
   *
   * @param tables that are configured, or none for all
   */
  static void requireComparable(
      TidemarkConfig config, Collection<String> tables, @Nullable BordereauScope scope) {
    Problems problems = new Problems();
    if (scope != null && tables.isEmpty()) {
      problems.add(
          "--umr, --sectionNo and --month need --tables; name the tables that were loaded again");
    }
    for (String table : tables) {
      if (!config.tables().containsKey(table)) {
        continue;
      }
      if (LakeTables.isReplacedWhole(config.table(table))) {
        problems.add(
            "--tables: "
                + table
                + " is read whole, so what is deleted leaves it in every run; leave it out");
      } else if (scope != null && TransactionTable.named(table).isEmpty()) {
        problems.add(
            "--tables: "
                + table
                + " is not sent in bordereaux; leave out --umr, --sectionNo and --month");
      }
    }
    problems.refuse();
  }

  /** The request of a change of the number of buckets. */
  static RunRequest rebucketing(TidemarkOptions options, Clock clock) {
    RunRequest request = of(options, clock);
    // so named that a nightly run of the same time is another run
    return (options.getRunId() == null
            ? request.named("rebucket-" + request.logicalTime())
            : request)
        .rebucketing();
  }

  /** The number of buckets that was asked for; null for none. */
  static @Nullable Integer buckets(TidemarkOptions options, TidemarkConfig config) {
    String text = options.getBuckets();
    if (text == null) {
      return null;
    }
    int buckets;
    try {
      buckets = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw OwnOption.refused("buckets", text);
    }
    Integer configured = config.lake().buckets();
    if (configured != null && configured != buckets) {
      throw new ConfigException(
          String.format(
              "--buckets=%d is not lake.buckets, %d, which every run would ask for; change that,"
                  + " or leave it out of the configuration",
              buckets, configured));
    }
    return buckets;
  }

  /** The request of a vacuum. */
  static VacuumRequest vacuuming(TidemarkOptions options) {
    Duration retain = retain(options.getRetain());
    return new VacuumRequest(
        config(options),
        retain,
        options.getDryRun() ? VacuumRequest.Extent.LOOK : VacuumRequest.Extent.DELETE);
  }

  /** How many of the last runs are shown. */
  static int lastRuns(TidemarkOptions options) {
    String text = options.getLastRuns();
    return text == null ? DEFAULT_LAST_RUNS : Integer.parseInt(text);
  }

  private static Duration retain(@Nullable String text) {
    if (text == null) {
      return DEFAULT_RETENTION;
    }
    Duration retain;
    try {
      retain =
          text.matches("\\d{1,6}") ? Duration.ofDays(Long.parseLong(text)) : Duration.parse(text);
    } catch (DateTimeException e) {
      throw OwnOption.refused("retain", text);
    }
    if (retain.compareTo(VacuumRequest.LEAST) < 0) {
      throw new ConfigException(
          "--retain="
              + text
              + " is shorter than "
              + VacuumRequest.LEAST
              + ": it would take files from under those who read or write now");
    }
    if (retain.compareTo(LONGEST_RETENTION) > 0) {
      throw new ConfigException(
          "--retain=" + text + " is longer than " + LONGEST_RETENTION + "; do not vacuum instead");
    }
    return retain;
  }

  /** Refuses two results in one file: the one that is written last would be all that is left. */
  static void requireApart(TidemarkOptions options) {
    Map<Path, String> taken = new HashMap<>();
    Map<String, Optional<String>> files = new LinkedHashMap<>();
    files.put("--summaryFile", Optional.ofNullable(options.getSummaryFile()));
    files.put("--metricsFile", Optional.ofNullable(options.getMetricsFile()));
    files.put("--lineageFile", Optional.ofNullable(options.getLineageFile()));
    files.put("--reportFile", Optional.ofNullable(options.getReportFile()));
    files.forEach(
        (option, file) -> {
          String twin =
              file.map(name -> taken.put(Path.of(name).toAbsolutePath().normalize(), option))
                  .orElse(null);
          if (twin != null) {
            throw new ConfigException(
                option + "=" + file.orElse("") + " is " + twin + " too; name another file");
          }
        });
  }

  /**
   * Reads every value whose pattern does not tell all of it.
   *
   * @throws ConfigException naming those that cannot be read
   */
  static void requireReadable(TidemarkOptions options) {
    Problems problems = new Problems();
    String time = options.getRunTimestamp();
    if (time != null) {
      problems.tried(() -> instant(time));
    }
    String day = options.getAsOf();
    if (day != null) {
      problems.tried(() -> day(day));
    }
    problems.tried(() -> retain(options.getRetain()));
    problems.refuse();
  }

  /** The bordereau that is named; null for none. */
  static @Nullable BordereauScope scope(TidemarkOptions options) {
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
      throw OwnOption.refused("month", month);
    }
  }

  /** The configuration that the options name, in the lake that they name, with standing tables. */
  static TidemarkConfig config(TidemarkOptions options) {
    return StandingTables.addTo(configured(options), folder(options));
  }

  /** The same as the file has it: nothing else is opened. */
  static TidemarkConfig configured(TidemarkOptions options) {
    TidemarkConfig config = TidemarkConfig.load(file(options));
    String lakeRoot = options.getLakeRoot();
    return lakeRoot == null ? config : config.withLakeRoot(lakeRoot);
  }

  /** The folder of the configuration file. */
  static Path folder(TidemarkOptions options) {
    Path folder = file(options).toAbsolutePath().getParent();
    return folder == null ? Path.of("") : folder;
  }

  private static Path file(TidemarkOptions options) {
    return Path.of(Objects.requireNonNull(options.getConfig()));
  }

  private static Instant logicalTime(@Nullable String text, Clock clock) {
    return text == null ? clock.instant().truncatedTo(ChronoUnit.SECONDS) : instant(text);
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw OwnOption.refused("runTimestamp", text);
    }
  }

  private static LocalDate asOf(@Nullable String text, Instant logicalTime) {
    return text == null ? logicalTime.atZone(ZoneOffset.UTC).toLocalDate() : day(text);
  }

  private static LocalDate day(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException e) {
      throw OwnOption.refused("asOf", text);
    }
  }

  /** The tables that were asked for, each configured and enabled; empty for all. */
  static Set<String> tables(TidemarkConfig config, @Nullable List<String> tables) {
    if (tables == null) {
      return Set.of();
    }
    Problems problems = new Problems();
    for (String table : tables) {
      problems.tried(() -> requireEnabled(config, table));
    }
    problems.refuse();
    return Set.copyOf(tables);
  }

  private static void requireEnabled(TidemarkConfig config, String table) {
    boolean isEnabled;
    try {
      isEnabled = config.table(table).enabled();
    } catch (ConfigException e) {
      throw new ConfigException("--tables: " + Failure.oneLine(e));
    }
    if (!isEnabled) {
      throw new ConfigException(
          "--tables: " + table + " is disabled; set tables." + table + ".enabled: true");
    }
  }
}
