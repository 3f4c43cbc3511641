// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.util.Arrays;
import java.util.Locale;

/** How standard error is written. */
enum LogFormat {
  /** Lines for people. */
  LINES,
  /** A JSON object on every line. */
  JSON;

  private static final String OPTION = "--logFormat=";

  /**
   * What a command line asks for, whatever else is wrong with it: that is to be told so too. What
   * is no format is refused with the other arguments, in lines.
   */
  static LogFormat of(String... args) {
    return Arrays.stream(args)
        .filter(arg -> arg.equals(OPTION + JSON))
        .findFirst()
        .map(arg -> JSON)
        .orElse(LINES);
  }

  /** As the option has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
