// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.time.Clock;

/** Starts Tidemark from a command line. */
public final class Main {

  private Main() {}

  /** Runs what the arguments say; a failure ends the process with its exit code. */
  public static void main(String[] args) {
    Launcher launcher = new Launcher(System.out, System.err, Clock.systemUTC());
    Signals.stop(launcher);
    int code = launcher.run(args);
    if (code != ExitCode.DONE.code()) {
      System.exit(code);
    }
  }
}
