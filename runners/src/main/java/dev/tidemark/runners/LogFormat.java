// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How standard error is written. */
enum LogFormat {
  /** Lines for people. */
  LINES,
  /** A JSON object on every line. */
  JSON;

  private static final String OPTION = "--logFormat=";

  /**
   * What a command line asks for, whatever else is wrong with it: that is to be told so too.
   *
   * @throws ConfigException for a format that is none
   */
  static LogFormat of(String... args) {
    return Arrays.stream(args)
        .filter(arg -> arg.startsWith(OPTION) && arg.length() > OPTION.length())
        .findFirst()
        .map(arg -> named(arg.substring(OPTION.length())))
        .orElse(LINES);
  }

  private static LogFormat named(String text) {
    for (LogFormat format : values()) {
      if (format.toString().equals(text)) {
        return format;
      }
    }
    throw new ConfigException(
        OPTION
            + text
            + " is not known; write "
            + Arrays.stream(values()).map(LogFormat::toString).collect(Collectors.joining(" or ")));
  }

  /** As the option has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
