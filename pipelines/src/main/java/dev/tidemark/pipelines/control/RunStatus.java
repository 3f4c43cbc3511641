// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

/** How a run ended. */
public enum RunStatus {
  STARTED,
  SUCCEEDED,
  /** Some tables failed, the others were published. */
  PARTIAL,
  FAILED
}
