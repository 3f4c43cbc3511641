// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

/**
 * What the source held in {@code (mark - overlap, mark]} when the mark was set; a difference at the
 * next run means that rows came late.
 *
 * @param count rows
 * @param keySum a sum over their keys, as text
 */
public record Overlap(long count, String keySum) {}
