// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.io.Serializable;

/**
 * A high mark exactly as the source has it. The text is never parsed here: whoever reads the source
 * writes it in full precision and binds it again as {@code type}, e.g. {@code ("2024-02-05
 * 09:00:00.123456", "TIMESTAMP")}. A table that is read whole keeps the fingerprint of its content
 * in the same place.
 *
 * @param text the value in full precision, at most 400 characters
 * @param type the name of the type it is bound as
 */
public record Mark(String text, String type) implements Serializable {
  /** Stands for the mark of a table that was loaded before any of its rows had one. */
  public static final Mark NONE = new Mark("none", "NONE");

  @Override
  public String toString() {
    return text + " (" + type + ")";
  }
}
