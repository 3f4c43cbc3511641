// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

/** How a table is extracted. */
public enum Mode {
  /** The rows of the window {@code (last, new]} of the watermark column. */
  INCREMENTAL,
  /** The whole table, landed only when it changed. */
  FULL
}
