// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.util.concurrent.atomic.AtomicBoolean;
import sun.misc.Signal;

/**
 * What a process does when it is told to end: the run stops where nothing is half done, and ends
 * the process itself. A hook of the virtual machine would be too late: Spark, Hadoop and an
 * embedded database have hooks of their own, which run at the same time and take the ground from
 * under the run.
 */
final class Signals {

  /** What is added to a signal's number, as shells do. */
  private static final int OF_SIGNALS = 128;

  private final Launcher launcher;
  private final AtomicBoolean isAsked = new AtomicBoolean();

  private Signals(Launcher launcher) {
    this.launcher = launcher;
  }

  /** Has the signals of schedulers and keyboards stop what the launcher runs. */
  static void stop(Launcher launcher) {
    Signals signals = new Signals(launcher);
    signals.handle("TERM");
    signals.handle("INT");
  }

  private void handle(String name) {
    try {
      Signal.handle(new Signal(name), this::received);
    } catch (IllegalArgumentException kept) {
      // The virtual machine was started so that signals are not ours (-Xrs): they act as ever.
      return;
    }
  }

  private void received(Signal signal) {
    int code = OF_SIGNALS + signal.getNumber();
    if (!isAsked.compareAndSet(false, true)) {
      // Whoever asks twice does not want to wait; what is left is what a killed run leaves.
      Runtime.getRuntime().halt(code);
    } else if (!launcher.stop("SIG" + signal.getName())) {
      System.exit(code);
    }
  }
}
