// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What somebody should look at, by kind: what an alert can be asked for. Most urgent first. */
public enum FindingKind {
  /** A run failed. */
  FAILURE("read the message and run again; exit code 4 is worth a retry as it is"),
  /** A gate or an audit failed: nothing was published. */
  RECONCILIATION(
      "do not trust the batch; run --pipeline=reconcile and see docs/troubleshooting.md"),
  /** Some tables of a run failed, the others are done. */
  PARTIAL("read the table's message; its mark stayed, so the next run reads it again"),
  /** A section has written its premium limit, or more. */
  GPI_BREACH("tell the carriers before more is bound; figures in mart/gpi_utilisation"),
  /** A section has written its notifiable part of the premium limit. */
  GPI_NOTIFY("notify the carriers; figures in mart/gpi_utilisation"),
  /** A bordereau is owed and was not sent. */
  MISSING("ask the coverholder for it; all that is owed is in mart/missing_bordereaux"),
  /** A bordereau was sent after its due date. */
  LATE("see mart/bordereau_timeliness for who is late often"),
  /** The source has other columns or indexes than it had. */
  DRIFT("compare the contract with the source; ask who changed it");

  private final String remedy;

  FindingKind(String remedy) {
    this.remedy = remedy;
  }

  /** What to do about it, in a few words. */
  public String remedy() {
    return remedy;
  }

  /** Its name in the configuration, such as {@code gpi-breach}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The kind of that name in the configuration. */
  public static Optional<FindingKind> named(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
  }

  /** The names of all kinds. */
  public static List<String> texts() {
    return Arrays.stream(values()).map(FindingKind::text).toList();
  }

  @Override
  public String toString() {
    return text();
  }
}
