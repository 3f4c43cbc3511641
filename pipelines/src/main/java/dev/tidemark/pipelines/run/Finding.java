// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One thing that was looked at before a run.
 *
 * @param level whether a run can live with it
 * @param about what was looked at: a table, or configuration, secrets, control, source or lake
 * @param text what was found, and what to do about it
 * @param cause what sort of failure it is; null for what is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Finding(Level level, String about, String text, @Nullable Cause cause) {

  /** How bad it is. */
  public enum Level {
    /** As it should be. */
    OK,
    /** A run does its work; somebody should look at it. */
    WARN,
    /** A run would fail, or leave out the table. */
    FAIL
  }

  /** What sort of failure it is. */
  public enum Cause {
    CONFIGURATION,
    UNREACHABLE,
    OTHER
  }

  /** What is as it should be. */
  public static Finding ok(String about, String text) {
    return new Finding(Level.OK, about, text, null);
  }

  static Finding warn(String about, String text) {
    return new Finding(Level.WARN, about, text, null);
  }

  /** A failure. */
  public static Finding fail(String about, @Nullable String text, Cause cause) {
    return new Finding(Level.FAIL, about, String.valueOf(text), cause);
  }

  /** Whether a run would fail. */
  @JsonIgnore
  public boolean isFailure() {
    return level == Level.FAIL;
  }
}
