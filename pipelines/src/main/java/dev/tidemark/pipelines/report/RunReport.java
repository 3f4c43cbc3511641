// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import dev.tidemark.pipelines.run.AfterRun;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.ResultFile;

/**
 * The report of a run in one HTML file: how it ended, what somebody should look at, what was
 * loaded, whether it reconciles, and what the published marts say now.
 *
 * <p>It reads the published cut, five marts column by column and row by row, and keeps a line per
 * section, coverholder and account. However large the lake, a table has at most {@value
 * ReportPage#SHOWN} rows of what is worst, and says how many it leaves out. What cannot be read is
 * said in the report.
 */
public final class RunReport implements AfterRun {

  private final ResultFile file;

  private RunReport(ResultFile file) {
    this.file = file;
  }

  /** A report that is written to a file. */
  public static RunReport to(ResultFile file) {
    return new RunReport(file);
  }

  /**
   * {@inheritDoc}
   *
   * @throws ResultFile.UnwrittenException when the file cannot be written
   */
  @Override
  public void ended(EndedRun run) {
    write(ReportedRun.of(run));
  }

  /**
   * Writes the report of a run, in place of an older one.
   *
   * @throws ResultFile.UnwrittenException when the file cannot be written
   */
  public void write(ReportedRun run) {
    file.write(ReportPage.of(run).toHtml());
  }
}
