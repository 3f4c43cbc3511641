// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.control.ControlStoreException;
import dev.tidemark.pipelines.control.LeaseHeldException;
import dev.tidemark.pipelines.parquet.DamagedFileException;
import dev.tidemark.pipelines.parquet.LakeFileException;
import dev.tidemark.pipelines.run.AuditFailedException;
import dev.tidemark.pipelines.run.BatchVoidedException;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.LakeBehindException;
import dev.tidemark.pipelines.run.LakeUnavailableException;
import dev.tidemark.pipelines.run.ReferenceTableFailedException;
import dev.tidemark.pipelines.run.ResultFile;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.StoppedException;
import dev.tidemark.pipelines.run.TableSummary;
import dev.tidemark.pipelines.run.UnpublishedChangesException;
import dev.tidemark.pipelines.source.ContractViolation;
import dev.tidemark.pipelines.source.SourceQueryException;
import dev.tidemark.pipelines.source.SourceUnavailableException;
import dev.tidemark.pipelines.table.ConcurrentTableChangeException;
import dev.tidemark.pipelines.table.DamagedLakeException;
import dev.tidemark.pipelines.table.GoneVersionException;
import dev.tidemark.pipelines.table.OvertakenBatchException;
import dev.tidemark.pipelines.table.TableBusyException;
import dev.tidemark.pipelines.table.TableMismatchException;
import dev.tidemark.transforms.premium.UnfitAmountException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.SparkException;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong, for a person and for a scheduler: one message and an exit code.
 *
 * @param code how the process ends
 * @param message what, where and what to do
 * @param isKnown whether the product foresaw it; else the stack trace is worth having
 */
record Failure(ExitCode code, String message, boolean isKnown) {

  /** A runner may hand an exception on as text only, its class before its message. */
  private static final Pattern NAMED_IN_TEXT =
      Pattern.compile("(dev\\.tidemark\\.[A-Za-z.]+(?:Exception|Violation)): ([^\\r\\n]+)");

  private static final String UNKNOWN_MASTER = "Could not parse Master URL";

  private static final String OF_THE_DISK =
      "; see whether the disk is full or its permissions changed, then run again";

  static Failure of(Throwable thrown) {
    List<Throwable> chain = new ArrayList<>();
    for (Throwable t = thrown; t != null && !chain.contains(t); t = t.getCause()) {
      chain.add(t);
    }
    for (Throwable t : chain) {
      ExitCode code = codeOf(t);
      if (code != null) {
        return new Failure(code, oneLine(t) + remedy(t), true);
      }
    }
    for (Throwable t : chain) {
      Failure named = namedIn(String.valueOf(t.getMessage()));
      if (named != null) {
        return named;
      }
    }
    Throwable root = chain.get(chain.size() - 1);
    if (root instanceof SparkException && oneLine(root).startsWith(UNKNOWN_MASTER)) {
      return new Failure(
          ExitCode.BAD_ARGUMENTS,
          "--sparkMaster: " + oneLine(root) + "; write local[2], spark://HOST:PORT or yarn",
          true);
    }
    return new Failure(
        ExitCode.FAILED,
        "unexpected "
            + root.getClass().getSimpleName()
            + ": "
            + oneLine(root)
            + "; please report it with the stack trace",
        false);
  }

  /** Some tables of a run failed, and the others were done. */
  static Failure ofTables(List<TableSummary> failed, int all) {
    return new Failure(
        ExitCode.FAILED,
        failed.size()
            + " of "
            + all
            + " tables failed, the others are done: "
            + failed.stream()
                .map(table -> String.valueOf(table.message()))
                .collect(Collectors.joining("; ")),
        true);
  }

  /** A message without line breaks; several problems are numbered. */
  static String oneLine(Throwable thrown) {
    if (thrown instanceof ConfigException && ((ConfigException) thrown).problems().size() > 1) {
      List<String> problems = ((ConfigException) thrown).problems();
      StringBuilder line = new StringBuilder(problems.size() + " problems:");
      for (int i = 0; i < problems.size(); i++) {
        line.append(" (").append(i + 1).append(") ").append(oneLine(problems.get(i)));
      }
      return line.toString();
    }
    String message = thrown.getMessage();
    return message == null ? "no further explanation" : oneLine(message);
  }

  static String oneLine(String message) {
    return message
        .lines()
        .map(String::strip)
        .filter(l -> !l.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** The summary of the run that failed, with what is known of it. */
  RunSummary summary(@Nullable RunRequest request, Throwable thrown) {
    List<TableSummary> tables =
        thrown instanceof ReferenceTableFailedException
            ? ((ReferenceTableFailedException) thrown).tables()
            : List.of();
    List<Check> checks =
        thrown instanceof AuditFailedException
            ? ((AuditFailedException) thrown).checks()
            : List.of();
    return RunSummary.failed(request, tables, checks, message);
  }

  private static @Nullable ExitCode codeOf(Throwable thrown) {
    if (thrown instanceof ConfigException) {
      return ExitCode.BAD_ARGUMENTS;
    }
    if (thrown instanceof StoppedException stopped) {
      return stopped.signal().equals("SIGINT") ? ExitCode.INTERRUPTED : ExitCode.TERMINATED;
    }
    if (thrown instanceof AuditFailedException) {
      return ExitCode.AUDIT_FAILED;
    }
    if (thrown instanceof SourceUnavailableException
        || thrown instanceof LakeUnavailableException
        || thrown instanceof LeaseHeldException) {
      return ExitCode.UNREACHABLE;
    }
    if (thrown instanceof ControlStoreException) {
      return ((ControlStoreException) thrown).reason() == ControlStoreException.Reason.UNREACHABLE
          ? ExitCode.UNREACHABLE
          : ExitCode.FAILED;
    }
    if (thrown instanceof ResultFile.UnwrittenException) {
      return ExitCode.UNREACHABLE;
    }
    if (thrown instanceof UncheckedIOException) {
      return thrown.getCause() instanceof DamagedFileException ? null : ExitCode.UNREACHABLE;
    }
    if (thrown instanceof ContractViolation
        || thrown instanceof UnfitAmountException
        || thrown instanceof SourceQueryException
        || thrown instanceof ReferenceTableFailedException
        || thrown instanceof TableMismatchException
        || thrown instanceof GoneVersionException
        || thrown instanceof ConcurrentTableChangeException
        || thrown instanceof OvertakenBatchException
        || thrown instanceof TableBusyException
        || thrown instanceof BatchVoidedException
        || thrown instanceof LakeBehindException
        || thrown instanceof UnpublishedChangesException
        || thrown instanceof DamagedLakeException
        || thrown instanceof DamagedFileException) {
      return ExitCode.FAILED;
    }
    return null;
  }

  /** What the other messages say themselves. */
  private static String remedy(Throwable thrown) {
    return thrown instanceof UncheckedIOException || thrown instanceof ResultFile.UnwrittenException
        ? OF_THE_DISK
        : "";
  }

  private static @Nullable Failure namedIn(String text) {
    Matcher matcher = NAMED_IN_TEXT.matcher(text);
    if (!matcher.find()) {
      return null;
    }
    boolean isOfTheDisk = matcher.group(1).equals(LakeFileException.class.getName());
    boolean isUnreachable = isOfTheDisk || matcher.group(1).endsWith("UnavailableException");
    return new Failure(
        isUnreachable ? ExitCode.UNREACHABLE : ExitCode.FAILED,
        matcher.group(2) + (isOfTheDisk ? OF_THE_DISK : ""),
        true);
  }
}
