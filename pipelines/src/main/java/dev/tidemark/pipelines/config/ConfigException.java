// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.util.ArrayList;
import java.util.List;

/** A configuration that cannot be used. The message lists every problem, one line each. */
public final class ConfigException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  public ConfigException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
    this.problems = List.copyOf(problems);
  }

  public ConfigException(String problem) {
    this(List.of(problem));
  }

  /** The same, its first problem led by the file that has them. */
  ConfigException in(String file) {
    List<String> led = new ArrayList<>(problems);
    led.set(0, file + ": " + led.get(0));
    return new ConfigException(led);
  }

  /** Each problem: path, value, remedy. Never a secret. */
  public List<String> problems() {
    return problems;
  }
}
