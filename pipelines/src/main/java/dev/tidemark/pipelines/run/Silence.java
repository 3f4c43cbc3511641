// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/** Nobody watches. */
class Silence implements RunListener {

  @Override
  public void rolledForward(long batchId, String runId) {}

  @Override
  public void tableCaptured(TableSummary table) {}

  @Override
  public void graphStarted(int dueTables) {}

  @Override
  public void tablePublished(TableSummary table) {}

  @Override
  public void tableFailed(TableSummary table) {}
}
