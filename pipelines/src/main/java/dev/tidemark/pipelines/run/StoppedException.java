// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/** A run that was asked to stop, and did before it published anything. */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String signal;

  /** A run that stopped for a signal, such as {@code SIGTERM}. */
  public StoppedException(String signal) {
    super("stopped by a signal, " + signal + ": nothing was published; run again");
    this.signal = signal;
  }

  /** What stopped it, such as {@code SIGTERM}. */
  public String signal() {
    return signal;
  }
}
