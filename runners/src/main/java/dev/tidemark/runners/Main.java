// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.time.Clock;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Starts Tidemark from a command line. */
public final class Main {

  private static final Predicate<String> PROVIDED_CONTEXT =
      Pattern.compile("--usesProvidedSparkContext(=true)?", Pattern.CASE_INSENSITIVE)
          .asMatchPredicate();

  private Main() {}

  /**
   * Runs what the arguments say; a failure ends the process with its exit code. A process whose
   * Spark context is used is another's: there a failure is thrown.
   */
  public static void main(String[] args) {
    boolean isGuest = Arrays.stream(args).anyMatch(PROVIDED_CONTEXT);
    Launcher launcher = new Launcher(System.out, System.err, Clock.systemUTC());
    if (!isGuest) {
      Signals.stop(launcher);
    }
    int code = launcher.run(args);
    if (code == ExitCode.DONE.code()) {
      return;
    }
    if (isGuest) {
      throw new IllegalStateException(
          "tidemark ended with exit code " + code + "; standard error says why");
    }
    System.exit(code);
  }
}
