// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

/** How a table fared in a run. */
public enum LoadStatus {
  /** Begun, not yet ended. */
  NEW,
  /** Landed, merged, published; the mark moved. */
  LOADED,
  /** Only rows behind the mark were found and merged; the mark stayed. */
  LATE,
  /** Nothing new; nothing was written. */
  EMPTY,
  /** Stopped; the mark stayed. */
  FAILED
}
