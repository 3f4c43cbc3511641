// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

/**
 * What becomes of rows whose watermark is NULL. They are counted whatever the policy, and never
 * become the mark.
 */
public enum NullWatermark {
  /** The table fails. */
  FAIL,
  /** They are read in every run, and landed when they changed. */
  INCLUDE,
  /** They are left out. */
  EXCLUDE
}
