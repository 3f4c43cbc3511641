// SPDX-License-Identifier: Apache-2.0
/**
 * The report of a run, for people: one HTML file without anything from elsewhere, made of the run's
 * summary and of the published marts.
 */
@NullMarked
package dev.tidemark.pipelines.report;

import org.jspecify.annotations.NullMarked;
