// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.DelegateCoder;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;

/**
 * Changes, and the figures of what was read in the files that they name. A worker that is repeated
 * writes other files; so the two travel in one element, and the plan never has the files of one
 * attempt with the figures of another.
 */
public final class PlanPart {

  private final List<String> lines;

  private PlanPart(List<String> lines) {
    this.lines = List.copyOf(lines);
  }

  /** Changes and figures, by name; a name may have several values. */
  public static PlanPart of(List<TableChange> changes, Map<String, List<String>> figures) {
    List<String> lines = new ArrayList<>();
    changes.forEach(change -> lines.add(change.toJson()));
    figures.forEach(
        (name, values) -> values.forEach(value -> lines.add(PlanFile.figureLine(name, value))));
    return new PlanPart(lines);
  }

  /** The coder: the lines of the plan file. */
  public static Coder<PlanPart> coder() {
    return DelegateCoder.of(ListCoder.of(StringUtf8Coder.of()), PlanPart::lines, PlanPart::new);
  }

  /** The lines of the plan file. */
  List<String> lines() {
    return lines;
  }
}
