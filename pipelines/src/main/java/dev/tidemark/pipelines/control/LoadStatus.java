// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

/** How a table fared in a run. */
public enum LoadStatus {
  /** Begun, not yet ended. */
  NEW,
  /** Landed, merged, published; the mark moved, if a row came that could move it. */
  LOADED,
  /** Only rows behind the mark were read again and merged; the mark stayed. */
  LATE,
  /** Left out, because {@code etl.watermark.is_enabled} says so. */
  DISABLED,
  /** Nothing new; nothing was written. */
  EMPTY,
  /** Stopped; the mark stayed. */
  FAILED
}
