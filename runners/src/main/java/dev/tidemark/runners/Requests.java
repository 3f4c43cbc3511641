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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a command line asks for, checked before anything is touched. */
final class Requests {

  private static final int MOST_BUCKETS = 4096;
  private static final int DEFAULT_LAST_RUNS = 10;
  private static final int MOST_LAST_RUNS = 1000;
  private static final Duration DEFAULT_RETENTION = Duration.ofDays(7);
  private static final Duration LONGEST_RETENTION = Duration.ofDays(36_500);

  /** The jobs that read an older cut too. */
  private static final List<String> OF_A_CUT = List.of("digest", "export");

  /** The jobs that a report is made of, and the one that makes it again. */
  private static final List<String> REPORTED =
      Stream.concat(AfterRuns.PUBLISHING.stream(), Stream.of("report")).toList();

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

  /** The request of a change of the number of buckets. */
  static RunRequest rebucketing(TidemarkOptions options, Clock clock) {
    RunRequest request = of(options, clock);
    if (!request.tables().isEmpty()) {
      throw new ConfigException(
          "--tables: the tables of a lake have one number of buckets; leave it out");
    }
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
    int buckets = text.matches("\\d{1,4}") ? Integer.parseInt(text) : 0;
    if (buckets < 1 || buckets > MOST_BUCKETS) {
      throw new ConfigException(
          "--buckets=" + text + " is not a whole number from 1 to " + MOST_BUCKETS);
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
    if (options.getTables() != null) {
      throw new ConfigException("--tables: a vacuum is of the whole lake; leave it out");
    }
    return new VacuumRequest(
        config(options),
        retain,
        options.getDryRun() ? VacuumRequest.Extent.LOOK : VacuumRequest.Extent.DELETE);
  }

  /** How many of the last runs are shown. */
  static int lastRuns(TidemarkOptions options) {
    String text = options.getLastRuns();
    if (text == null) {
      return DEFAULT_LAST_RUNS;
    }
    int runs = text.matches("\\d{1,4}") ? Integer.parseInt(text) : 0;
    if (runs < 1 || runs > MOST_LAST_RUNS) {
      throw new ConfigException(
          "--lastRuns=" + text + " is not a whole number from 1 to " + MOST_LAST_RUNS);
    }
    return runs;
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
      throw new ConfigException(
          "--retain=" + text + " is not a duration; write P7D, PT36H, or 7 for days");
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

  /** Refuses the options of another job than the one that was asked for. */
  static void requireFitting(TidemarkOptions options) {
    requireApart(options);
    refuse(options, AfterRuns.PUBLISHING, "--metricsFile", options.getMetricsFile() != null);
    refuse(options, AfterRuns.PUBLISHING, "--lineageFile", options.getLineageFile() != null);
    refuse(options, "compare-keys", "--umr", options.getUmr() != null);
    refuse(options, "compare-keys", "--sectionNo", options.getSectionNo() != null);
    refuse(options, "compare-keys", "--month", options.getMonth() != null);
    refuse(options, "compare-keys", "--liftFuse", options.getLiftFuse());
    refuse(options, "rebucket", "--buckets", options.getBuckets() != null);
    refuse(options, "vacuum", "--retain", options.getRetain() != null);
    refuse(options, "vacuum", "--dryRun", options.getDryRun());
    refuse(options, "export", "--table", options.getTable() != null);
    refuse(options, "export", "--to", options.getTo() != null);
    refuse(options, "export", "--overwrite", options.getOverwrite());
    refuse(options, "check", "--testAlerts", options.getTestAlerts());
    refuse(options, "status", "--lastRuns", options.getLastRuns() != null);
    refuse(options, REPORTED, "--reportFile", options.getReportFile() != null);
    refuse(options, OF_A_CUT, "--cut", options.getCut() != null);
    refuse(options, OF_A_CUT, "--knownAt", options.getKnownAt() != null);
  }

  /** Refuses two results in one file: the one that is written last would be all that is left. */
  private static void requireApart(TidemarkOptions options) {
    Map<Path, String> taken = new HashMap<>();
    Map<String, Optional<String>> files = new LinkedHashMap<>();
    files.put("--summaryFile", Optional.ofNullable(options.getSummaryFile()));
    files.put("--metricsFile", Optional.ofNullable(options.getMetricsFile()));
    files.put("--lineageFile", Optional.ofNullable(options.getLineageFile()));
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

  private static void refuse(
      TidemarkOptions options, String pipeline, String option, boolean isGiven) {
    refuse(options, List.of(pipeline), option, isGiven);
  }

  private static void refuse(
      TidemarkOptions options, List<String> pipelines, String option, boolean isGiven) {
    if (isGiven && !pipelines.contains(options.getPipeline())) {
      throw new ConfigException(
          option
              + " goes with --pipeline="
              + String.join(" or --pipeline=", pipelines)
              + "; leave it out");
    }
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
