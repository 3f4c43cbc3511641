// SPDX-License-Identifier: Apache-2.0
/** Drawings of what the benchmark measured, made of the file that it writes. */
@NullMarked
package dev.tidemark.runners.benchmark.chart;

import org.jspecify.annotations.NullMarked;
