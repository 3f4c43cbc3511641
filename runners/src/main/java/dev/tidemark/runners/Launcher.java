// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.LakeFolder;
import dev.tidemark.pipelines.run.NamedPipeline;
import dev.tidemark.pipelines.run.NightlyRun;
import dev.tidemark.pipelines.run.PublishingRun;
import dev.tidemark.pipelines.run.RebucketRun;
import dev.tidemark.pipelines.run.ResultFile;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.TableSummary;
import dev.tidemark.pipelines.run.TidemarkOptions;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.table.DeltaTableStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs what a command line says, tells people on one stream and machines on the other, and gives
 * the exit code. A run that fails ends with its summary too, and with one line that says what went
 * wrong.
 */
final class Launcher {

  private final PrintStream out;
  private final Clock clock;

  /** What is being run, and where its summary goes: known once the arguments are read. */
  private volatile @Nullable RunRequest running;

  /** What publishes or is about to, and what asked it to stop: two threads look at them. */
  private volatile @Nullable PublishingRun publishing;

  private @Nullable String stoppedBy;

  private @Nullable ResultFile summaryFile;
  private RunLog log;
  private PrintStream err;
  private AfterRuns afterRuns;
  private Instant startedAt;

  /**
   * A launcher, for one command line.
   *
   * @param out gets evidence, and as its last line the summary in JSON
   * @param err gets progress and failures
   */
  Launcher(PrintStream out, PrintStream err, Clock clock) {
    this.out = out;
    this.err = err;
    this.clock = clock;
    log = new LineLog(err, clock);
    afterRuns = AfterRuns.none(err);
    startedAt = clock.instant();
  }

  /** Runs and gives the exit code; nothing is thrown. */
  int run(String... args) {
    try {
      log = RunLog.of(LogFormat.of(args), err, clock, this::runId);
      err = log.lines();
      if (Help.isWanted(args)) {
        Help.print(out, args);
        return ExitCode.DONE.code();
      }
      Arguments arguments = understood(args);
      return run(arguments.pipeline().orElseThrow(), arguments.options()).code();
    } catch (Exception | Error thrown) {
      // Spark throws checked exceptions that no signature tells of.
      return failed(thrown).code();
    }
  }

  /**
   * Asks a run to stop; another thread does.
   *
   * @param signal what it is told to be stopped by, such as {@code SIGTERM}
   * @return whether there is one: it ends with its summary and its exit code
   */
  synchronized boolean stop(String signal) {
    if (running == null) {
      return false;
    }
    stoppedBy = signal;
    err.println(
        RunLog.COMPLAINT
            + signal
            + ": the run stops where nothing is half done; a second signal ends it at once");
    if (publishing != null) {
      publishing.stop(signal);
    }
    return true;
  }

  private synchronized void begins(PublishingRun run) {
    publishing = run;
    if (stoppedBy != null) {
      run.stop(stoppedBy);
    }
  }

  /**
   * The arguments, when nothing is wrong with them.
   *
   * @throws dev.tidemark.pipelines.config.ConfigException with everything that is
   */
  private Arguments understood(String... args) {
    Problems problems = new Problems();
    Arguments arguments = Arguments.read(problems, args);
    TidemarkOptions options = arguments.options();
    problems.tried(() -> RunnerSettings.apply(options, args));
    String file = options.getSummaryFile();
    if (file != null) {
      summaryFile = problems.tried(() -> ResultFile.at("--summaryFile", Path.of(file)));
    }
    problems.tried(() -> afterRuns = AfterRuns.of(options, err, clock));
    ParameterCheck.of(arguments, problems);
    problems.refuse();
    return arguments;
  }

  private ExitCode run(NamedPipeline pipeline, TidemarkOptions options) {
    return switch (pipeline) {
      case NIGHTLY -> report(publish(options, Requests.of(options, clock)));
      case COMPARE_KEYS -> report(publish(options, Requests.comparing(options, clock)));
      case CHECK -> new Inspections(options, out, err, clock).check();
      case STATUS -> new StatusJob(options, out, err, clock).run();
      case PLAN -> new Inspections(options, out, err, clock).plan();
      case RECONCILE -> new LakeJobs(options, out, err).reconcile();
      case DIGEST -> new LakeJobs(options, out, err).digest();
      case EXPORT -> new ExportJob(options, out, err).run();
      case REPORT -> new ReportJob(options, out, err).run();
      case REBUCKET -> report(rebucket(options, Requests.rebucketing(options, clock)));
      case VACUUM -> new VacuumJob(options, out, err, clock).run();
      case TEMPLATE -> new TemplateJob(options, out).run();
      case DEMO -> new Demo(this, options, out, clock).run();
    };
  }

  private ExitCode report(RunSummary summary) {
    ExitCode code = ended(summary);
    out.println(summary.toJson());
    return code;
  }

  /** Tells those who watch that a run has ended, and gives its exit code. */
  ExitCode ended(RunSummary summary) {
    List<TableSummary> failed =
        summary.tables().stream().filter(t -> t.status() == LoadStatus.FAILED).toList();
    ExitCode code = ExitCode.DONE;
    if (!failed.isEmpty()) {
      code = tell(Failure.ofTables(failed, summary.tables().size()));
    }
    watched(summary, code);
    try {
      write(summary);
    } catch (ResultFile.UnwrittenException e) {
      err.println(
          RunLog.COMPLAINT
              + Failure.oneLine(e)
              + "; the run itself is "
              + summary.outcome()
              + ", find its summary on standard output");
      code = ExitCode.FAILED;
    }
    return code;
  }

  private void watched(RunSummary summary, ExitCode code) {
    afterRuns.ended(new EndedRun(running, summary, code.code(), startedAt, clock.instant()));
  }

  /** One run, told on the console. */
  RunSummary publish(TidemarkOptions options, RunRequest request) {
    running = request;
    startedAt = clock.instant();
    JdbcSourceDatabase source = JdbcSourceDatabase.of(request.config().source());
    return told(
        request,
        (control, store, console) ->
            new NightlyRun(request, source, control, store, options, clock, console));
  }

  private RunSummary rebucket(TidemarkOptions options, RunRequest request) {
    running = request;
    Integer buckets = Requests.buckets(options, request.config());
    LakeJobs.requireBegun(request.config());
    return told(
        request,
        (control, store, console) ->
            new RebucketRun(request, buckets, control, store, options, clock, console));
  }

  /** Makes a run of what it works on. */
  private interface RunOf {
    PublishingRun of(ControlStore control, DeltaTableStore store, Console console);
  }

  private RunSummary told(RunRequest request, RunOf kind) {
    Console console = new Console(log, clock);
    TidemarkConfig config = request.config();
    LakeFolder.requireWritable(config.lake().root());
    try (ControlStore control = JdbcControlStore.open(config.control())) {
      PublishingRun run = kind.of(control, DeltaTableStore.in(config.lake().root()), console);
      begins(run);
      try {
        RunSummary summary = run.execute();
        console.ended(summary);
        return summary;
      } finally {
        running = request.named(run.runId());
        publishing = null;
      }
    }
  }

  /** The run that goes on, by the id that it has by now. */
  private @Nullable String runId() {
    PublishingRun run = publishing;
    RunRequest asked = running;
    return run != null ? run.runId() : asked == null ? null : asked.runId();
  }

  /** Keeps a summary in the file that was asked for, if one was. */
  private void write(RunSummary summary) {
    if (summaryFile != null) {
      summaryFile.write(summary.toJson() + "\n");
    }
  }

  private ExitCode failed(Throwable thrown) {
    Failure failure = Failure.of(thrown);
    RunSummary summary = failure.summary(running, thrown);
    watched(summary, failure.code());
    try {
      write(summary);
    } catch (ResultFile.UnwrittenException unwritten) {
      // The failure of the run is the one to tell; the summary is on standard output as well.
      thrown.addSuppressed(unwritten);
    }
    if (!failure.isKnown()) {
      log.unforeseen(thrown);
    }
    tell(failure);
    out.println(summary.toJson());
    return failure.code();
  }

  private ExitCode tell(Failure failure) {
    err.println(RunLog.COMPLAINT + failure.message());
    return failure.code();
  }
}
