// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What standard error is shown on.
 *
 * @param isOne whether it is a terminal, where a line can be written over
 * @param hasColours whether colours are welcome there
 */
record Terminal(boolean isOne, boolean hasColours) {

  static final Terminal NONE = new Terminal(false, false);

  /** Set by {@code bin/tidemark}: Java itself can tell of standard output only. */
  private static final String TOLD = "tidemark.terminal";

  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

  /**
   * What a stream is shown on; only the process's own standard error can be a terminal.
   *
   * @param environment {@code TERM} tells whether the terminal can do more than print, {@code
   *     NO_COLOR} (not empty) that nobody wants colours
   */
  static Terminal of(PrintStream err, Map<String, String> environment) {
    boolean isShown = err == System.err && (Boolean.getBoolean(TOLD) || isLinkedToTerminal());
    return isShown ? in(environment) : NONE;
  }

  /** A terminal in an environment. */
  static Terminal in(Map<String, String> environment) {
    String type = environment.getOrDefault("TERM", "dumb");
    return type.equals("dumb")
        ? NONE
        : new Terminal(true, environment.getOrDefault("NO_COLOR", "").isEmpty());
  }

  private static boolean isLinkedToTerminal() {
    try {
      String device = Files.readSymbolicLink(STANDARD_ERROR).toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
